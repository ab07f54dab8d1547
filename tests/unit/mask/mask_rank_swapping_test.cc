#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// How far each value moved, in ranks; the values differ from each other.
std::vector<std::int64_t> moves(const std::vector<double>& before,
                                const std::vector<double>& after) {
    std::vector<double> sorted = before;
    std::sort(sorted.begin(), sorted.end());
    const auto rank = [&](double value) {
        return std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    };
    std::vector<std::int64_t> result;
    for (std::size_t i = 0; i < before.size(); ++i) {
        result.push_back(std::abs(rank(before[i]) - rank(after[i])));
    }
    return result;
}

// A peer takes p as a number of ranks whatever the size of the table.
TEST(MaskRankSwapping, TheWindowIsAPercentageOfTheRows) {
    for (const auto& [rows, p, window] :
         std::vector<std::tuple<std::int64_t, double, std::int64_t>>{
             {1000, 1.0, 10}, {2000, 1.0, 20}, {2000, 15.0, 300}, {10, 5.0, 1}}) {
        const Table table = test::random_table(Random(2), rows, 1);
        const MaskOutput output = run_mask("rank-swapping", table, {{"p", p}});
        EXPECT_EQ(output.facts["window_ranks"]["a"], window);
        const auto moved = moves(numbers(table, "a"), numbers(test::result(table, output), "a"));
        const std::int64_t farthest = *std::max_element(moved.begin(), moved.end());
        EXPECT_LE(farthest, window);
        EXPECT_GE(farthest, window * 9 / 10);
    }
}

// The values are a permutation that is its own inverse, and hardly any value stays.
TEST(MaskRankSwapping, ValuesAreExchangedInPairs) {
    const Table table = test::random_table(Random(2), 1001, 1);
    const auto before = numbers(table, "a"),
               after = numbers(mask("rank-swapping", table, {{"p", 5}}), "a");
    auto sorted_before = before, sorted_after = after;
    std::sort(sorted_before.begin(), sorted_before.end());
    std::sort(sorted_after.begin(), sorted_after.end());
    EXPECT_EQ(sorted_before, sorted_after);
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto partner = std::find(before.begin(), before.end(), after[i]) - before.begin();
        EXPECT_EQ(after[static_cast<std::size_t>(partner)], before[i]);
        kept += after[i] == before[i] ? 1 : 0;
    }
    EXPECT_GE(kept, 1);   // the number of values is odd
    EXPECT_LE(kept, 51);  // none but at the upper end, where the window runs out
}

// Table 2.3 of Abril (2014), printed for 40 % but not a permutation: only the promises are checked.
TEST(MaskRankSwapping, TheThesisTableKeepsItsValuesWithinTheWindow) {
    const Table table =
        test::numeric_table({{"Age", {23, 18, 58, 46, 18, 23}},
                             {"Salary", {25000, 10000, 12000, 30000, 10000, 14000}}});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const MaskOutput output = run_mask("rank-swapping", table, {{"p", 40}}, {.seed = seed});
        for (const ColumnPtr& column : output.changed) {
            EXPECT_EQ(output.facts["window_ranks"][column->name()], 2);
            std::vector<double> before = numbers(table, column->name()), sorted = before;
            std::vector<double> after(column->numbers().begin(), column->numbers().end());
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t i = 0; i < before.size(); ++i) {
                const auto [a, b] = std::equal_range(sorted.begin(), sorted.end(), before[i]);
                const auto [c, d] = std::equal_range(sorted.begin(), sorted.end(), after[i]);
                ASSERT_NE(c, d);
                EXPECT_LE(std::max(c - (b - 1), a - (d - 1)), 2);  // between the nearest of equals
            }
            std::sort(after.begin(), after.end());
            EXPECT_EQ(after, sorted);
        }
    }
}

TEST(MaskRankSwapping, AnotherShareForSomeColumns) {
    const Table table = test::random_table(Random(2), 500, 2);
    const MaskOutput output =
        run_mask("rank-swapping", table, {{"p", 10}, {"p_by_column", {{"b", 1}}}});
    EXPECT_EQ(output.facts["window_ranks"], Json({{"a", 50}, {"b", 5}}));
    const Table masked = test::result(table, output);
    const auto farthest = [&](const char* name) {
        const auto moved = moves(numbers(table, name), numbers(masked, name));
        return *std::max_element(moved.begin(), moved.end());
    };
    EXPECT_GT(farthest("a"), 40);
    EXPECT_LE(farthest("b"), 5);
}

TEST(MaskRankSwapping, TheWholeWindowIsUsedEvenly) {
    // The lowest of 10 values, window 4: each of ranks 1 .. 4 is its partner equally often.
    const Table table = test::numeric_table({{"a", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
    std::vector<int> partner(10, 0);
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const Table masked = mask("rank-swapping", table, {{"p", 40}}, {.seed = seed});
        ++partner[static_cast<std::size_t>(masked.column("a").numbers()[0])];
    }
    EXPECT_EQ(partner[0], 0);
    for (int rank = 1; rank <= 4; ++rank)
        EXPECT_NEAR(partner[static_cast<std::size_t>(rank)], 1000, 137);
    EXPECT_EQ(std::accumulate(partner.begin() + 5, partner.end(), 0), 0);
}

TEST(MaskRankSwapping, OrderedCategoriesAndMissingValues) {
    const std::vector<std::string> given = {"low", "high", "mid", "low", "high", "mid"};
    const std::vector<std::string> order = {"low", "mid", "high"};
    const ColumnPtr level = Column::from_texts("level", Kind::nominal, given)->as_ordinal(order);
    const Table table({level, test::with_missing("a", {4, 3, 0, 2, 1, 0}, {2, 5})});
    const Table masked = mask("rank-swapping", table, {{"p", 20}});  // a window of one rank
    // Ranked: low(1) low(4) | mid(3) mid(6) | high(2) high(5): neighbours are equal.
    EXPECT_THAT(texts(masked, "level"), ElementsAre("low", "high", "mid", "low", "high", "mid"));
    EXPECT_THAT(texts(masked, "a"), ElementsAre("3", "4", "NA", "1", "2", "NA"));
}

TEST(MaskRankSwapping, Problems) {
    const Table table = test::random_table(Random(2), 5, 1);
    EXPECT_THAT(test::problems("rank-swapping", table, {{"p_by_column", {{"b", 1}}}}),
                ElementsAre(HasSubstr("p_by_column: there is no column of this step \"b\"")));
    EXPECT_THAT(test::problems("rank-swapping", table, {{"p", 0}, {"p_by_column", {{"a", 101}}}}),
                ElementsAre(HasSubstr("above 0"), HasSubstr("at most 100")));
}

}  // namespace
}  // namespace lethe
