#include <algorithm>
#include <cmath>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using ::testing::ElementsAre;

TEST(MaskResampling, OneSampleHoldsOriginalValuesOnly) {
    const Table table = test::random_table(Random(2), 300, 1);
    const std::vector<double> before = numbers(table, "a");
    const std::vector<double> after = numbers(mask("resampling", table, {{"samples", 1}}), "a");
    for (const double value : after) {
        EXPECT_NE(std::find(before.begin(), before.end(), value), before.end());
    }
    EXPECT_NE(after, before);
}

TEST(MaskResampling, RanksStayAndTheDistributionRoughly) {
    const Table table = test::random_table(Random(2), 2000, 1);
    const Table masked = mask("resampling", table, Json::object());
    std::vector<std::pair<double, double>> pairs;  // before, after
    for (std::size_t i = 0; i < 2000; ++i) {
        pairs.emplace_back(table.column("a").numbers()[i], masked.column("a").numbers()[i]);
    }
    double difference = 0;
    for (const auto& [before, after] : pairs) difference += std::fabs(after - before);
    EXPECT_LT(difference / 2000, 0.05);
    EXPECT_GT(difference / 2000, 0.001);
    std::sort(pairs.begin(), pairs.end());
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end(),
                               [](const auto& a, const auto& b) { return a.second < b.second; }));
}

TEST(MaskResampling, MissingConstantAndEmptyColumns) {
    const Table table({test::with_missing("a", {5, 5, 0, 5}, {2}),
                       test::with_missing("none", {0, 0, 0, 0}, {0, 1, 2, 3}),
                       Column::numeric("flat", std::vector<double>(4, 0.1))});
    const Table masked = mask("resampling", table, {{"samples", 7}});
    EXPECT_TRUE(test::same_cells(masked, table));
    EXPECT_THAT(test::texts(masked, "a"), ElementsAre("5", "5", "NA", "5"));
}

TEST(MaskResampling, ColumnsAreDrawnIndependently) {
    const std::vector<double> same = numbers(test::random_table(Random(2), 100, 1), "a");
    const Table table({Column::numeric("a", same), Column::numeric("b", same)});
    const Table masked = mask("resampling", table, Json::object());
    EXPECT_NE(numbers(masked, "a"), numbers(masked, "b"));
}

}  // namespace
}  // namespace lethe
