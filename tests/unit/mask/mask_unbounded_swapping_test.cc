// The two rank swappings that an intruder who knows the method cannot bound.
#include <algorithm>
#include <cmath>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

// The column 0, 1, ..., so that a value is its own rank.
Table ranks(std::size_t rows) {
    std::vector<double> values(rows);
    for (std::size_t i = 0; i < rows; ++i) values[i] = static_cast<double>(i);
    return test::numeric_table({{"a", values}, {"b", values}});
}

double mean_move(const Table& masked, const char* column) {
    const auto after = numbers(masked, column);
    double sum = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        sum += std::fabs(after[i] - static_cast<double>(i));
    }
    return sum / static_cast<double>(after.size());
}

TEST(MaskRankSwappingBuckets, FewerBucketsMoveValuesFarther) {
    const Table table = ranks(3000);
    const MaskOutput output = run_mask("rank-swapping-buckets", table,
                                       {{"buckets", 5}, {"buckets_by_column", {{"b", 50}}}});
    EXPECT_EQ(output.facts["buckets"], Json({{"a", 5}, {"b", 50}}));
    const Table masked = test::result(table, output);
    EXPECT_GT(mean_move(masked, "a"), 5 * mean_move(masked, "b"));
}

// Half of the values stay in their bucket, but some cross the whole file.
TEST(MaskRankSwappingBuckets, NoWindowHolds) {
    const Table table = ranks(20000);
    const auto after = numbers(mask("rank-swapping-buckets", table, {{"buckets", 10}}), "a");
    double farthest = 0;
    std::int64_t far = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double move = std::fabs(after[i] - static_cast<double>(i));
        farthest = std::max(farthest, move);
        far += move > 4000 ? 1 : 0;  // two buckets
    }
    EXPECT_GT(farthest, 16000);
    EXPECT_GT(far, 1000);
    EXPECT_LT(far, 10000);
}

TEST(MaskRankSwappingDistribution, BothReadingsOfTheSpread) {
    const Table table = ranks(20000);
    const auto upward = [&](const char* spread) {
        const auto after = numbers(
            mask("rank-swapping-distribution", table, {{"p", 10}, {"spread", spread}}), "a");
        std::vector<double> moves;
        for (std::size_t i = 0; i < 4000; ++i) {
            const double move = after[i] - static_cast<double>(i);
            if (move > 0) moves.push_back(move);
        }
        return moves;
    };
    const auto deviation = [](const std::vector<double>& moves) {
        double mean = 0, squares = 0;
        for (const double move : moves) mean += move / static_cast<double>(moves.size());
        for (const double move : moves) squares += (move - mean) * (move - mean);
        return std::sqrt(squares / static_cast<double>(moves.size()));
    };
    // The mean is 1000 ranks. Variance 1000 is a deviation of 32; taken ranks widen it somewhat.
    EXPECT_GT(deviation(upward("deviation")), 500);
    EXPECT_LT(deviation(upward("variance")), 100);
    EXPECT_EQ(run_mask("rank-swapping-distribution", table, {{"p", 10}}).facts["mean_ranks"],
              Json({{"a", 1000.0}, {"b", 1000.0}}));
}

TEST(MaskUnboundedSwapping, OrderedCategoriesAndMissingValues) {
    const std::vector<std::string> given = {"low", "high", "mid", "low"};
    const std::vector<std::string> order = {"low", "mid", "high"};
    const ColumnPtr level = Column::from_texts("level", Kind::nominal, given)->as_ordinal(order);
    const Table table({level, test::with_missing("a", {4, 0, 2, 0}, {1, 3})});
    for (const char* method : {"rank-swapping-buckets", "rank-swapping-distribution"}) {
        const Table masked = mask(method, table, Json::object());
        EXPECT_THAT(texts(masked, "level"), UnorderedElementsAre("low", "low", "mid", "high"));
        EXPECT_THAT(texts(masked, "a"), ElementsAre("2", "NA", "4", "NA"));
    }
}

TEST(MaskUnboundedSwapping, Problems) {
    const Table table = test::random_table(Random(2), 5, 1);
    EXPECT_THAT(test::problems("rank-swapping-buckets", table, {{"buckets_by_column", {{"b", 1}}}}),
                ElementsAre(HasSubstr("there is no column of this step \"b\"")));
    EXPECT_THAT(test::problems("rank-swapping-buckets", table, {{"buckets", 0}}),
                ElementsAre(HasSubstr("at least 1")));
    EXPECT_THAT(
        test::problems("rank-swapping-distribution", table, {{"p", 101}, {"spread", "wide"}}),
        ElementsAre(HasSubstr("at most 100"), HasSubstr("deviation")));
    EXPECT_THAT(test::problems("rank-swapping-distribution", table, {{"p_by_column", {{"c", 1}}}}),
                ElementsAre(HasSubstr("p_by_column: there is no column")));
}

}  // namespace
}  // namespace lethe
