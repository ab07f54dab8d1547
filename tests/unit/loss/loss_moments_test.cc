#include <gtest/gtest.h>

#include <cmath>

#include "assess.h"
#include "lethe/algo/statistics/moments.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using test::numeric_table;
using test::threads;

Moments moments(const Table& table, int order = 4, int thread_count = 1) {
    return Moments(threads(thread_count), table.columns(), order);
}

TEST(Moments, OfASmallTableByHand) {
    const Moments m = moments(numeric_table({{"x", {1, 2, 3, 6}}, {"y", {2, 0, 4, 6}}}));
    EXPECT_EQ(m.column(0).count, 4);
    EXPECT_DOUBLE_EQ(m.column(0).mean, 3);
    EXPECT_DOUBLE_EQ(m.column(0).variance, 14.0 / 3);  // deviations -2 -1 0 3
    EXPECT_DOUBLE_EQ(m.column(1).variance, 20.0 / 3);  // deviations -1 -3 1 3
    EXPECT_DOUBLE_EQ(m.pair(0, 1).covariance(), 14.0 / 3);
    EXPECT_DOUBLE_EQ(*m.pair(0, 1).correlation(), 14 / std::sqrt(14.0 * 20));
    EXPECT_DOUBLE_EQ(m.pair(0, 0).mu[4][0], (16 + 1 + 81) / 4.0);
    EXPECT_DOUBLE_EQ(m.pair(0, 1).mu[2][2], (4 * 1 + 1 * 9 + 9 * 9) / 4.0);
    EXPECT_DOUBLE_EQ(m.pair(0, 1).mu[3][1], (8 + 3 + 81) / 4.0);
    EXPECT_DOUBLE_EQ(m.pair(0, 1).mu[1][3], (2 + 27 + 81) / 4.0);
}

TEST(Moments, PairsUseTheRowsWhereBothAreThere) {
    Validity first(4);
    first.set_missing(0);
    Validity second(4);
    second.set_missing(3);
    const Table table(
        {Column::numeric("x", {0, 1, 3, 8}, first), Column::numeric("y", {7, 2, 6, 0}, second)});
    const Moments m = moments(table);
    EXPECT_EQ(m.column(0).count, 3);
    EXPECT_DOUBLE_EQ(m.column(0).mean, 4);
    EXPECT_EQ(m.pair(0, 1).count, 2);  // (1, 2) and (3, 6)
    EXPECT_DOUBLE_EQ(m.pair(0, 1).mu[2][0], 1);
    EXPECT_DOUBLE_EQ(m.pair(0, 1).mu[0][2], 4);
    EXPECT_DOUBLE_EQ(m.pair(0, 1).covariance(), 4);
    EXPECT_DOUBLE_EQ(*m.pair(0, 1).correlation(), 1);
}

TEST(Moments, ALargeMeanCostsNoDigits) {
    const Table table = numeric_table({{"x", {1e12 + 1, 1e12 + 2, 1e12 + 3, 1e12 + 6}}});
    const Moments m = moments(table);
    EXPECT_DOUBLE_EQ(m.column(0).variance, 14.0 / 3);
    EXPECT_DOUBLE_EQ(m.pair(0, 0).mu[4][0], 98 / 4.0);
}

TEST(Moments, AConstantColumnHasExactlyNoVariance) {
    const Table table = numeric_table({{"x", {0.1, 0.1, 0.1}}, {"y", {1, 2, 4}}});
    const Moments m = moments(table);
    EXPECT_EQ(m.column(0).mean, 0.1);
    EXPECT_EQ(m.column(0).variance, 0);
    EXPECT_FALSE(m.pair(0, 1).correlation().has_value());
    // The last bit of a mean that was rounded differently is not variation either.
    const double next = std::nextafter(0.1, 1.0);
    EXPECT_EQ(moments(numeric_table({{"x", {0.1, next, 0.1}}})).column(0).variance, 0);
}

TEST(Moments, ConstantOverThePairsRowsOnly) {
    Validity second(4);
    second.set_missing(3);
    const Table table(
        {Column::numeric("x", {0.3, 0.3, 0.3, 1e3}), Column::numeric("y", {1, 2, 4, 0}, second)});
    EXPECT_FALSE(moments(table).pair(0, 1).correlation().has_value());
}

TEST(Moments, EmptyAndSingle) {
    const Table empty = numeric_table({{"x", {}}});
    EXPECT_EQ(moments(empty).column(0).count, 0);
    EXPECT_EQ(moments(empty).pair(0, 0).covariance(), 0);
    const Table single = numeric_table({{"x", {5}}});
    EXPECT_EQ(moments(single).column(0).mean, 5);
    EXPECT_EQ(moments(single).column(0).variance, 0);
}

TEST(Moments, RefusesWhatWouldOverflow) {
    const Table table = numeric_table({{"x", {1, -1e76}}});
    try {
        moments(table);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
    }
    EXPECT_TRUE(
        std::isfinite(moments(numeric_table({{"x", {1e75, -1e75, 1e75}}})).pair(0, 0).mu[4][0]));
}

TEST(Moments, SameBitsForAnyNumberOfThreads) {
    const Table table = test::with_missing(test::random_table(Random(3), 50000, 4), Random(4), 10);
    const Moments one = moments(table, 4, 1);
    for (const int count : {2, 5}) {
        const Moments many = moments(table, 4, count);
        for (std::size_t j = 0; j < one.size(); ++j) {
            EXPECT_EQ(one.column(j).mean, many.column(j).mean);
            for (std::size_t i = 0; i <= j; ++i) {
                for (int a = 0; a < 5; ++a) {
                    for (int b = 0; b < 5; ++b) {
                        EXPECT_EQ(one.pair(i, j).mu[a][b], many.pair(i, j).mu[a][b]);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace lethe
