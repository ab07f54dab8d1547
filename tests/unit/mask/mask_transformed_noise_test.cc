#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/random.h"
#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe {
namespace {

// Counts that are skewed, and a column that goes with them.
Table transformed_noise_people(std::int64_t rows) {
    std::vector<double> counts, rates, together;
    const Stream stream = Random(2).stream("people");
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        const double common = draws.normal();
        counts.push_back(std::floor(std::exp(common)));
        rates.push_back(std::exp(common));
        together.push_back(std::exp(2 * (common + 0.3 * draws.normal())));
    }
    return Table({Column::numeric("count", std::move(counts)),
                  Column::numeric("rate", std::move(rates)),
                  Column::numeric("sum", std::move(together))});
}

Table transformed_noise_masked(const Table& table, const Json& given) {
    const Method& method = find_method("transformed-noise", Family::mask);
    Problems problems;
    const Json parameters = method.bind(given, {}, problems);
    EXPECT_TRUE(problems.empty());
    const std::vector<std::string> names = table.names();
    return table.with(method.mask({table, names, Random(1), test::threads(2)}, parameters).changed);
}

std::vector<double> transformed_noise_sorted(const Table& table, const std::string& name) {
    const auto numbers = table.column(name).numbers();
    std::vector<double> sorted(numbers.begin(), numbers.end());
    std::ranges::sort(sorted);
    return sorted;
}

// Of ranks, ties as they come: enough for columns with few.
double transformed_noise_moved(const Table& one, const Table& other, const std::string& name) {
    double moved = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(one.rows()); ++i) {
        moved += one.column(name).numbers()[i] != other.column(name).numbers()[i] ? 1 : 0;
    }
    return moved / static_cast<double>(one.rows());
}

double transformed_noise_log_correlation(const Table& table) {
    double xy = 0, xx = 0, yy = 0, x = 0, y = 0;
    const auto n = static_cast<double>(table.rows());
    for (std::size_t i = 0; i < static_cast<std::size_t>(table.rows()); ++i) {
        const double a = std::log(table.column("rate").numbers()[i]);
        const double b = std::log(table.column("sum").numbers()[i]);
        x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
    }
    return (xy - x * y / n) / std::sqrt((xx - x * x / n) * (yy - y * y / n));
}

TEST(TransformedNoise, EveryColumnKeepsItsValuesEachAsOften) {
    const Table table = transformed_noise_people(500);
    for (const double p : {5.0, 50.0, 300.0}) {
        const Table masked = transformed_noise_masked(table, {{"p", p}});
        for (const char* name : {"count", "rate", "sum"}) {
            EXPECT_EQ(transformed_noise_sorted(table, name),
                      transformed_noise_sorted(masked, name));
            EXPECT_GT(transformed_noise_moved(table, masked, name), p / 2000);
        }
    }
}

TEST(TransformedNoise, CorrelatedNoiseKeepsWhatGoesTogether) {
    const Table table = transformed_noise_people(4000);
    const double before = transformed_noise_log_correlation(table);
    const double with =
        transformed_noise_log_correlation(transformed_noise_masked(table, {{"p", 100}}));
    const double without = transformed_noise_log_correlation(
        transformed_noise_masked(table, {{"p", 100}, {"correlated", false}}));
    EXPECT_NEAR(with, before, 0.05);
    EXPECT_LT(without, 0.7 * before);
}

}  // namespace
}  // namespace lethe
