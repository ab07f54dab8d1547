// Equivalence classes and matching rows: time and memory over sizes, results checked against
// counts that are made another way.
//
//   groups_bench [largest number of rows, 10000000 unless told]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"

namespace lethe::bench {
namespace {

ColumnPtr categories(const Context& context, const Random& random, std::string name,
                     std::int64_t rows, std::int32_t values, double missing) {
    const Stream stream = random.stream(name);
    std::vector<std::int32_t> codes(static_cast<std::size_t>(rows));
    Validity validity(rows);
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = begin; row < end; ++row) {
            Draws draws = stream.at(row);
            codes[static_cast<std::size_t>(row)] =
                static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(values)));
            if (draws.uniform() < missing) {
                codes[static_cast<std::size_t>(row)] = 0;
                validity.set_missing(row);
            }
        }
    });
    auto dictionary = std::make_shared<Dictionary>();
    for (std::int32_t i = 0; i < values; ++i) dictionary->push_back(fmt::format("v{}", i));
    return Column::categories(std::move(name), Kind::nominal, std::move(codes), dictionary,
                              std::move(validity));
}

ColumnPtr numbers(const Context& context, const Random& random, std::string name, std::int64_t rows,
                  std::uint64_t distinct, double step) {
    const Stream stream = random.stream(name);
    std::vector<double> values(static_cast<std::size_t>(rows));
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = begin; row < end; ++row) {
            values[static_cast<std::size_t>(row)] =
                static_cast<double>(stream.at(row).below(distinct)) * step;
        }
    });
    return Column::numeric(std::move(name), std::move(values));
}

// The same classes from sorted 64-bit hashes of the rows; a collision would show as a difference.
bool classes_are_right(const Context& context, const Table& table, const Groups& groups) {
    std::vector<std::pair<std::uint64_t, std::int32_t>> rows(groups.class_of.size());
    for (const ColumnPtr& column : table.columns()) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t value = !column->valid(static_cast<std::int64_t>(i)) ? 0x5bd1e995
                                      : column->is_numeric()
                                          ? std::hash<double>()(column->numbers()[i])
                                          : static_cast<std::size_t>(column->codes()[i]);
            rows[i].first = (rows[i].first ^ value) * 0x9e3779b97f4a7c15ULL;
            rows[i].first ^= rows[i].first >> 29;
            rows[i].second = static_cast<std::int32_t>(i);
        }
    }
    parallel_sort(context, rows.begin(), rows.end(), std::less<>());
    std::vector<std::int32_t> first_rows;
    for (std::size_t i = 0, next = 0; i < rows.size(); i = next) {
        const std::int32_t number = groups.class_of[static_cast<std::size_t>(rows[i].second)];
        for (next = i; next < rows.size() && rows[next].first == rows[i].first; ++next) {
            if (groups.class_of[static_cast<std::size_t>(rows[next].second)] != number)
                return false;
        }
        if (groups.sizes[static_cast<std::size_t>(number)] != static_cast<std::int64_t>(next - i)) {
            return false;
        }
        first_rows.push_back(rows[i].second);
    }
    std::sort(first_rows.begin(), first_rows.end());
    for (std::size_t i = 0; i < first_rows.size(); ++i) {
        const auto row = static_cast<std::size_t>(first_rows[i]);
        if (groups.class_of[row] != static_cast<std::int32_t>(i)) return false;
    }
    return first_rows.size() == groups.sizes.size();
}

int bench_groups(const Context& context, std::int64_t rows) {
    const Random random(1);
    int failed = 0;
    const auto measure = [&](const std::string& name, std::vector<ColumnPtr> columns) {
        const Table table(std::move(columns));
        const auto names = table.names();
        Run run("group_rows");
        const Groups groups = group_rows(context, table, names);
        run.stop();
        failed |= run.report(classes_are_right(context, table, groups), rows,
                             {{"case", name}, {"rows", rows}, {"classes", groups.classes()}});
    };
    const auto category = [&](const char* name, std::int32_t values) {
        return categories(context, random, name, rows, values, 0.0);
    };
    const auto number = [&](const char* name, std::uint64_t distinct, double step) {
        return numbers(context, random, name, rows, distinct, step);
    };
    measure("few_classes", {category("a", 10), category("b", 10), category("c", 10)});
    measure("categories", {category("a", 10), category("b", 20), category("c", 50),
                           category("d", 100), category("e", 500), category("f", 1000)});
    measure("whole_numbers", {number("a", 100, 1), number("b", 1000000, 1), category("c", 10),
                              category("d", 100), category("e", 10), category("f", 10)});
    measure("fractions", {number("a", 100, 0.37), number("b", 1000000, 0.37), category("c", 10),
                          category("d", 100), category("e", 10), category("f", 10)});
    measure("wide",
            {number("a", 1000000, 0.37), number("b", 1000000, 0.11), number("c", 1000000, 0.13),
             number("d", 1000000, 0.17), number("e", 100, 0.19), number("f", 100, 0.23)});
    return failed;
}

// Counts some rows' matches by comparing with all rows.
bool matches_are_right(const Table& table, std::span<const std::int64_t> matches) {
    const Stream stream = Random(3).stream("sample");
    for (std::int64_t sample = 0; sample < 50; ++sample) {
        const auto row = static_cast<std::int64_t>(
            stream.at(sample).below(static_cast<std::uint64_t>(table.rows())));
        std::vector<char> agrees(matches.size(), 1);
        for (const ColumnPtr& column : table.columns()) {
            if (!column->valid(row)) continue;
            const std::int32_t code = column->codes()[static_cast<std::size_t>(row)];
            for (std::size_t i = 0; i < agrees.size(); ++i) {
                if (column->codes()[i] != code && column->valid(static_cast<std::int64_t>(i))) {
                    agrees[i] = 0;
                }
            }
        }
        if (std::count(agrees.begin(), agrees.end(), 1) != matches[static_cast<std::size_t>(row)]) {
            return false;
        }
    }
    return true;
}

int bench_matching(const Context& context, std::int64_t rows) {
    const Random random(2);
    int failed = 0;
    const auto measure = [&](const std::string& name, const std::vector<std::int32_t>& values,
                             double missing) {
        std::vector<ColumnPtr> columns;
        for (std::size_t j = 0; j < values.size(); ++j) {
            columns.push_back(
                categories(context, random, fmt::format("c{}", j), rows, values[j], missing));
        }
        const Table table(std::move(columns));
        const auto names = table.names();
        Run run("matching_rows");
        const auto matches = matching_rows(context, table, names);
        run.stop();
        failed |= run.report(matches_are_right(table, matches), rows,
                             {{"case", name}, {"rows", rows}, {"columns", names.size()}});
    };
    measure("6_columns_2_percent", {10, 20, 50, 100, 500, 1000}, 0.02);
    measure("6_columns_20_percent", {10, 20, 50, 100, 500, 1000}, 0.2);
    measure("10_columns_5_percent", std::vector<std::int32_t>(10, 20), 0.05);
    measure("30_columns_2_percent", std::vector<std::int32_t>(30, 10), 0.02);
    return failed;
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe::bench;
    const std::int64_t largest = argc > 1 ? std::atoll(argv[1]) : 10000000;
    int failed = 0;
    for (const std::int64_t rows : {100000, 1000000, 10000000}) {
        if (rows <= largest) failed |= bench_groups(context(2), rows);
    }
    for (const std::int64_t rows : {100000, 1000000}) {
        if (rows <= largest) failed |= bench_matching(context(2), rows);
    }
    return failed;
}
