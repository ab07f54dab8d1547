// A first look at a table: roles, what each column adds to uniqueness, the sharpest combinations.
// Counts are checked against classes that are grouped for each set of columns anew.
//
//   inspect_bench [largest number of rows, 1000000 unless told]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"
#include "lethe/data/uniqueness.h"
#include "lethe/release/tables/inspect.h"

namespace lethe::bench {
namespace {

// A third each: codes and ages, categories, and measurements with up to a million values.
Table mixed_table(const Random& random, std::int64_t rows, int columns) {
    std::vector<ColumnPtr> made;
    for (int c = 0; c < columns; ++c) {
        const std::string name = fmt::format("column_{}", c);
        const Stream stream = random.stream(name);
        const std::uint64_t values = c % 3 == 2 ? 1000U * static_cast<std::uint64_t>(c * c + 1)
                                                : 3U + 5U * static_cast<std::uint64_t>(c);
        std::vector<double> numbers;
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::uint64_t value = stream.at(row).below(values);
            if (c % 3 == 1)
                codes.push_back(static_cast<std::int32_t>(value));
            else
                numbers.push_back(static_cast<double>(value) * (c % 3 == 2 ? 0.37 : 1.0));
        }
        if (c % 3 != 1) {
            made.push_back(Column::numeric(name, std::move(numbers)));
            continue;
        }
        auto dictionary = std::make_shared<Dictionary>();
        for (std::uint64_t i = 0; i < values; ++i)
            dictionary->push_back(fmt::format("value {}", i));
        made.push_back(Column::categories(name, Kind::nominal, std::move(codes), dictionary));
    }
    return Table(std::move(made));
}

std::int64_t unique_rows(const Context& context, const Table& table,
                         const std::vector<std::string>& columns) {
    const Groups groups = group_rows(context, table, columns);
    return std::count(groups.sizes.begin(), groups.sizes.end(), std::int64_t{1});
}

bool counts_are_right(const Context& context, const Table& table, const ColumnUniqueness& found) {
    const std::vector<std::string> names = table.names();
    bool right = found.all.unique == unique_rows(context, table, names);
    for (std::size_t c = 0; c < names.size(); c += 3) {
        std::vector<std::string> others = names;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(c));
        right = right && found.without[c].unique == unique_rows(context, table, others);
    }
    for (const auto* list : {&found.pairs, &found.triples}) {
        for (const Combination& combination : *list) {
            std::vector<std::string> some;
            for (const std::size_t c : combination.columns) some.push_back(names[c]);
            right = right && combination.unique == unique_rows(context, table, some);
        }
    }
    return right;
}

int bench_inspect(const Context& context, std::int64_t rows, int columns) {
    const Table table = mixed_table(Random(1), rows, columns);
    const auto names = table.names();
    Run counting("uniqueness_by_column");
    const ColumnUniqueness found = uniqueness_by_column(context, table, names);
    counting.stop();
    int failed = counting.report(counts_are_right(context, table, found), rows,
                                 {{"rows", rows}, {"columns", columns}});
    Run looking("inspect");
    const release::InspectedTable result = release::inspect(context, table, "table.csv");
    looking.stop();
    const release::InspectedClasses& classes = result.classes.value();
    failed |= looking.report(classes.unique == unique_rows(context, table, classes.columns), rows,
                             {{"rows", rows}, {"columns", columns}, {"unique", classes.unique}});
    return failed;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 1000000;
    int failed = bench_inspect(context(2), 10000, 20);
    if (largest >= 151551) failed |= bench_inspect(context(2), 151551, 44);
    if (largest >= 1000000) failed |= bench_inspect(context(2), 1000000, 20);
    return failed;
}
