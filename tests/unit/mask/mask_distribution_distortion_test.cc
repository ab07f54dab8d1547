#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/data/category_counts.h"
#include "lethe/data/column_stats.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using ::testing::HasSubstr;

Table skewed(std::int64_t rows) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        values.push_back(std::exp(1 + Random(4).stream("x").at(row).normal()));
    }
    return Table({Column::numeric("x", std::move(values))});
}

TEST(MaskDistributionDistortion, RanksStayAndTheShapeIsMatched) {
    const Table table = skewed(5000);
    for (const std::string fit : {"kernel", "best", "lognormal", "gamma"}) {
        const MaskOutput output = run_mask("distribution-distortion", table, {{"fit", fit}});
        const Table masked = test::result(table, output);
        EXPECT_EQ(ranking({}, masked.column("x")), ranking({}, table.column("x"))) << fit;
        EXPECT_EQ(output.facts["fitted"]["x"], fit == "best" ? "lognormal" : fit);
        EXPECT_FALSE(output.facts.dump().find("bandwidth") != std::string::npos);
        std::vector<double> before = sorted_numbers({}, table.column("x"));
        std::vector<double> after = sorted_numbers({}, masked.column("x"));
        const double tolerance = fit == "gamma" ? 1 : 0.35;  // a gamma does not suit
        for (const double share : {0.25, 0.5, 0.75}) {
            EXPECT_NEAR(quantile(after, share), quantile(before, share), tolerance) << fit;
        }
        std::sort(before.begin(), before.end());
        for (const double value : after) {
            EXPECT_FALSE(std::binary_search(before.begin(), before.end(), value));
        }
    }
}

TEST(MaskDistributionDistortion, CategoriesByTheirFrequencies) {
    std::vector<std::string> given(700, "a");
    given.insert(given.end(), 300, "b");
    const Table table({Column::from_texts("c", Kind::ordinal, given)});
    double sum = 0;
    constexpr int kSeeds = 200;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const Table masked = mask("distribution-distortion", table, {}, {.seed = seed});
        sum += static_cast<double>(category_counts({}, masked.column("c"))[0]) / kSeeds;
    }
    EXPECT_NEAR(sum, 700, 5.6 * std::sqrt(1000 * 0.7 * 0.3 / kSeeds));
}

TEST(MaskDistributionDistortion, OddColumns) {
    const Table table({test::with_missing("none", {0, 0}, {0, 1}), Column::numeric("one", {4, 4})});
    const MaskOutput output = run_mask("distribution-distortion", table, {});
    ASSERT_EQ(output.warnings.size(), 2U);
    EXPECT_THAT(output.warnings[0], HasSubstr("has no values"));
    EXPECT_THAT(output.warnings[1], HasSubstr("has one value only"));
    EXPECT_THAT(numbers(test::result(table, output), "one"), testing::ElementsAre(4, 4));
}

}  // namespace
}  // namespace lethe
