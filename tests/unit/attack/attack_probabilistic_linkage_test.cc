#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assess.h"
#include "lethe/core/error.h"
#include "lethe/data/column_stats.h"

namespace lethe {
namespace {

using test::assess;
using test::numeric_table;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Table probabilistic_linkage_texts(const std::vector<std::string>& a,
                                  const std::vector<std::string>& b) {
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
    const Table original = probabilistic_linkage_texts({"x", "y", "z"}, {"1", "2", "3"});
    const Table masked = probabilistic_linkage_texts({"x", "y", "z"}, {"1", "2", "3"});
    const Table turned = probabilistic_linkage_texts({"z", "y", "x"}, {"3", "2", "1"});
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
    ASSERT_FALSE(assess("probabilistic-linkage", original, masked, {{"comparison", "exact"}})
                     .warnings.empty());
    for (const char* comparison : {"bins", "levels"}) {
        EXPECT_TRUE(assess("probabilistic-linkage", original, masked, {{"comparison", comparison}})
                        .warnings.empty());
    }
}

// Of many people some are drawn; each is looked for among all released records.
TEST(ProbabilisticLinkage, LooksForASampleInTheWholeRelease) {
    const Table table = test::random_table(Random(1), 500, 2);
    const Json few{{"max_records", 40}};
    const Measurement result = assess("probabilistic-linkage", table, table, few);
    EXPECT_EQ(result.details["records"], 40);
    EXPECT_EQ(result.details["people"], 500);
    EXPECT_EQ(result.details["candidates"], 500);
    EXPECT_EQ(result.details["sampled"], true);
    EXPECT_EQ(result.value, 100);
    ASSERT_TRUE(result.interval.has_value());
    EXPECT_GT((*result.interval)[0], 85);
    EXPECT_LT((*result.interval)[0], 100);
    EXPECT_NEAR((*result.interval)[1], 100, 1e-9);
    EXPECT_FALSE(result.warnings.empty());

    const test::Intruder who{.known = {3, 77, 401}};
    const Measurement known = assess("probabilistic-linkage", table, table, few, 1, who);
    EXPECT_EQ(known.details["records"], 3);
    EXPECT_EQ(known.details["candidates"], 500);
    EXPECT_EQ(known.details["sampled"], false);
    EXPECT_FALSE(known.interval.has_value());
    EXPECT_EQ(known.value, 100);
}

// Every value is released by five people: whoever is drawn hides among five, not among the drawn.
TEST(ProbabilisticLinkage, ASampleHidesAmongAll) {
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) values.push_back(i / 5);
    const Table table = numeric_table({{"a", values}});
    for (const char* comparison : {"levels", "exact"}) {
        const Measurement result = assess("probabilistic-linkage", table, table,
                                          {{"max_records", 50}, {"comparison", comparison}});
        EXPECT_NEAR(result.value, 20, 1e-9);
        EXPECT_LT((*result.interval)[0], 20);
        EXPECT_GT((*result.interval)[1], 20);
    }
}

TEST(ProbabilisticLinkage, AsManyAsOneToOneTakes) {
    const Table table = test::random_table(Random(1), 4100, 2, 60);
    const Measurement result = assess("probabilistic-linkage", table, table);
    EXPECT_EQ(result.details["rule"], "heaviest");
    EXPECT_EQ(result.details["records"], 4100);
    EXPECT_FALSE(result.interval.has_value());
    EXPECT_THAT(result.warnings, Contains(HasSubstr("one to one, which may find more")));
    // Who asks for the heaviest gets what was asked for.
    EXPECT_THAT(assess("probabilistic-linkage", table, table, {{"rule", "heaviest"}}).warnings,
                IsEmpty());
}

// Noise moves every value; levels of distance see through what is small.
TEST(ProbabilisticLinkage, SeesThroughNoise) {
    const Table original = test::random_table(Random(1), 300, 4);
    const auto noisy = [&](double share) {
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : original.columns()) {
            const double deviation = column_stats(test::threads(1), *column).deviation();
            const Stream stream = Random(2).stream(column->name());
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] += share * deviation * stream.at(static_cast<std::int64_t>(i)).normal();
            }
            columns.push_back(Column::numeric(column->name(), std::move(values)));
        }
        return Table(columns);
    };
    EXPECT_GT(assess("probabilistic-linkage", original, noisy(0.01)).value, 98);
    EXPECT_GT(assess("probabilistic-linkage", original, noisy(0.1)).value, 70);
    EXPECT_LT(
        assess("probabilistic-linkage", original, noisy(0.1), {{"comparison", "exact"}}).value, 2);
}

// A merged category agrees with those that it replaced.
TEST(ProbabilisticLinkage, ReadsMergedCategories) {
    const Table original = probabilistic_linkage_texts({"x", "y", "z", "z"}, {"1", "2", "3", "4"});
    const Table masked =
        probabilistic_linkage_texts({"x or y", "x or y", "z", "z"}, {"1", "2", "3", "4"});
    const Measurement result =
        assess("probabilistic-linkage", original, masked, {{"model", "known"}});
    EXPECT_EQ(result.value, 100);
    EXPECT_TRUE(result.about_original["weights"]["a"].contains("stands for it"));
    EXPECT_FALSE(result.knows.empty());
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
    const Measurement result =
        assess("probabilistic-linkage", wide, wide, {{"comparison", "exact"}});
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.about_original["m"].size(), 16);
    EXPECT_FALSE(result.warnings.empty());
    const Measurement levels = assess("probabilistic-linkage", wide, wide);
    EXPECT_EQ(levels.value, 100);
    EXPECT_EQ(levels.about_original["m"].size(), 20);
    EXPECT_TRUE(levels.warnings.empty());
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
    EXPECT_DOUBLE_EQ(risk.details["avrl"].get<double>(), (distance + probabilistic) / 2);
    const Json exact{{"comparison", "exact"}, {"model", "known"}, {"rule", "heaviest"}};
    EXPECT_EQ(assess("disclosure-risk", original, masked, exact).details["probabilistic_linkage"],
              assess("probabilistic-linkage", original, masked, exact).value);
    const Table distinct = test::random_table(Random(3), 50, 2);
    EXPECT_EQ(assess("disclosure-risk", distinct, distinct).value, 100);
}

// A column of categories that is released as it is discloses nothing by intervals.
TEST(DisclosureRisk, CountsWhatWasAtStake) {
    const Table table = probabilistic_linkage_texts({"x", "y", "x", "y"}, {"1", "2", "3", "4"});
    const Measurement risk = assess("disclosure-risk", table, table);
    EXPECT_TRUE(risk.details["interval_disclosure"].is_null());
    EXPECT_EQ(risk.value, risk.details["avrl"].get<double>());
    const Measurement interval = assess("interval-disclosure", table, table);
    EXPECT_EQ(interval.details["cells"], 0);
    EXPECT_EQ(interval.details["not_at_stake"].size(), 2);
    EXPECT_EQ(assess("interval-disclosure", table, table, {{"categories", "all"}}).value, 100);
}

}  // namespace
}  // namespace lethe
