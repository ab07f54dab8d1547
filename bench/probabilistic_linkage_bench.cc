// Probabilistic linkage of mixed tables: people looked for in the whole release. After noise and
// exchanged categories nearly everybody is found; of records in groups of five at most one in five.
//
//   probabilistic_linkage_bench [largest number of rows, 1000000 unless told]
#include <fmt/format.h>

#include <algorithm>
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
};

// Three numbers and three columns of categories. Either a little noise and one category in ten
// exchanged, or the values of the first of each five records in the order of the first number.
Pair mixed(std::int64_t rows, bool groups) {
    std::vector<std::int64_t> shown(static_cast<std::size_t>(rows));
    std::vector<ColumnPtr> original, masked;
    for (int j = 0; j < 6; ++j) {
        const std::string name = fmt::format("c{}", j);
        const Stream stream = Random(1).stream(name);
        if (j < 3) {
            std::vector<double> x, y;
            for (std::int64_t row = 0; row < rows; ++row) {
                Draws draws = stream.at(row);
                x.push_back(draws.normal());
                y.push_back(x.back() + 0.01 * draws.normal());
            }
            if (j == 0) {
                std::vector<std::int64_t> order(x.size());
                for (std::size_t i = 0; i < order.size(); ++i) {
                    order[i] = static_cast<std::int64_t>(i);
                }
                std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
                    return x[static_cast<std::size_t>(a)] < x[static_cast<std::size_t>(b)];
                });
                for (std::size_t i = 0; i < order.size(); ++i) {
                    shown[static_cast<std::size_t>(order[i])] = order[i - i % 5];
                }
            }
            original.push_back(Column::numeric(name, std::move(x)));
            masked.push_back(Column::numeric(name, std::move(y)));
        } else {
            const auto categories = static_cast<std::uint64_t>(3 * (j - 2) * (j - 2));
            auto texts = std::make_shared<Dictionary>();
            for (std::uint64_t c = 0; c < categories; ++c) texts->push_back(fmt::format("{}", c));
            std::vector<std::int32_t> x, y;
            for (std::int64_t row = 0; row < rows; ++row) {
                Draws draws = stream.at(row);
                x.push_back(static_cast<std::int32_t>(draws.below(categories)));
                y.push_back(draws.below(10) == 0
                                ? static_cast<std::int32_t>(draws.below(categories))
                                : x.back());
            }
            original.push_back(Column::categories(name, Kind::nominal, std::move(x), texts));
            masked.push_back(Column::categories(name, Kind::nominal, std::move(y), texts));
        }
        if (groups) masked.back() = original.back()->gather(shown);
    }
    return {Table(std::move(original)), Table(std::move(masked))};
}

int measure(std::int64_t rows, bool groups, const Json& given) {
    const Pair pair = mixed(rows, groups);
    const Method& method = *find_method("probabilistic-linkage");
    Problems problems;
    const Json parameters = method.bind(given, {}, problems);
    const Context two = context(2);
    Run run("probabilistic-linkage");
    const Measurement result = method.assess(
        {pair.original, pair.masked, pair.original.names(), Random(1), two}, parameters);
    run.stop();
    const bool right = groups ? result.value > 1 && result.value <= 20 : result.value > 90;
    return run.report(problems.empty() && right && result.details["candidates"] == rows, rows,
                      {{"rows", rows},
                       {"columns", 6},
                       {"groups", groups},
                       {"people", result.details["records"]},
                       {"value", result.value}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = 0;
    for (const std::int64_t rows : {std::int64_t{4000}, std::int64_t{150000}, largest}) {
        if (rows > largest) continue;
        for (const bool groups : {false, true}) {
            failed |= measure(rows, groups, lethe::Json::object());
            failed |= measure(rows, groups, {{"model", "known"}, {"rule", "heaviest"}});
        }
    }
    return failed;
}
