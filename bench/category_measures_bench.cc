// Measures and attacks of categories on a large table, of which one value in five was drawn anew;
// the share of changed values is checked where a measure tells it.
//
//   category_measures_bench [rows, 1000000 unless told]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/method/catalogue.h"

namespace lethe::bench {
namespace {

struct Pair {
    Table original;
    Table masked;
    double changed = 0;  // share of the cells
};

Pair random_pair(std::int64_t rows, int columns, std::uint64_t categories) {
    auto dictionary = std::make_shared<Dictionary>();
    for (std::uint64_t code = 0; code < categories; ++code) {
        dictionary->push_back(fmt::format("c{}", code));
    }
    std::vector<ColumnPtr> original, masked;
    std::int64_t changed = 0;
    for (int j = 0; j < columns; ++j) {
        const std::string name = fmt::format("v{}", j);
        const Stream stream = Random(1).stream(name);
        std::vector<std::int32_t> x, y;
        for (std::int64_t row = 0; row < rows; ++row) {
            Draws draws = stream.at(row);
            x.push_back(static_cast<std::int32_t>(draws.below(categories)));
            y.push_back(draws.below(5) == 0 ? static_cast<std::int32_t>(draws.below(categories))
                                            : x.back());
            changed += x.back() == y.back() ? 0 : 1;
        }
        original.push_back(Column::categories(name, Kind::nominal, std::move(x), dictionary));
        masked.push_back(Column::categories(name, Kind::nominal, std::move(y), dictionary));
    }
    return {Table(std::move(original)), Table(std::move(masked)),
            static_cast<double>(changed) / static_cast<double>(rows * columns)};
}

int measure(const Pair& pair, const std::string& name, double expected,
            const Json& given = Json::object()) {
    const Method& method = *find_method(name);
    Problems problems;
    const Json parameters = method.bind(given, {}, problems);
    const Context two = context(2);
    Run run(name);
    const Measurement result = method.assess(
        {pair.original, pair.masked, pair.original.names(), Random(1), two}, parameters);
    run.stop();
    const bool ok = problems.empty() && (expected < 0 || std::fabs(result.value - expected) < 1e-9);
    return run.report(ok, pair.original.rows(),
                      {{"rows", pair.original.rows()},
                       {"columns", pair.original.columns().size()},
                       {"value", result.value}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t rows = argc > 1 ? std::atoll(argv[1]) : 1000000;
    const Pair pair = random_pair(rows, 10, 12);
    int failed = 0;
    failed |= measure(pair, "dbil", 100 * pair.changed);
    failed |=
        measure(pair, "interval-disclosure", 100 - 100 * pair.changed, {{"categories", "all"}});
    for (const char* name : {"ctbil", "ebil", "category-loss", "bivariate", "kl-divergence",
                             "discernibility", "small-cells"}) {
        failed |= measure(pair, name, -1);
    }
    return failed;
}
