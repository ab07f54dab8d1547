#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Table ages() { return test::numeric_table({{"age", {3, 17, 18, 40, 65, 70, 80, 99}}}); }

TEST(MaskCoding, GivenThresholdsStayAndWhatIsBeyondIsShownAsThem) {
    const MaskOutput output =
        run_mask("top-bottom-coding", ages(), {{"bottom", {{"age", 18}}}, {"top", {{"age", 65}}}});
    EXPECT_THAT(output.changed[0]->numbers(), ElementsAre(18, 18, 18, 40, 65, 65, 65, 65));
    EXPECT_EQ(output.facts, Json({{"coded", {{"age", {{"bottom", 2}, {"top", 3}}}}}}));
    EXPECT_THAT(output.private_facts, IsEmpty());
}

TEST(MaskCoding, MeanAndMedianOfTheTail) {
    const Json top = {{"age", 50}};
    EXPECT_THAT(
        numbers(mask("top-bottom-coding", ages(), {{"top", top}, {"replacement", "mean"}}), "age"),
        ElementsAre(3, 17, 18, 40, 78.5, 78.5, 78.5, 78.5));
    EXPECT_THAT(
        numbers(mask("top-bottom-coding", ages(), {{"top", top}, {"replacement", "median"}}),
                "age"),
        ElementsAre(3, 17, 18, 40, 75, 75, 75, 75));
}

// The mean of one value is the value, and that of two tells each of them the other's.
TEST(MaskCoding, AShortTailIsShownAsTheThreshold) {
    for (const char* replacement : {"mean", "median"}) {
        const MaskOutput output = run_mask("top-bottom-coding", ages(),
                                           {{"top", {{"age", 75}}}, {"replacement", replacement}});
        EXPECT_THAT(output.changed[0]->numbers(), ElementsAre(3, 17, 18, 40, 65, 70, 75, 75));
        EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("too few values beyond the top")));
    }
}

TEST(MaskCoding, QuantilesAreOfTypeSevenAndPrivate) {
    const Table table = test::numeric_table({{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}});
    const MaskOutput output =
        run_mask("top-bottom-coding", table, {{"bottom_percent", 10}, {"top_percent", 25}});
    EXPECT_THAT(output.changed[0]->numbers(), ElementsAre(1.9, 2, 3, 4, 5, 6, 7, 7.75, 7.75, 7.75));
    EXPECT_EQ(output.facts, Json({{"coded", {{"a", {{"bottom", 1}, {"top", 3}}}}}}));
    EXPECT_EQ(output.private_facts,
              Json({{"thresholds", {{"a", {{"bottom", 1.9}, {"top", 7.75}}}}}}));
}

TEST(MaskCoding, OrderedCategories) {
    const std::vector<std::string> order = {"none", "school", "college", "doctor"};
    const std::vector<std::string> given = {"doctor", "none", "school", "college", "school"};
    const Table table({Column::from_texts("level", Kind::nominal, given)->as_ordinal(order)});
    EXPECT_THAT(
        test::texts(mask("top-bottom-coding", table, {{"top", {{"level", "college"}}}}), "level"),
        ElementsAre("college", "none", "school", "college", "school"));
    const MaskOutput output = run_mask("top-bottom-coding", table, {{"top_percent", 40}});
    EXPECT_THAT(test::texts(test::result(table, output), "level"),
                ElementsAre("school", "none", "school", "school", "school"));
    EXPECT_EQ(output.private_facts, Json({{"thresholds", {{"level", {{"top", "school"}}}}}}));
    EXPECT_THAT(test::problems("top-bottom-coding", table,
                               {{"top", {{"level", "master"}}}, {"replacement", "mean"}}),
                ElementsAre(HasSubstr("\"master\" is not a category of column \"level\""),
                            HasSubstr("replacement: column \"level\" has categories")));
}

// The three highest categories that occur become one; "lost" occurs nowhere and does not count.
TEST(MaskCoding, TheHighestAndLowestCategories) {
    const std::vector<std::string> order = {"a", "b", "c", "d", "lost", "e", "f"};
    const std::vector<std::string> given = {"f", "f", "e", "d", "c", "b", "a", "a"};
    const Table table({Column::from_texts("level", Kind::nominal, given)->as_ordinal(order)});
    const auto coded = [&](const Json& params) { return mask("top-bottom-coding", table, params); };
    const Table top = coded({{"top_categories", 3}});
    EXPECT_THAT(test::texts(top, "level"), ElementsAre("d", "d", "d", "d", "c", "b", "a", "a"));
    EXPECT_THAT(top.column("level").dictionary(), ElementsAre("a", "b", "c", "d"));
    EXPECT_THAT(test::texts(coded({{"top_categories", 3}, {"replacement", "median"}}), "level"),
                ElementsAre("e", "e", "e", "e", "c", "b", "a", "a"));
    const Table both = coded({{"top_categories", 2},
                              {"bottom_categories", 2},
                              {"top_label", "high"},
                              {"bottom_label", "low"}});
    EXPECT_THAT(test::texts(both, "level"),
                ElementsAre("high", "high", "high", "d", "c", "low", "low", "low"));
    EXPECT_THAT(both.column("level").dictionary(), ElementsAre("low", "c", "d", "lost", "high"));
    EXPECT_THAT(test::texts(coded({{"top_categories", 99}}), "level"), testing::Each("a"));
    EXPECT_THROW(coded({{"top_categories", 4}, {"bottom_categories", 3}}), Error);
    EXPECT_NO_THROW(coded({{"top_categories", 3}, {"bottom_categories", 3}}));
    EXPECT_THROW(coded({{"top_categories", 2}, {"top_label", "a"}}), Error);
}

TEST(MaskCoding, MissingConstantAndEmptyColumns) {
    const Json params = {{"bottom_percent", 20}, {"top_percent", 20}};
    const Table table({test::with_missing("a", {1, 2, 3, 4, 5, 0}, {5}),
                       test::with_missing("none", {0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5}),
                       Column::numeric("flat", std::vector<double>(6, 0.1))});
    const Table masked = mask("top-bottom-coding", table, params);
    EXPECT_THAT(test::texts(masked, "a"), ElementsAre("1.8", "2", "3", "4", "4.2", "NA"));
    EXPECT_TRUE(test::same_cells(masked.select(std::vector<std::string>{"none", "flat"}),
                                 table.select(std::vector<std::string>{"none", "flat"})));
}

TEST(MaskCoding, AColumnWithoutThresholdIsWarnedOf) {
    const Table table = test::numeric_table({{"a", {1, 2}}, {"b", {1, 2}}});
    const MaskOutput output = run_mask("top-bottom-coding", table, {{"top", {{"a", 1}}}});
    EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("\"b\" has no threshold")));
}

TEST(MaskCoding, Problems) {
    EXPECT_THAT(test::problems("top-bottom-coding", ages(), Json::object()),
                ElementsAre(HasSubstr("nothing to code")));
    EXPECT_THAT(test::problems("top-bottom-coding", ages(),
                               {{"top", {{"ages", 65}}}, {"bottom", {{"age", "young"}}}}),
                ElementsAre(HasSubstr("bottom: \"young\" is not a number of column \"age\""),
                            HasSubstr("did you mean \"age\"?")));
    EXPECT_THAT(test::problems("top-bottom-coding", ages(),
                               {{"top", {{"age", 18}}}, {"bottom", {{"age", 65}}}}),
                ElementsAre(HasSubstr("the bottom threshold is above the top one")));
    EXPECT_THROW(
        run_mask("top-bottom-coding", ages(), {{"bottom", {{"age", 98}}}, {"top_percent", 50}}),
        Error);
}

}  // namespace
}  // namespace lethe
