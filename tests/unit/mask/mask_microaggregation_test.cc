#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lethe/data/groups.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> kMethods = {"mdav", "individual-ranking", "optimal-univariate",
                                           "zscore-projection", "pca-projection"};

Table microaggregation_people() {
    return test::numeric_table({{"Age", {23, 18, 58, 46, 18, 23}},
                                {"Salary", {25000, 10000, 12000, 30000, 10000, 14000}}});
}

double sum_of_squares(const Table& a, const Table& b, const std::string& column) {
    double sum = 0;
    for (std::size_t i = 0; i < numbers(a, column).size(); ++i) {
        const double difference = a.column(column).numbers()[i] - b.column(column).numbers()[i];
        sum += difference * difference;
    }
    return sum;
}

TEST(MaskMdav, TheThesisTableRawAndStandardised) {
    for (const char* scaling : {"none", "zscore"}) {
        const MaskOutput output =
            run_mask("mdav", microaggregation_people(), {{"k", 2}, {"scaling", scaling}});
        const Table masked = test::result(microaggregation_people(), output);
        EXPECT_THAT(numbers(masked, "Age"), ElementsAre(34.5, 18, 40.5, 34.5, 18, 40.5));
        EXPECT_THAT(numbers(masked, "Salary"),
                    ElementsAre(27500, 10000, 13000, 27500, 10000, 13000));
        EXPECT_EQ(sum_of_squares(microaggregation_people(), masked, "Age") +
                      sum_of_squares(microaggregation_people(), masked, "Salary"),
                  14500877);
        EXPECT_EQ(output.facts, Json::parse(R"({"parts": [{"columns": ["Age", "Salary"],
            "groups": 3, "smallest": 2, "largest": 2}], "suppressed_cells": 0})"));
        EXPECT_THAT(output.warnings, IsEmpty());
    }
}

TEST(MaskMdav, GroupsOfColumnsAreMaskedOnTheirOwn) {
    const Table table = test::random_table(Random(4), 60, 5);
    const Json groups = Json::parse(R"([["a", "c"], ["b", "d", "e"]])");
    const MaskOutput output = run_mask("mdav", table, {{"k", {2, 7}}, {"groups", groups}});
    const Table masked = test::result(table, output);
    const auto alone = [&](std::vector<std::string> columns, int k) {
        return mask("mdav", table, {{"k", k}}, {.columns = columns});
    };
    const Table first = alone({"a", "c"}, 2), second = alone({"b", "d", "e"}, 7);
    for (const char* name : {"a", "c"}) EXPECT_EQ(numbers(masked, name), numbers(first, name));
    for (const char* name : {"b", "d", "e"})
        EXPECT_EQ(numbers(masked, name), numbers(second, name));
    EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("not as a whole")));
    EXPECT_EQ(output.facts["parts"][1]["smallest"], 7);
}

TEST(MaskMdav, ConsecutiveGroupsOfOneSize) {
    const Table table = test::random_table(Random(4), 60, 5);
    const Json named = Json::parse(R"([["a", "b"], ["c", "d"], ["e"]])");
    EXPECT_TRUE(test::same_cells(mask("mdav", table, {{"k", 3}, {"group_size", 2}}),
                                 mask("mdav", table, {{"k", 3}, {"groups", named}})));
}

TEST(MaskMdav, StandardisingMatters) {
    const Table table =
        test::numeric_table({{"small", {0, 1, 0, 1}}, {"large", {1000, 1001, 1500, 1499}}});
    EXPECT_THAT(numbers(mask("mdav", table, {{"k", 2}, {"scaling", "none"}}), "large"),
                ElementsAre(1000.5, 1000.5, 1499.5, 1499.5));
    const Table spread =
        test::numeric_table({{"small", {0, 1, 0, 1}}, {"large", {10, 40, 20, 50}}});
    EXPECT_THAT(numbers(mask("mdav", spread, {{"k", 2}}), "small"), ElementsAre(0, 1, 0, 1));
}

TEST(MaskMdav, ReportsAllProblems) {
    const Table table = test::random_table(Random(1), 6, 3);
    EXPECT_THAT(test::problems("mdav", table, {{"k", 10}}),
                ElementsAre("step 1.k: k is 10, but the table has 6 rows"));
    EXPECT_THAT(test::problems("mdav", table, {{"k", 1}}), ElementsAre(HasSubstr("at least 2")));
    const Json groups = Json::parse(R"([["a", "aa"], ["b", "a"], []])");
    EXPECT_THAT(
        test::problems("mdav", table, {{"k", {2, 9}}, {"groups", groups}, {"group_size", 2}}),
        ElementsAre(HasSubstr("groups: there is no column of this step \"aa\""),
                    HasSubstr("groups: column \"a\" is named twice"),
                    HasSubstr("groups: a group without columns"),
                    HasSubstr("groups: column \"c\" is in no group"),
                    HasSubstr("group_size: give groups or group_size, not both"),
                    HasSubstr("k: 2 numbers for 3 groups of columns"),
                    HasSubstr("k: k is 9, but the table has 6 rows")));
    EXPECT_THROW(run_mask("mdav", table, {{"k", 10}}), Error);
}

TEST(MaskMicroaggregation, EveryGroupHasAtLeastKRecordsAndTheMeanOfItsValues) {
    for (const char* method : {"mdav", "zscore-projection", "pca-projection"}) {
        for (const std::int64_t rows : {6, 7, 23, 200}) {
            for (const int distinct : {0, 3}) {
                const Table table = test::random_table(Random(9), rows, 3, distinct);
                const Table masked = mask(method, table, {{"k", 3}});
                const Groups groups = group_rows(test::threads(1), masked, masked.names());
                EXPECT_GE(groups.smallest(), 3) << method << rows;
                for (const std::string& name : table.names()) {
                    std::map<double, std::pair<double, double>> sums;  // shown: sum, count
                    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
                        auto& [sum, count] = sums[masked.column(name).numbers()[i]];
                        sum += table.column(name).numbers()[i];
                        ++count;
                    }
                    for (const auto& [shown, total] : sums) {
                        EXPECT_NEAR(shown, total.first / total.second, 1e-12);
                    }
                }
            }
        }
    }
}

// A peer releases the only value of a group unchanged when the others are missing.
TEST(MaskMicroaggregation, ALoneValueAmongMissingOnesIsNotReleased) {
    const Table table({Column::numeric("x", {1, 2, 3, 101, 102, 103}),
                       test::with_missing("y", {7, 0, 0, 8, 10, 0}, {1, 2, 5})});
    for (const char* method : {"mdav", "zscore-projection", "pca-projection"}) {
        const MaskOutput output = run_mask(method, table, {{"k", 3}, {"missing", "any"}});
        const Table masked = test::result(table, output);
        EXPECT_THAT(texts(masked, "x"), ElementsAre("2", "2", "2", "102", "102", "102")) << method;
        EXPECT_THAT(texts(masked, "y"), ElementsAre("NA", "NA", "NA", "9", "9", "NA")) << method;
        EXPECT_EQ(output.facts["suppressed_cells"], 1);
        EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("made missing")));
    }
}

// Where missing is a value of its own, more than half of a group decide for all of it.
TEST(MaskMicroaggregation, AGroupShowsAColumnToAllOfItsRecordsOrToNone) {
    const Table table({Column::numeric("x", {1, 2, 3, 101, 102, 103}),
                       test::with_missing("y", {7, 0, 0, 8, 10, 0}, {1, 2, 5})});
    for (const char* method : {"zscore-projection", "pca-projection"}) {
        const MaskOutput output = run_mask(method, table, {{"k", 3}});
        const Table masked = test::result(table, output);
        EXPECT_THAT(texts(masked, "x"), ElementsAre("2", "2", "2", "102", "102", "102")) << method;
        EXPECT_THAT(texts(masked, "y"), ElementsAre("NA", "NA", "NA", "9", "9", "9")) << method;
        EXPECT_EQ(output.facts["suppressed_cells"], 1);
        EXPECT_EQ(output.facts["filled_cells"], 1);
        EXPECT_THAT(output.warnings,
                    ElementsAre(HasSubstr("made missing"), HasSubstr("(missing = any")));
    }
}

// Half of a group is not more than half: with two records a lone value is never shown.
TEST(MaskMicroaggregation, HalfOfAGroupIsNotEnough) {
    const Table table(
        {Column::numeric("x", {1, 2, 101, 102}), test::with_missing("y", {7, 0, 8, 10}, {1})});
    const MaskOutput output = run_mask("zscore-projection", table, {{"k", 2}});
    EXPECT_THAT(texts(test::result(table, output), "y"), ElementsAre("NA", "NA", "9", "9"));
    Validity validity(2);
    validity.set_missing(1);
    const Table words(
        {Column::numeric("x", {1, 2}),
         Column::categories("y", Kind::nominal, {0, 0},
                            std::make_shared<const Dictionary>(Dictionary{"a", "b"}), validity)});
    EXPECT_THAT(texts(mask("mdav", words, {{"k", 2}}), "y"), ElementsAre("NA", "NA"));
}

// Records with the same gaps go together where they can: nothing is lost and nothing filled in.
TEST(MaskMdav, RecordsWithTheSameGapsGoTogether) {
    const Table table({Column::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8}),
                       test::with_missing("y", {1, 0, 3, 0, 5, 0, 7, 0}, {1, 3, 5, 7})});
    for (const char* scaling : {"zscore", "none"}) {
        const MaskOutput output = run_mask("mdav", table, {{"k", 2}, {"scaling", scaling}});
        EXPECT_THAT(texts(test::result(table, output), "y"),
                    ElementsAre("2", "NA", "2", "NA", "6", "NA", "6", "NA"));
        EXPECT_EQ(output.facts["suppressed_cells"], 0);
        EXPECT_FALSE(output.facts.contains("filled_cells"));
    }
}

TEST(MaskMicroaggregation, MissingValuesDoNotTakePartInColumnsOnTheirOwn) {
    const Table table({test::with_missing("a", {9, 1, 0, 2, 8, 10, 0}, {2, 6})});
    for (const char* variant : {"sorted", "mdav", "optimal"}) {
        const MaskOutput output =
            run_mask("individual-ranking", table, {{"k", 2}, {"variant", variant}});
        EXPECT_THAT(texts(test::result(table, output), "a"),
                    ElementsAre("9", "1.5", "NA", "1.5", "9", "9", "NA"));
        EXPECT_EQ(output.facts["parts"][0]["groups"], 2);
        EXPECT_EQ(output.facts["parts"][0]["largest"], 3);
    }
}

TEST(MaskMicroaggregation, ConstantColumnsStayExactly) {
    const std::vector<double> flat(11, 0.1);
    const Table table({Column::numeric("flat", flat),
                       Column::numeric("line", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})});
    for (const std::string& method : kMethods) {
        EXPECT_EQ(numbers(mask(method, table, {{"k", 11}}), "flat"), flat) << method;
        EXPECT_EQ(numbers(mask(method, table, {{"k", 3}}), "flat"), flat) << method;
        EXPECT_EQ(numbers(mask(method, table, {{"k", 3}}, {.columns = {"flat"}}), "flat"), flat);
    }
}

TEST(MaskMicroaggregation, EmptyOneRowedAndAllMissingTables) {
    const Table empty = test::numeric_table({{"a", {}}, {"b", {}}});
    const Table one = test::numeric_table({{"a", {1}}});
    const Table missing({test::with_missing("a", {0, 0, 0}, {0, 1, 2})});
    for (const std::string& method : kMethods) {
        EXPECT_TRUE(test::same_cells(mask(method, empty, {{"k", 3}}), empty)) << method;
        EXPECT_TRUE(test::same_cells(mask(method, missing, {{"k", 3}}), missing)) << method;
        EXPECT_THROW(run_mask(method, one, {{"k", 3}}), Error) << method;
    }
}

TEST(MaskIndividualRanking, CutsTheSortedColumn) {
    const Table table =
        test::numeric_table({{"a", {5, 1, 4, 2, 3, 9, 7}}, {"b", {1, 1, 1, 1, 1, 1, 8}}});
    const Table masked = mask("individual-ranking", table, {{"k", 3}, {"k_by_column", {{"b", 2}}}});
    EXPECT_THAT(numbers(masked, "a"), ElementsAre(6.25, 2, 6.25, 2, 2, 6.25, 6.25));
    EXPECT_THAT(numbers(masked, "b"),  // 1 1 | 1 1 | 1 1 8, ties by row
                ElementsAre(1, 1, 1, 1, 10.0 / 3, 10.0 / 3, 10.0 / 3));
}

TEST(MaskIndividualRanking, CountsTheValuesOfAColumn) {
    const Table table(
        {test::with_missing("a", {1, 2, 0, 0}, {2, 3}), Column::numeric("b", {1, 2, 3, 4})});
    for (const char* method : {"individual-ranking", "optimal-univariate"}) {
        EXPECT_THAT(test::problems(method, table, {{"k", 3}, {"k_by_column", {{"c", 2}}}}),
                    ElementsAre(HasSubstr("k_by_column: there is no column of this step \"c\""),
                                "step 1.k: k is 3, but column \"a\" has 2 values"));
    }
}

// The least sum of squares over all cuts of a sorted column, one cut at a time.
double least_squares(const std::vector<double>& sorted, std::size_t begin, std::size_t k) {
    if (begin == sorted.size()) return 0;
    double best = INFINITY;
    for (std::size_t end = begin + k; end <= sorted.size(); ++end) {
        double mean = 0, cost = 0;
        for (std::size_t i = begin; i < end; ++i)
            mean += sorted[i] / static_cast<double>(end - begin);
        for (std::size_t i = begin; i < end; ++i) cost += (sorted[i] - mean) * (sorted[i] - mean);
        best = std::min(best, cost + least_squares(sorted, end, k));
    }
    return best;
}

// A peer computes sums of squares in single precision and loses the optimum under an offset.
TEST(MaskOptimalUnivariate, IsOptimalUnderALargeOffset) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Table table = test::random_table(Random(seed), 12, 1, 40);
        std::vector<double> sorted = numbers(table, "a");
        std::sort(sorted.begin(), sorted.end());
        for (const double offset : {0.0, 0x1p24, -0x1p40}) {
            std::vector<double> moved = numbers(table, "a");
            for (double& value : moved) value += offset;
            const Table shifted = test::numeric_table({{"a", moved}});
            for (const int k : {2, 3}) {
                const double best = least_squares(sorted, 0, static_cast<std::size_t>(k));
                const Table masked = mask("optimal-univariate", shifted, {{"k", k}});
                EXPECT_NEAR(sum_of_squares(shifted, masked, "a"), best, 1e-2) << seed;
                EXPECT_TRUE(test::same_cells(masked, mask("individual-ranking", shifted,
                                                          {{"k", k}, {"variant", "optimal"}})));
            }
        }
    }
}

TEST(MaskOptimalUnivariate, FollowsClumps) {
    const Table table = test::numeric_table({{"a", {1, 2, 3, 4, 20, 21, 22}}});
    EXPECT_THAT(numbers(mask("optimal-univariate", table, {{"k", 3}}), "a"),
                ElementsAre(2.5, 2.5, 2.5, 2.5, 21, 21, 21));
    EXPECT_THAT(numbers(mask("individual-ranking", table, {{"k", 3}}), "a"),
                ElementsAre(2, 2, 2, 16.75, 16.75, 16.75, 16.75));
}

TEST(MaskProjection, SortsByTheSumOfZScores) {
    // Both columns have mean 3 and deviation sqrt(2.5), so the order is that of a + b.
    const Table table = test::numeric_table({{"a", {1, 2, 3, 4, 5}}, {"b", {3, 1, 5, 2, 4}}});
    const Table masked = mask("zscore-projection", table, {{"k", 2}});  // sums 4 3 8 6 9
    EXPECT_THAT(numbers(masked, "a"), ElementsAre(1.5, 1.5, 4, 4, 4));
}

TEST(MaskProjection, SortsByTheFirstComponent) {
    // Strongly negative correlation: the component is a - b, the sum would mix opposite ends.
    const Table table =
        test::numeric_table({{"a", {1, 2, 3, 4, 5, 6}}, {"b", {60, 50, 40, 30, 20, 10}}});
    const Table masked = mask("pca-projection", table, {{"k", 2}});
    EXPECT_THAT(numbers(masked, "a"), ElementsAre(1.5, 1.5, 3.5, 3.5, 5.5, 5.5));
    EXPECT_THAT(numbers(masked, "b"), ElementsAre(55, 55, 35, 35, 15, 15));
}

// With seven records the last group takes the remainder, so the sign of the component shows.
TEST(MaskProjection, TheLargestLoadingIsPositive) {
    const Table table =
        test::numeric_table({{"a", {7, 6, 5, 4, 3, 2, 1}}, {"b", {1, 2, 3, 4, 5, 6, 7}}});
    const Table masked = mask("pca-projection", table, {{"k", 3}});
    EXPECT_THAT(numbers(masked, "a"), ElementsAre(5.5, 5.5, 5.5, 5.5, 2, 2, 2));
}

}  // namespace
}  // namespace lethe
