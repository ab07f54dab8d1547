#include "lethe/data/column_stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

TEST(ColumnStats, ByHand) {
    const ColumnStats stats = column_stats(Context(), std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_EQ(stats.count, 8);
    EXPECT_EQ(stats.mean, 5.0);
    EXPECT_DOUBLE_EQ(stats.variance, 32.0 / 7.0);
    EXPECT_DOUBLE_EQ(stats.deviation(), std::sqrt(32.0 / 7.0));
    EXPECT_EQ(stats.min, 2.0);
    EXPECT_EQ(stats.max, 9.0);
}

TEST(ColumnStats, PassesOverMissingValues) {
    Validity validity(4);
    validity.set_missing(2);
    const ColumnPtr column = Column::numeric("x", {1.0, 3.0, 99.0, 8.0}, validity);
    const ColumnStats stats = column_stats(Context(), *column);
    EXPECT_EQ(stats.count, 3);
    EXPECT_EQ(stats.mean, 4.0);
    EXPECT_EQ(stats.variance, 13.0);
    EXPECT_EQ(stats.max, 8.0);
    EXPECT_EQ(sorted_numbers(Context(), *column), (std::vector<double>{1.0, 3.0, 8.0}));
}

TEST(ColumnStats, NothingOneAndEqualValues) {
    const ColumnStats none = column_stats(Context(), std::vector<double>{});
    EXPECT_EQ(none.count, 0);
    EXPECT_EQ(none.mean, 0.0);
    EXPECT_EQ(none.variance, 0.0);
    const ColumnStats one = column_stats(Context(), std::vector<double>{3.5});
    EXPECT_EQ(one.mean, 3.5);
    EXPECT_EQ(one.variance, 0.0);
    for (std::size_t n = 1; n < 300; ++n) {
        const ColumnStats same = column_stats(Context(), std::vector<double>(n, 0.1));
        ASSERT_EQ(same.mean, 0.1);
        ASSERT_EQ(same.variance, 0.0);
    }
}

// A mean that is no double: its rounding must not show in the variance.
TEST(ColumnStats, ALargeOffsetDoesNoHarm) {
    const double offset = 0x1p52;
    const ColumnStats stats = column_stats(Context(), std::vector<double>{offset, offset + 1});
    EXPECT_EQ(stats.variance, 0.5);
    const ColumnStats three =
        column_stats(Context(), std::vector<double>{offset, offset + 1, offset + 1});
    EXPECT_NEAR(three.variance, 1.0 / 3.0, 1e-15);
}

TEST(ColumnStats, OrderAndThreadsDoNotMatter) {
    const Table table = test::random_table(Random(4), 100000, 1);
    const Column& column = table.column("a");
    std::vector<std::int64_t> backwards;
    for (std::int64_t row = table.rows(); row-- > 0;) backwards.push_back(row);
    const ColumnStats forward = column_stats(test::threads(2), column);
    const ColumnStats backward = column_stats(test::threads(1), *column.gather(backwards));
    EXPECT_EQ(forward.mean, backward.mean);
    EXPECT_EQ(forward.variance, backward.variance);
    EXPECT_NEAR(forward.variance, 1.0, 0.02);
}

TEST(ColumnStats, RefusesWhatIsNotFinite) {
    const std::vector<double> bad{1.0, std::numeric_limits<double>::infinity()};
    EXPECT_THROW(column_stats(Context(), bad), Error);
}

TEST(Quantile, TypeSeven) {
    const std::vector<double> sorted{1, 2, 4, 8};
    EXPECT_EQ(quantile(sorted, 0.0), 1.0);
    EXPECT_EQ(quantile(sorted, 0.25), 1.75);
    EXPECT_EQ(quantile(sorted, 0.5), 3.0);
    EXPECT_DOUBLE_EQ(quantile(sorted, 0.9), 6.8);
    EXPECT_EQ(quantile(sorted, 1.0), 8.0);
    EXPECT_EQ(quantile(std::vector<double>{5.0}, 0.3), 5.0);
}

}  // namespace
}  // namespace lethe
