// Divergence, two-way tables, discernibility and small cells against plain maps of texts.
#include "category_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "assess.h"

namespace lethe {
namespace {

// The values of a row; missing is "?".
std::string cell_of(const Table& table, std::int64_t row, std::span<const std::string> columns) {
    std::string cell;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        cell += (column.valid(row) ? column.text(row) : "?") + "|";
    }
    return cell;
}

using CategoryTablesCounts = std::map<std::string, double>;

CategoryTablesCounts category_tables_counts_of(const Table& table,
                                               std::span<const std::string> columns) {
    CategoryTablesCounts counts;
    for (std::int64_t row = 0; row < table.rows(); ++row) ++counts[cell_of(table, row, columns)];
    return counts;
}

double count_in(const CategoryTablesCounts& counts, const std::string& cell) {
    const auto found = counts.find(cell);
    return found == counts.end() ? 0 : found->second;
}

double divergence(const Table& original, const Table& masked, std::span<const std::string> columns,
                  double smoothing) {
    const CategoryTablesCounts x = category_tables_counts_of(original, columns);
    const CategoryTablesCounts y = category_tables_counts_of(masked, columns);
    CategoryTablesCounts all = x;
    all.insert(y.begin(), y.end());
    const auto share = [&](double count, std::int64_t rows) {
        return (count + smoothing) /
               (static_cast<double>(rows) + smoothing * static_cast<double>(all.size()));
    };
    double sum = 0;
    for (const auto& [cell, unused] : all) {
        const double p = share(count_in(x, cell), original.rows());
        const double q = share(count_in(y, cell), masked.rows());
        sum += p * std::log2(p / q);
    }
    return sum;
}

double chi_square(const Table& table, const std::string& v, const std::string& w) {
    const std::vector<std::string> first{v}, second{w}, both{v, w};
    const auto n = static_cast<double>(table.rows());
    double sum = 0;
    const CategoryTablesCounts cells = category_tables_counts_of(table, both);
    for (const auto& [a, row_sum] : category_tables_counts_of(table, first)) {
        for (const auto& [b, column_sum] : category_tables_counts_of(table, second)) {
            const double expected = row_sum * column_sum / n;
            sum += std::pow(count_in(cells, a + b) - expected, 2) / expected;
        }
    }
    return sum;
}

// Each record is charged by looking at all others.
double discernibility(const Table& table, std::int64_t records) {
    const std::vector<std::string> names = table.names();
    double sum = static_cast<double>(records) * static_cast<double>(records - table.rows());
    for (std::int64_t i = 0; i < table.rows(); ++i) {
        const std::string own = cell_of(table, i, names);
        if (own.find_first_not_of("?|") == std::string::npos) {
            sum += static_cast<double>(records);
            continue;
        }
        for (std::int64_t j = 0; j < table.rows(); ++j) {
            sum += cell_of(table, j, names) == own ? 1 : 0;
        }
    }
    return sum;
}

struct CategoryTablesExample {
    Table original;
    Table masked;
    test::Intruder who;
};

CategoryTablesExample example(std::uint64_t seed) {
    const Random random(seed);
    Draws draws = random.stream("shape").at(0);
    const auto rows = static_cast<std::int64_t>(1 + draws.below(40));
    const int columns = 1 + static_cast<int>(draws.below(3));
    CategoryTablesExample made;
    made.original = test::random_categories(random, rows, columns,
                                            static_cast<std::int32_t>(1 + draws.below(5)));
    made.masked = test::other_categories(made.original, random.part(1), 0.3, 0.1);
    if (draws.below(2) == 0) made.original = test::with_missing(made.original, random.part(2), 6);
    if (draws.below(2) == 0) made.masked = test::with_missing(made.masked, random.part(3), 4);
    if (draws.below(3) == 0) {
        made.who.origin = random_subset(random.stream("kept"), rows, (rows + 1) / 2);
        made.masked = made.masked.gather(made.who.origin);
    }
    return made;
}

TEST(CategoryTables, DivergenceByItsDefinition) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto [original, masked, who] = example(seed);
        const auto value = [&](const Json& parameters) {
            return test::assess("kl-divergence", original, masked, parameters, 2, who).value;
        };
        const std::vector<std::string> names = original.names();
        EXPECT_NEAR(value({{"smoothing", 0.3}}), divergence(original, masked, names, 0.3), 1e-9);
        double sum = 0;
        for (const std::string& name : names) {
            sum += divergence(original, masked, std::vector{name}, 0.5);
        }
        EXPECT_NEAR(value({{"order", 1}}), sum / static_cast<double>(names.size()), 1e-9);
    }
}

// Each reading of empty cells, over every combination of categories that either file can have.
TEST(CategoryTables, DivergenceByItsReadings) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto [original, masked, who] = example(seed);
        const std::vector<std::string> names = original.names();
        const CategoryTablesCounts x = category_tables_counts_of(original, names);
        const CategoryTablesCounts y = category_tables_counts_of(masked, names);
        std::set<std::string> cells;
        for (const auto& [cell, count] : x) cells.insert(cell);
        for (const auto& [cell, count] : y) cells.insert(cell);
        for (const auto& [reading, before, after] :
             {std::tuple("release", 0.0, 0.3), std::tuple("floor", 0.0, 0.0),
              std::tuple("common", 0.0, 0.0), std::tuple("both", 0.3, 0.3)}) {
            std::map<std::string, double> p, q;
            double all_p = 0, all_q = 0;
            for (const std::string& cell : cells) {
                const double a = count_in(x, cell), b = count_in(y, cell);
                if (reading == std::string("common") && (a == 0 || b == 0)) continue;
                p[cell] = a + before;
                q[cell] = reading == std::string("floor") && b < 0.3 ? 0.3 : b + after;
                all_p += p[cell];
                all_q += q[cell];
            }
            double sum = 0;
            for (const auto& [cell, records] : p) {
                if (records == 0) continue;
                sum += records / all_p * std::log2(records / all_p / (q[cell] / all_q));
            }
            const Json parameters = {{"smoothing", 0.3}, {"empty", reading}};
            const Measurement found =
                test::assess("kl-divergence", original, masked, parameters, 2, who);
            EXPECT_NEAR(found.value, std::max(0.0, sum), 1e-9) << reading;
        }
    }
}

TEST(CategoryTables, ChiSquareByItsDefinition) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto [original, masked, who] = example(seed);
        const Json details =
            test::assess("bivariate", original, masked, Json::object(), 2, who).about_original;
        const double scale =
            static_cast<double>(original.rows()) / static_cast<double>(masked.rows());
        for (const Json& pair : details["pairs"]) {
            const std::string v = pair["columns"][0], w = pair["columns"][1];
            EXPECT_NEAR(pair["chi_square"].get<double>(), chi_square(original, v, w), 1e-9);
            EXPECT_NEAR(pair["chi_square_masked"].get<double>(), scale * chi_square(masked, v, w),
                        1e-9);
            EXPECT_LE(pair["cramer_v"].get<double>(), 1);
        }
    }
}

TEST(CategoryTables, DiscernibilityByItsDefinition) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto [original, masked, who] = example(seed);
        const Measurement result =
            test::assess("discernibility", original, masked, Json::object(), 2, who);
        const std::int64_t n = original.rows();
        const double before = discernibility(original, n);
        const double after = discernibility(masked, n);
        EXPECT_EQ(result.about_original["original"].get<double>(), before);
        EXPECT_EQ(result.details["masked"].get<double>(), after);
        const double most = static_cast<double>(n * n) - before;
        EXPECT_NEAR(result.value, most > 0 ? 100 * std::max(0.0, after - before) / most : 0, 1e-9);
        EXPECT_LE(result.value, 100 + 1e-9);
    }
}

TEST(CategoryTables, SmallCellsByTheirDefinition) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto [original, masked, who] = example(seed);
        const std::vector<std::string> names = original.names();
        const CategoryTablesCounts x = category_tables_counts_of(original, names);
        const CategoryTablesCounts y = category_tables_counts_of(masked, names);
        double at_risk = 0, unchanged = 0, released = 0, own = 0, cells = 0, true_cells = 0;
        for (const auto& [cell, count] : x) at_risk += count <= 2 ? count : 0;
        for (const auto& [cell, count] : y) {
            if (count > 2) continue;
            ++cells;
            const double before = count_in(x, cell);
            true_cells += before >= 1 && before <= 2 ? 1 : 0;
        }
        for (std::int64_t row = 0; row < masked.rows(); ++row) {
            const std::int64_t from =
                who.origin.empty() ? row : who.origin[static_cast<std::size_t>(row)];
            const std::string before = cell_of(original, from, names);
            const std::string after = cell_of(masked, row, names);
            if (before == after && x.at(before) <= 2) ++unchanged;
            if (y.at(after) > 2) continue;
            ++released;
            own += before == after ? 1 : 0;
        }
        const Measurement result =
            test::assess("small-cells", original, masked, {{"limit", 2}}, 2, who);
        const auto share = [](double part, double whole) {
            return whole > 0 ? 100 * part / whole : 0;
        };
        EXPECT_NEAR(result.value, share(unchanged, at_risk), 1e-9);
        EXPECT_NEAR(result.details["own_percent"].get<double>(), share(own, released), 1e-9);
        EXPECT_NEAR(result.details["true_cells_percent"].get<double>(), share(true_cells, cells),
                    1e-9);
    }
}

}  // namespace
}  // namespace lethe
