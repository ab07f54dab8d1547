// PRAM: time of the whole masking over sizes and numbers of categories. The result is checked: the
// recorded matrix is stochastic, and released frequencies are within six deviations of those that
// it leads one to expect.
//
//   pram_bench [largest number of rows, 10000000 unless told]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "bench_support.h"
#include "lethe/core/parallel.h"
#include "lethe/data/category_counts.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/transition_table.h"

namespace lethe::bench {
namespace {

// Some categories are rare: u^2 for a uniform u.
Table make(std::int64_t rows, std::int32_t categories) {
    std::vector<std::int32_t> codes(static_cast<std::size_t>(rows));
    const Stream stream = Random(1).stream("values");
    parallel_chunks(context(2), rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = begin; row < end; ++row) {
            const double u = stream.at(row).uniform();
            codes[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(u * u * categories);
        }
    });
    Dictionary words;
    for (std::int32_t code = 0; code < categories; ++code) words.push_back(fmt::format("{}", code));
    return Table({Column::categories("c", Kind::nominal, std::move(codes),
                                     std::make_shared<const Dictionary>(std::move(words)))});
}

bool is_right(const Table& table, const MaskOutput& output) {
    TransitionTable recorded;
    if (!read(output.facts["matrix"]["c"], recorded).empty()) return false;
    if (!check(recorded, "c").empty()) return false;
    const TransitionMatrix matrix = recorded.matrix();
    const Frequencies original = frequencies(category_counts(context(2), table.column("c")));
    const Frequencies released = frequencies(category_counts(context(2), *output.changed[0]));
    const Frequencies expected = expected_frequencies(matrix, original);
    for (Eigen::Index l = 0; l < expected.size(); ++l) {
        double variance = 0;
        for (Eigen::Index k = 0; k < expected.size(); ++k) {
            variance += original[k] * matrix(k, l) * (1 - matrix(k, l));
        }
        if (!(std::fabs(released[l] - expected[l]) <= 6 * std::sqrt(variance))) return false;
    }
    return true;
}

int measure(const Table& table, const Json& params) {
    const Method& method = find_method("pram", Family::mask);
    const Context two = context(2);
    Run run("pram");
    const MaskOutput output = method.mask({table, {"c"}, Random(1), two}, params);
    run.stop();
    Json details{{"rows", table.rows()}, {"categories", table.column("c").dictionary().size()}};
    details.update(params);
    return run.report(is_right(table, output), table.rows(), details);
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 10000000;
    int failed = 0;
    for (const std::int64_t rows : {100000, 1000000, 10000000}) {
        if (rows > largest) continue;
        for (const std::int32_t categories : {2, 10, 100, 1000}) {
            const Table table = make(rows, categories);
            failed |= measure(table, {{"type", "invariant"}, {"p", 0.5}});
            failed |= measure(table, {{"type", "constant"}, {"p", 0.1}});
        }
    }
    return failed;
}
