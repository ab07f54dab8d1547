#include "lethe/algo/partition/c_medians.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/space/numeric.h"
#include "support.h"

namespace lethe {
namespace {

using ::testing::ElementsAre;

NumericSpace line(std::vector<double> values) {
    const std::int64_t rows = std::ssize(values);
    return NumericSpace(std::move(values), rows, 1);
}

// The mean is 52; the record farthest from it is 0. The centres become 102 and 2.
TEST(CMedians, TwoLumps) {
    EXPECT_THAT(c_medians(Context(), line({0, 101, 2, 102, 4, 103}), 2).of,
                ElementsAre(1, 0, 1, 0, 1, 0));
}

TEST(CMedians, NoClusterIsEmpty) {
    const Clusters equal = c_medians(Context(), line({7, 7, 7, 7}), 3);
    EXPECT_EQ(equal.count, 3);
    EXPECT_THAT(equal.of, ElementsAre(1, 2, 0, 0));
    EXPECT_THAT(c_medians(Context(), line({1, 5, 9}), 3).of,
                ::testing::UnorderedElementsAre(0, 1, 2));
}

TEST(CMedians, WrongNumbers) {
    EXPECT_THROW(c_medians(Context(), line({1, 2}), 0), Error);
    EXPECT_THROW(c_medians(Context(), line({1, 2}), 3), Error);
    EXPECT_EQ(c_medians(Context(), line({1, 2}), 1).count, 1);
}

// Of the two single records 40 joins 50 and 51; then 9 joins 1, 2 and 3.
TEST(CMedians, SmallClustersJoinTheNearest) {
    const Clusters clusters{{0, 0, 0, 1, 2, 3, 3}, 4};
    const NumericSpace space = line({1, 2, 3, 9, 40, 50, 51});
    EXPECT_THAT(join_small_clusters(space, clusters, 2).of, ElementsAre(0, 0, 0, 0, 1, 1, 1));
    EXPECT_EQ(join_small_clusters(space, clusters, 1), clusters);
    EXPECT_EQ(join_small_clusters(space, clusters, 5).count, 1);
    EXPECT_EQ(join_small_clusters(space, clusters, 100).count, 1);
}

}  // namespace
}  // namespace lethe
