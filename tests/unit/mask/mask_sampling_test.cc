#include <algorithm>

#include "mask_support.h"

namespace lethe {
namespace {

using test::run_mask;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(MaskSampling, DrawsTheAskedNumberInRowOrder) {
    const Table table = test::random_table(Random(1), 1000, 2);
    for (const auto& [params, size] :
         std::vector<std::pair<Json, std::size_t>>{{{{"count", 37}}, 37},
                                                   {{{"fraction", 0.25}}, 250},
                                                   {{{"fraction", 1}}, 1000},
                                                   {{{"fraction", 1e-9}}, 1}}) {
        const MaskOutput output = run_mask("sampling", table, params);
        ASSERT_TRUE(output.kept_rows);
        EXPECT_TRUE(output.changed.empty());
        EXPECT_EQ(output.kept_rows->size(), size);
        EXPECT_TRUE(std::is_sorted(output.kept_rows->begin(), output.kept_rows->end()));
        EXPECT_EQ(std::adjacent_find(output.kept_rows->begin(), output.kept_rows->end()),
                  output.kept_rows->end());
        EXPECT_EQ(output.facts["released_records"], size);
    }
}

TEST(MaskSampling, EveryRowIsAsLikelyAsAnother) {
    const Table table = test::random_table(Random(1), 10, 1);
    std::vector<int> drawn(10, 0);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const MaskOutput output = run_mask("sampling", table, {{"count", 3}}, {.seed = seed});
        for (const std::int64_t row : *output.kept_rows) ++drawn[static_cast<std::size_t>(row)];
    }
    for (const int times : drawn) EXPECT_NEAR(times, 1200, 145);  // five deviations
}

TEST(MaskSampling, EmptyTableAndProblems) {
    const Table empty = test::numeric_table({{"a", {}}});
    EXPECT_TRUE(run_mask("sampling", empty, {{"fraction", 0.5}}).kept_rows->empty());
    const Table table = test::random_table(Random(1), 6, 1);
    EXPECT_THAT(test::problems("sampling", table, {{"count", 10}}),
                ElementsAre("step 1.count: count is 10, but the table has 6 rows"));
    EXPECT_THAT(test::problems("sampling", table, Json::object()),
                ElementsAre("step 1: give either fraction or count"));
    EXPECT_THAT(test::problems("sampling", table, {{"count", 2}, {"fraction", 0.5}}),
                ElementsAre("step 1: give either fraction or count"));
    EXPECT_THAT(test::problems("sampling", table, {{"fraction", 0}}),
                ElementsAre(HasSubstr("above 0")));
}

}  // namespace
}  // namespace lethe
