// What is unique in a population, estimated in a written table: the published figures, and the
// estimators of the search, which share no code with these.
#include "lethe/release/tables/counts/uniqueness_counts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/algo/population/population_uniques.h"
#include "lethe/core/random.h"
#include "lethe/release/tables/counts/model_counts.h"
#include "support.h"

namespace lethe::release {
namespace {

// Classes of a sample from people whose classes are few and large and many and small.
SizeCounts drawn_sizes(std::uint64_t seed, int people, double share) {
    Draws draws = Random(seed).stream("classes").at(0);
    std::map<std::uint64_t, std::int64_t> classes;
    const auto one_in = static_cast<std::uint64_t>(1 / share);
    for (int i = 0; i < people; ++i) {
        const std::uint64_t spread = std::uint64_t{1} << (1 + draws.below(14));
        const std::uint64_t own = draws.below(spread);
        if (draws.below(one_in) == 0) ++classes[spread * 100'000 + own];
    }
    SizeCounts sizes;
    for (const auto& [label, size] : classes) ++sizes[size];
    return sizes;
}

TEST(UniquenessCounts, AgreeWithTheEstimatorsOfTheSearch) {
    int pitman = 0, slide = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const double share = seed % 3 == 0 ? 0.5 : seed % 3 == 1 ? 0.2 : 0.05;
        const SizeCounts sizes = drawn_sizes(seed, 4000, share);
        const WrittenSizes written(sizes.begin(), sizes.end());
        const double people = 4000 * (seed % 2 == 0 ? 1.2 : 1);
        EXPECT_NEAR(*estimated_uniques("zayatz", written, people) / zayatz_uniques(sizes, people),
                    1, 1e-8);
        if (const auto found = pitman_uniques(sizes, people)) {
            const auto own = estimated_uniques("pitman", written, people);
            ASSERT_TRUE(own) << seed;
            EXPECT_NEAR(*own / *found, 1, 1e-5) << seed;
            ++pitman;
        }
        if (share < 0.15) continue;
        if (const auto found = slide_negative_binomial_uniques(sizes, people)) {
            const auto own = estimated_uniques("snb", written, people);
            ASSERT_TRUE(own) << seed;
            EXPECT_NEAR(*own / *found, 1, 1e-5) << seed;
            ++slide;
        }
    }
    EXPECT_GT(pitman, 6);
    EXPECT_GT(slide, 3);
}

// Shares of the population of which the Adult file is a part, on nine columns: published figures.
TEST(UniquenessCounts, AreThePublishedOnes) {
    const WrittenSizes adult{
        {1, 15512}, {2, 2098}, {3, 754}, {4, 375}, {5, 189}, {6, 155}, {7, 97}, {8, 73},  {9, 39},
        {10, 37},   {11, 29},  {12, 18}, {13, 23}, {14, 14}, {15, 15}, {16, 9}, {17, 11}, {18, 10},
        {19, 10},   {20, 5},   {21, 3},  {22, 4},  {23, 3},  {24, 2},  {25, 1}, {26, 3},  {27, 5},
        {29, 1},    {30, 2},   {32, 1},  {34, 1},  {35, 1},  {36, 1},  {45, 1}};
    const auto share = [&](const std::string& estimator, double fraction) {
        return *estimated_uniques(estimator, adult, 30162 / fraction) * fraction / 30162;
    };
    EXPECT_NEAR(share("zayatz", .01), .2717127189, 1e-8);
    EXPECT_NEAR(share("zayatz", .2), .3577099235, 1e-8);
    EXPECT_NEAR(share("zayatz", 1), .5142895033, 1e-8);
    EXPECT_NEAR(share("pitman", .01), .1446083531, 1e-8);
    EXPECT_NEAR(share("pitman", .2), .3366280170, 1e-8);
    EXPECT_NEAR(share("snb", .1), .2499769376, 1e-8);
    EXPECT_NEAR(share("snb", .2), .3194593754, 1e-8);
    EXPECT_NEAR(share("dankar", .1), .2768499388, 1e-8);
    EXPECT_NEAR(share("dankar", .2), .3194593754, 1e-8);
}

TEST(UniquenessCounts, AllOfAPopulation) {
    // Every row stands for itself.
    EXPECT_NEAR(*estimated_uniques("zayatz", {{1, 4}, {2, 3}}, 10), 4, 1e-9);
    EXPECT_EQ(estimated_uniques("pitman", {{1, 4}, {2, 3}}, 10), std::nullopt);
    EXPECT_EQ(estimated_uniques("zayatz", {{2, 3}}, 10), 0);
    EXPECT_EQ(estimated_uniques("zayatz", {{1, 4}, {2, 3}}, 9), std::nullopt);
    EXPECT_EQ(estimated_uniques("snb", {{1, 40}, {2, 30}, {5, 3}}, 1e6), std::nullopt);
}

// One row alone of five: a fifth, by Zayatz, where the file is the population.
TEST(UniquenessCounts, DecideWhetherTheModelHolds) {
    const std::vector<std::string> towns = {"a", "a", "b", "b", "c"};
    const Table table({Column::from_texts("town", Kind::nominal, towns)});
    const auto counted = [&](const std::string& model, const Table& rows) {
        return count_models(test::threads(1), rows, rows, {model, {"town"}, {}}).at(0);
    };
    const std::string model = ",population=5,estimator=zayatz";
    EXPECT_NEAR(counted("unique-population:0.2" + model, table)["counted"].get<double>(), 0.2,
                1e-9);
    EXPECT_EQ(counted("unique-population:0.2" + model, table)["holds"], true);
    EXPECT_EQ(counted("unique-population:0.19" + model, table)["holds"], false);
    const Json none = counted("unique-population:0.5,population=5,estimator=pitman", table);
    EXPECT_EQ(none["holds"], false);
    EXPECT_EQ(none["reason"], "no estimate for these classes");
    EXPECT_EQ(counted("unique-population:0.1,population=5,estimator=pitman",
                      table.gather(std::vector<std::int64_t>{0, 1, 2, 3}))["holds"],
              true);
}

}  // namespace
}  // namespace lethe::release
