#include <gtest/gtest.h>

#include "assess.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using test::assess;
using test::numeric_table;

Table texts(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return Table(
        {Column::from_texts("a", Kind::nominal, a), Column::from_texts("b", Kind::ordinal, b)});
}

TEST(ProbabilisticLinkage, FindsEveryoneInAnUnmaskedFile) {
    const Table table = test::random_table(Random(1), 200, 3);
    const Measurement result = assess("probabilistic-linkage", table, table);
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.details["sampled"], false);
    EXPECT_NEAR(result.details["pi"].get<double>(), 1.0 / 200, 1e-6);
}

TEST(ProbabilisticLinkage, ComparesCategoriesByTheirText) {
    // The dictionaries are in different orders.
    const Table original = texts({"x", "y", "z"}, {"1", "2", "3"});
    const Table masked = texts({"x", "y", "z"}, {"1", "2", "3"});
    const Table turned = texts({"z", "y", "x"}, {"3", "2", "1"});
    EXPECT_EQ(assess("probabilistic-linkage", original, masked).value, 100);
    EXPECT_NEAR(assess("probabilistic-linkage", original, turned).value, 100.0 / 3, 1e-12);
}

// All masked records are equal: a guess finds one of N on average, whatever the order of the rows.
TEST(ProbabilisticLinkage, TiesAreBrokenByLuckNotByPosition) {
    const Table original = test::random_table(Random(1), 50, 2);
    const Table masked =
        numeric_table({{"a", std::vector<double>(50, 1.0)}, {"b", std::vector<double>(50, 2.0)}});
    double correct = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        correct += assess("probabilistic-linkage", original, masked, {}, 1, {}, seed)
                       .details["correct"]
                       .get<double>();
    }
    EXPECT_NEAR(correct / 200, 1.0, 0.3);  // the deviation of the mean is 0.07
}

TEST(ProbabilisticLinkage, SaysWhenNothingAgrees) {
    const Table original = test::random_table(Random(1), 20, 2);
    const Table masked = test::random_table(Random(2), 20, 2);
    ASSERT_FALSE(assess("probabilistic-linkage", original, masked).warnings.empty());
    EXPECT_TRUE(assess("probabilistic-linkage", original, masked, {{"comparison", "bins"}})
                    .warnings.empty());
}

TEST(ProbabilisticLinkage, SamplesLargeTables) {
    const Table table = test::random_table(Random(1), 500, 2);
    const Json few{{"max_records", 40}};
    const Measurement result = assess("probabilistic-linkage", table, table, few);
    EXPECT_EQ(result.details["records"], 40);
    EXPECT_EQ(result.details["candidates"], 40);
    EXPECT_EQ(result.details["sampled"], true);
    EXPECT_EQ(result.value, 100);
    EXPECT_FALSE(result.warnings.empty());

    // Few known records: the rest of the room is filled with other people's masked records.
    const test::Intruder who{.known = {3, 77, 401}};
    const Measurement known = assess("probabilistic-linkage", table, table, few, 1, who);
    EXPECT_EQ(known.details["records"], 3);
    EXPECT_EQ(known.details["candidates"], 40);
    EXPECT_EQ(known.value, 100);
}

TEST(ProbabilisticLinkage, ADroppedRecordIsNeverFound) {
    const Table original = test::random_table(Random(1), 30, 2);
    test::Intruder who;
    for (std::int64_t row = 29; row >= 0; row -= 2) who.origin.push_back(row);
    const Table masked = original.gather(who.origin);
    const Measurement result = assess("probabilistic-linkage", original, masked, {}, 1, who);
    EXPECT_EQ(result.details["correct"], 15);
    EXPECT_EQ(result.details["records"], 30);
    EXPECT_EQ(result.value, 50);
}

TEST(ProbabilisticLinkage, MissingAgreesWithNothing) {
    const Table table = test::with_missing(test::random_table(Random(1), 40, 2), Random(1), 1);
    const Measurement result = assess("probabilistic-linkage", table, table);
    EXPECT_LT(result.value, 50);
    EXPECT_TRUE(test::all_finite(result.details));
}

TEST(ProbabilisticLinkage, ManyColumns) {
    const Table wide = test::random_table(Random(1), 60, 20);
    const Measurement result = assess("probabilistic-linkage", wide, wide);
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.details["m"].size(), 16);
    EXPECT_FALSE(result.warnings.empty());
}

TEST(ProbabilisticLinkage, NobodyToLink) {
    const Table none = numeric_table({{"a", {}}});
    EXPECT_EQ(assess("probabilistic-linkage", none, none).value, 0);
    const Table one = numeric_table({{"a", {1}}});
    EXPECT_EQ(assess("probabilistic-linkage", one, one).value, 100);
}

TEST(ProbabilisticLinkage, SameValuesForAnyNumberOfThreads) {
    const Table original = test::random_table(Random(1), 300, 3, 20);
    const Table masked = test::random_table(Random(2), 300, 3, 20);
    const Measurement one = assess("probabilistic-linkage", original, masked, {}, 1);
    for (const int count : {2, 5}) {
        EXPECT_EQ(assess("probabilistic-linkage", original, masked, {}, count).details,
                  one.details);
    }
}

TEST(DisclosureRisk, IsTheMeanOfItsParts) {
    const Table original = test::random_table(Random(1), 150, 3, 30);
    const Table masked = test::random_table(Random(2), 150, 3, 30);
    const Measurement risk =
        assess("disclosure-risk", original, masked, {{"distance", "mahalanobis"}, {"p", {5, 10}}});
    const double distance =
        assess("distance-linkage", original, masked, {{"distance", "mahalanobis"}}).value;
    const double probabilistic = assess("probabilistic-linkage", original, masked).value;
    const double interval = assess("interval-disclosure", original, masked, {{"p", {5, 10}}}).value;
    EXPECT_DOUBLE_EQ(risk.value, ((distance + probabilistic) / 2 + interval) / 2);
    EXPECT_EQ(risk.details["distance_linkage"], distance);
    EXPECT_EQ(risk.details["probabilistic_linkage"], probabilistic);
    EXPECT_EQ(risk.details["interval_disclosure"], interval);
    const Table distinct = test::random_table(Random(3), 50, 2);
    EXPECT_EQ(assess("disclosure-risk", distinct, distinct).value, 100);
}

}  // namespace
}  // namespace lethe
