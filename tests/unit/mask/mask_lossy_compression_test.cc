#include <cmath>
#include <numeric>

#include "lethe/data/column_stats.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;

// Squared differences of both tables, in variances, over all values.
double loss(const Table& a, const Table& b) {
    double sum = 0, count = 0;
    for (const std::string& name : a.names()) {
        const double variance = column_stats({}, a.column(name)).variance;
        const auto x = numbers(a, name), y = numbers(b, name);
        for (std::size_t i = 0; i < x.size(); ++i) {
            sum += (x[i] - y[i]) * (x[i] - y[i]) / variance;
            count += 1;
        }
    }
    return sum / count;
}

// Columns that follow a common factor.
Table related(std::int64_t rows, int columns) {
    std::vector<ColumnPtr> made;
    for (int j = 0; j < columns; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(100 * j + 10 * Random(1).stream("factor").at(row).normal() +
                             Random(1).stream(name).at(row).normal());
        }
        made.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(made);
}

TEST(MaskLossyCompression, QualityDecidesAndMeansStay) {
    const Table table = related(500, 6);
    double last = 2;
    for (const int quality : {1, 10, 50, 90, 100}) {
        const Table masked = mask("lossy-compression", table, {{"quality", quality}});
        const double now = loss(table, masked);
        EXPECT_LT(now, last) << quality;
        last = now;
        for (const std::string& name : table.names()) {
            EXPECT_NEAR(column_stats({}, masked.column(name)).mean,
                        column_stats({}, table.column(name)).mean, 1e-10);
        }
    }
    EXPECT_LT(last, 1e-3);
}

// Neighbours along the component are alike, so the same quality loses less.
TEST(MaskLossyCompression, TheOrderMatters) {
    const Table table = related(500, 6);
    const MaskOutput sorted = run_mask("lossy-compression", table, {{"quality", 10}});
    const MaskOutput file =
        run_mask("lossy-compression", table, {{"quality", 10}, {"order", "file"}});
    EXPECT_LT(loss(table, test::result(table, sorted)),
              0.5 * loss(table, test::result(table, file)));
    EXPECT_GT(sorted.facts["dropped_coefficients_percent"].get<double>(),
              file.facts["dropped_coefficients_percent"].get<double>());
}

TEST(MaskLossyCompression, SmallOddAndEmptyTables) {
    for (const std::int64_t rows : {0, 1, 7, 8, 9}) {
        const Table table = related(rows, 9);
        const Table masked = mask("lossy-compression", table, {{"quality", 100}});
        EXPECT_EQ(masked.rows(), rows);
        if (rows > 1) {
            EXPECT_LT(loss(table, masked), 0.1);
        }
    }
    const Table holes({test::with_missing("a", {1, 2, 3, 0}, {3}),
                       test::with_missing("b", {0, 0, 0, 0}, {0, 1, 2, 3})});
    const Table masked = mask("lossy-compression", holes, {});
    EXPECT_THAT(test::texts(masked, "b"), testing::Each("NA"));
    EXPECT_FALSE(masked.column("a").valid(3));
    const auto a = numbers(masked, "a");
    EXPECT_NEAR(a[0] + a[1] + a[2], 6, 1e-12);
}

}  // namespace
}  // namespace lethe
