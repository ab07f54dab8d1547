#include <gtest/gtest.h>

#include "assess.h"
#include "category_tables.h"

namespace lethe {
namespace {

Measurement lost(const Table& original, const Table& masked, const Json& c,
                 const test::Intruder& who = {}, int threads = 1) {
    return test::assess("clustering-loss", original, masked, {{"c", c}}, threads, who);
}

TEST(ClusteringLoss, GrowsWithTheMasking) {
    for (const int columns : {2, 5}) {
        const Table original = test::random_categories(Random(1), 300, columns, 5);
        EXPECT_EQ(lost(original, original, {2, 4}).value, 0);
        const double little =
            lost(original, test::other_categories(original, Random(2), 0.02), {2, 4}).value;
        const double much =
            lost(original, test::other_categories(original, Random(2), 0.9), {2, 4}).value;
        EXPECT_GT(little, 0);
        EXPECT_GT(much, little);
        EXPECT_LE(much, 100);
    }
}

// Two clouds far apart stay two clouds under a little noise, whatever happens inside them.
TEST(ClusteringLoss, OfNumbersThatStayInTheirClouds) {
    std::vector<double> x, y;
    for (int i = 0; i < 60; ++i) {
        x.push_back(i % 2 == 0 ? i : 1000 + i);
        y.push_back(x.back() + (i % 7) - 3);
    }
    const Table original = test::numeric_table({{"a", x}});
    const Table masked = test::numeric_table({{"a", y}});
    EXPECT_EQ(lost(original, masked, {2}).value, 0);
}

TEST(ClusteringLoss, ComparesTheReleasedRecordsOnly) {
    const Table original = test::random_categories(Random(1), 100, 3, 4);
    test::Intruder who;
    for (std::int64_t row = 99; row >= 0; row -= 3) who.origin.push_back(row);
    EXPECT_EQ(lost(original, original.gather(who.origin), {2, 3}, who).value, 0);
}

TEST(ClusteringLoss, FewRecords) {
    const Table original = test::random_categories(Random(1), 3, 2, 4);
    const Measurement some = lost(original, original, {2, 3, 4, 9});
    EXPECT_EQ(some.value, 0);
    EXPECT_EQ(some.details["by_c"].size(), 2U);
    EXPECT_EQ(some.warnings.size(), 1U);
    const Table none = test::random_categories(Random(1), 0, 2, 4);
    const Measurement nothing = lost(none, none, {2});
    EXPECT_EQ(nothing.value, 0);
    EXPECT_EQ(nothing.warnings.size(), 2U);
}

}  // namespace
}  // namespace lethe
