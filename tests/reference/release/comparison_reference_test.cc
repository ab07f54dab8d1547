// Distances of distributions, correlations, associations and contingency tables beside their
// definitions, counted cell by cell.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "assess.h"
#include "category_tables.h"
#include "lethe/release/assess/associations.h"
#include "lethe/release/assess/contingency.h"
#include "lethe/release/assess/table_comparison.h"

namespace lethe::release {
namespace {

struct ComparedTables {
    ComparedPair pair;
    Table original, masked;
};

// Two columns of categories, two of numbers with ties; some values missing, rows dropped.
ComparedTables compared_tables(std::uint64_t seed) {
    const Random random(seed);
    Draws draws = random.stream("shape").at(0);
    const std::int64_t rows = 5 + static_cast<std::int64_t>(draws.below(60));
    const Table categories =
        test::random_categories(random, rows, 2, static_cast<std::int32_t>(1 + draws.below(5)));
    const Table changed = test::other_categories(categories, random.part(1), 0.3, 0.05);
    const Table numbers = test::random_table(random.part(2), rows, 2, 7);
    const Table moved = test::random_table(random.part(3), rows, 2, 7);
    std::vector<ColumnPtr> before = categories.columns(), after = changed.columns();
    for (const char* name : {"a", "b"}) {
        before.push_back(numbers.column(name).renamed(std::string("n") + name));
        after.push_back(moved.column(name).renamed(std::string("n") + name));
    }
    ComparedTables result;
    const std::uint64_t one_in = 4 + draws.below(30);
    result.original = test::with_missing(Table(before), random.part(4), one_in);
    std::vector<std::int64_t> origin;
    for (std::int64_t row = rows; row-- > 0;) {
        if (row % 7 != 2) origin.push_back(row);
    }
    result.masked = test::with_missing(Table(after), random.part(5), one_in).gather(origin);
    result.pair.pair =
        make_comparable(result.original, result.masked, result.original.names(), origin);
    result.pair.masked = result.masked;
    result.pair.origin = origin;
    result.pair.aligned = true;
    return result;
}

std::string cell_text(const Column& column, std::int64_t row) {
    return column.valid(row) ? column.text(row) : "(missing)";
}

double plain_ks(const Column& a, const Column& b) {
    double most = 0;
    for (double cut = -1; cut <= 8; cut += 0.5) {
        const auto share = [&](const Column& column) {
            double below = 0, all = 0;
            for (std::int64_t row = 0; row < column.size(); ++row) {
                if (!column.valid(row)) continue;
                ++all;
                below += column.numbers()[static_cast<std::size_t>(row)] <= cut ? 1 : 0;
            }
            return below / all;
        };
        most = std::max(most, std::abs(share(a) - share(b)));
    }
    return most;
}

std::map<std::string, double> plain_shares(const Column& column) {
    std::map<std::string, double> shares;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) {
            shares[column.text(row)] += 1.0 / static_cast<double>(column.size() - column.missing());
        }
    }
    return shares;
}

double plain_variation(const Column& a, const Column& b) {
    auto first = plain_shares(a), second = plain_shares(b);
    double sum = 0;
    for (const auto& [label, share] : first) sum += std::max(0.0, share - second[label]);
    return sum;
}

// chi^2 over all cells of the categories that occur.
std::optional<double> plain_v(const Column& a, const Column& b) {
    std::map<std::string, double> of_a, of_b;
    std::map<std::pair<std::string, std::string>, double> both;
    double rows = 0;
    for (std::int64_t row = 0; row < a.size(); ++row) {
        if (!a.valid(row) || !b.valid(row)) continue;
        ++rows;
        ++of_a[a.text(row)];
        ++of_b[b.text(row)];
        ++both[{a.text(row), b.text(row)}];
    }
    if (of_a.size() < 2 || of_b.size() < 2) return std::nullopt;
    double chi = 0;
    for (const auto& [label, count] : of_a) {
        for (const auto& [other, its] : of_b) {
            const double expected = count * its / rows;
            chi += std::pow(both[{label, other}] - expected, 2) / expected;
        }
    }
    const auto least = static_cast<double>(std::min(of_a.size(), of_b.size()) - 1);
    return std::sqrt(chi / rows / least);
}

std::optional<double> compared_correlation(const Column& a, const Column& b) {
    std::vector<std::pair<double, double>> points;
    for (std::int64_t row = 0; row < a.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (a.valid(row) && b.valid(row)) points.emplace_back(a.numbers()[i], b.numbers()[i]);
    }
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (const auto& [p, q] : points) {
        x += p / static_cast<double>(points.size());
        y += q / static_cast<double>(points.size());
    }
    for (const auto& [p, q] : points) {
        xx += (p - x) * (p - x);
        yy += (q - y) * (q - y);
        xy += (p - x) * (q - y);
    }
    if (xx < 1e-12 || yy < 1e-12) return std::nullopt;
    return xy / std::sqrt(xx * yy);
}

void expect_figure(const Json& got, const std::optional<double>& expected) {
    ASSERT_EQ(got.is_null(), !expected.has_value());
    if (!expected) return;
    EXPECT_NEAR(got.get<double>(), *expected, 1e-9);
}

TEST(ComparisonReference, ColumnsAndMatricesAreThoseOfTheDefinitions) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const ComparedTables tables = compared_tables(seed);
        const Json result = to_json(compare_tables(test::threads(2), tables.pair));
        const Table &before = tables.pair.pair.original, &after = tables.pair.pair.masked;
        for (const Json& column : result["columns"]) {
            const std::string name = column["column"];
            const Column &a = before.column(name), &b = after.column(name);
            std::int64_t changed = 0;
            for (std::int64_t row = 0; row < b.size(); ++row) {
                const auto from = tables.pair.origin[static_cast<std::size_t>(row)];
                changed += cell_text(a, from) != cell_text(b, row) ? 1 : 0;
            }
            EXPECT_EQ(column["moved"]["changed"], changed);
            const bool both = a.missing() < a.size() && b.missing() < b.size();
            if (!both) continue;
            if (a.is_numeric()) {
                EXPECT_NEAR(column["moved"]["ks"].get<double>(), plain_ks(a, b), 1e-12);
            } else {
                EXPECT_NEAR(column["moved"]["total_variation"].get<double>(), plain_variation(a, b),
                            1e-12);
            }
        }
        for (const auto& [key, names, figure] :
             {std::tuple("correlations", std::pair("na", "nb"), &compared_correlation),
              std::tuple("associations", std::pair("a", "b"), &plain_v)}) {
            const auto& [first, second] = names;
            const auto old_figure = figure(before.column(first), before.column(second));
            const auto new_figure = figure(after.column(first), after.column(second));
            expect_figure(result[key]["before"][0][1], old_figure);
            expect_figure(result[key]["after"][1][0], new_figure);
            expect_figure(
                result[key]["difference"][0][1],
                old_figure && new_figure ? std::optional(*new_figure - *old_figure) : std::nullopt);
        }
    }
}

TEST(ComparisonReference, CellsAreCountedOneByOne) {
    for (std::uint64_t seed = 300; seed < 400; ++seed) {
        SCOPED_TRACE(seed);
        const ComparedTables tables = compared_tables(seed);
        for (const auto& [a, b] :
             {std::pair("a", "b"), std::pair("b", "na"), std::pair("na", "nb")}) {
            const Json cells = to_json(contingency(test::threads(1), tables.pair.pair, a, b));
            double apart = 0;
            for (std::size_t i = 0; i < cells["labels"][0].size(); ++i) {
                for (std::size_t j = 0; j < cells["labels"][1].size(); ++j) {
                    const auto counted = [&](const Table& table) {
                        std::int64_t count = 0;
                        for (std::int64_t row = 0; row < table.rows(); ++row) {
                            count +=
                                cells["labels"][0][i] == cell_text(table.column(a), row) &&
                                        cells["labels"][1][j] == cell_text(table.column(b), row)
                                    ? 1
                                    : 0;
                        }
                        return count;
                    };
                    const std::int64_t before = counted(tables.pair.pair.original);
                    const std::int64_t after = counted(tables.pair.pair.masked);
                    EXPECT_EQ(cells["before"][i][j], before);
                    EXPECT_EQ(cells["after"][i][j], after);
                    const double moved = static_cast<double>(after) /
                                             static_cast<double>(tables.pair.pair.masked.rows()) -
                                         static_cast<double>(before) /
                                             static_cast<double>(tables.pair.pair.original.rows());
                    EXPECT_NEAR(cells["difference"][i][j].get<double>(), 100 * moved, 1e-9);
                    apart += std::max(0.0, moved);
                }
            }
            EXPECT_NEAR(cells["total_variation"].get<double>(), apart, 1e-9);
        }
    }
}

}  // namespace
}  // namespace lethe::release
