// Equivalence classes and matching rows: time and memory over sizes, results checked against
// counts that are made another way.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/core/random.h"
#include "lethe/data/groups.h"

namespace {

using namespace lethe;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

// Runs `work` and prints one line; `check` judges the result outside the measured time.
template <class Work, class Check>
void measure(const std::string& name, std::int64_t rows, Work&& work, Check&& check) {
    const double cpu = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    const auto result = work();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double used = cpu_seconds() - cpu;
    fmt::print(
        "{{\"bench\": \"{}\", \"rows\": {}, \"wall\": {:.3f}, \"cpu\": {:.3f}, \"peak_mb\": "
        "{:.0f}, "
        "\"ok\": {}}}\n",
        name, rows, wall.count(), used, peak_megabytes(), check(result));
}

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

void bench_groups(const Context& context, std::int64_t rows) {
    const Random random(1);
    const auto run = [&](const std::string& name, std::vector<ColumnPtr> columns) {
        const Table table(std::move(columns));
        const auto names = table.names();
        measure(
            name, rows, [&] { return group_rows(context, table, names); },
            [&](const Groups& groups) { return classes_are_right(context, table, groups); });
    };
    const auto category = [&](const char* name, std::int32_t values) {
        return categories(context, random, name, rows, values, 0.0);
    };
    const auto number = [&](const char* name, std::uint64_t distinct, double step) {
        return numbers(context, random, name, rows, distinct, step);
    };
    run("group_rows/few_classes", {category("a", 10), category("b", 10), category("c", 10)});
    run("group_rows/categories", {category("a", 10), category("b", 20), category("c", 50),
                                  category("d", 100), category("e", 500), category("f", 1000)});
    run("group_rows/whole_numbers",
        {number("a", 100, 1), number("b", 1000000, 1), category("c", 10), category("d", 100),
         category("e", 10), category("f", 10)});
    run("group_rows/fractions",
        {number("a", 100, 0.37), number("b", 1000000, 0.37), category("c", 10), category("d", 100),
         category("e", 10), category("f", 10)});
    run("group_rows/wide",
        {number("a", 1000000, 0.37), number("b", 1000000, 0.11), number("c", 1000000, 0.13),
         number("d", 1000000, 0.17), number("e", 100, 0.19), number("f", 100, 0.23)});
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

void bench_matching(const Context& context, std::int64_t rows) {
    const Random random(2);
    const auto run = [&](const std::string& name, const std::vector<std::int32_t>& values,
                         double missing) {
        std::vector<ColumnPtr> columns;
        for (std::size_t j = 0; j < values.size(); ++j) {
            columns.push_back(
                categories(context, random, fmt::format("c{}", j), rows, values[j], missing));
        }
        const Table table(std::move(columns));
        const auto names = table.names();
        measure(
            "matching_rows/" + name, rows, [&] { return matching_rows(context, table, names); },
            [&](const std::vector<std::int64_t>& matches) {
                return matches_are_right(table, matches);
            });
    };
    run("6_columns_2_percent", {10, 20, 50, 100, 500, 1000}, 0.02);
    run("6_columns_20_percent", {10, 20, 50, 100, 500, 1000}, 0.2);
    run("10_columns_5_percent", std::vector<std::int32_t>(10, 20), 0.05);
    run("30_columns_2_percent", std::vector<std::int32_t>(30, 10), 0.02);
}

}  // namespace

int main(int argc, char** argv) {
    Context context;
    context.threads = argc > 1 ? std::atoi(argv[1]) : 2;
    for (const std::int64_t rows : {100000, 1000000, 10000000}) bench_groups(context, rows);
    for (const std::int64_t rows : {100000, 1000000}) bench_matching(context, rows);
}
