#include "lethe/algo/partition/fuzzy_c_means.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/space/numeric.h"
#include "support.h"

namespace lethe {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<double> memberships(const std::vector<double>& centres, std::vector<double> point,
                                double fuzziness) {
    const auto dims = static_cast<std::int64_t>(point.size());
    const Memberships found(centres, dims, fuzziness);
    std::vector<double> weight(static_cast<std::size_t>(found.centres())), ratio(weight.size());
    const double sum = found.weigh(point.data(), weight.data(), ratio.data());
    for (double& one : weight) one /= sum;
    return weight;
}

// Squared distances 1, 4 and 9.
TEST(Memberships, ByHand) {
    EXPECT_THAT(memberships({0, 3, 4}, {1}, 2),
                ElementsAre(DoubleNear(36.0 / 49, 1e-15), DoubleNear(9.0 / 49, 1e-15),
                            DoubleNear(4.0 / 49, 1e-15)));
    EXPECT_THAT(memberships({0, 0, 2, 0}, {1, 0}, 1.5),
                ElementsAre(DoubleNear(0.5, 1e-15), DoubleNear(0.5, 1e-15)));
    EXPECT_THAT(memberships({0, 3}, {1}, 1.5),
                ElementsAre(DoubleNear(16.0 / 17, 1e-15), DoubleNear(1.0 / 17, 1e-15)));
    EXPECT_THAT(memberships({0, 3}, {1}, 1.2),
                ElementsAre(DoubleNear(1024.0 / 1025, 1e-15), DoubleNear(1.0 / 1025, 1e-15)));
    EXPECT_THAT(memberships({0, 3}, {1}, 1.4),  // 4^-2.5 = 1/32
                ElementsAre(DoubleNear(32.0 / 33, 1e-15), DoubleNear(1.0 / 33, 1e-15)));
}

TEST(Memberships, CentresAtDistanceZeroShareAll) {
    EXPECT_THAT(memberships({1, 5, 1}, {1}, 1.2), ElementsAre(0.5, 0, 0.5));
    EXPECT_THAT(memberships({1, 5, 1}, {1}, 1.37), ElementsAre(0.5, 0, 0.5));
}

TEST(Memberships, TendToTheNearestCentreAndToEvenShares) {
    EXPECT_THAT(memberships({0, 3, 4}, {1}, 1.0001), ElementsAre(1, 0, 0));
    EXPECT_THAT(memberships({0, 3, 4}, {1}, 1e9),
                ElementsAre(DoubleNear(1.0 / 3, 1e-8), DoubleNear(1.0 / 3, 1e-8),
                            DoubleNear(1.0 / 3, 1e-8)));
    EXPECT_THROW(memberships({0, 3}, {1}, 1), Error);
}

TEST(FuzzyCMeans, TwoClumps) {
    const NumericSpace points({0, 0.1, 0.2, 10, 10.1, 10.2}, 6, 1);
    const FuzzyClusters found = fuzzy_c_means(test::threads(1), points, {1, 9}, 1.2, 300, 1e-9);
    EXPECT_TRUE(found.settled);
    EXPECT_LT(found.rounds, 20);
    EXPECT_THAT(found.centres, ElementsAre(DoubleNear(0.1, 1e-6), DoubleNear(10.1, 1e-6)));
}

TEST(FuzzyCMeans, StopsAfterTheRoundsAndOnRequest) {
    const Table table = test::random_table(Random(1), 200, 2);
    const NumericSpace points =
        numeric_space(test::threads(1), table, table.names(), Scaling::zscore);
    const std::vector<double> start{0, 0, 1, 1, 2, 0};
    const FuzzyClusters found = fuzzy_c_means(test::threads(1), points, start, 1.3, 2, 0);
    EXPECT_EQ(found.rounds, 2);
    EXPECT_FALSE(found.settled);
    const std::atomic<bool> stop = true;
    Context context = test::threads(1);
    context.stop = &stop;
    EXPECT_THROW(fuzzy_c_means(context, points, start, 1.3, 2, 0), Error);
}

}  // namespace
}  // namespace lethe
