#include "lethe/knowledge/hierarchies/build_levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Line = std::vector<std::string>;

LevelTable intervals_of_texts(const Line& texts, const IntervalLevels& options) {
    std::vector<double> numbers;
    for (const std::string& text : texts) numbers.push_back(*parse_number(text));
    EXPECT_TRUE(problems_of(options).empty());
    LevelTable table = levels_by_intervals(texts, numbers, options);
    check_levels(table);
    return table;
}

std::string wrong_levels(const LevelTable& table) {
    try {
        check_levels(table);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    return "";
}

TEST(BuildLevels, IntervalsOfAWidth) {
    const LevelTable table = intervals_of_texts({"3", "5", "7.5", "19", "-1"}, {.width = 5});
    EXPECT_THAT(table.lines, ElementsAre(Line{"3", "[0, 5)", "[0, 10)", "[0, 20)", "*"},
                                         Line{"5", "[5, 10)", "[0, 10)", "[0, 20)", "*"},
                                         Line{"7.5", "[5, 10)", "[0, 10)", "[0, 20)", "*"},
                                         Line{"19", "[15, 20)", "[10, 20)", "[0, 20)", "*"},
                                         Line{"-1", "[-5, 0)", "[-10, 0)", "[-20, 0)", "*"}));
}

TEST(BuildLevels, IntervalsWithEnds) {
    const IntervalLevels options{.width = 10, .fan = 3, .from = 18, .to = 65};
    EXPECT_THAT(intervals_of_texts({"17.9", "18", "50", "64", "65"}, options).lines,
                ElementsAre(Line{"17.9", "< 18", "< 18", "< 18", "*"},
                            Line{"18", "[18, 28)", "[18, 48)", "[18, 65)", "*"},
                            Line{"50", "[48, 58)", "[48, 65)", "[18, 65)", "*"},
                            Line{"64", "[58, 65)", "[48, 65)", "[18, 65)", "*"},
                            Line{"65", ">= 65", ">= 65", ">= 65", "*"}));
    const LevelTable cut =
        intervals_of_texts({"2", "18", "29", "30", "70"}, {.cuts = {18, 30, 65}});
    EXPECT_THAT(
        cut.lines,
        ElementsAre(Line{"2", "< 18", "< 18", "*"}, Line{"18", "[18, 30)", "[18, 65)", "*"},
                    Line{"29", "[18, 30)", "[18, 65)", "*"},
                    Line{"30", "[30, 65)", "[18, 65)", "*"}, Line{"70", ">= 65", ">= 65", "*"}));
    EXPECT_EQ(intervals_of_texts({"1", "2", "90"}, {.width = 1, .most_levels = 2}).levels(), 4);
}

// Labels are read as the numbers that they stand for, by attacks and losses too.
TEST(BuildLevels, LabelsOfIntervalsAreIntervals) {
    const auto inside = interval_of_label("[18, 28.5)");
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->low, 18);
    EXPECT_EQ(inside->high, 28.5);
    EXPECT_EQ(interval_of_label("< 18")->high, 18);
    EXPECT_EQ(interval_of_label(">= -65")->low, -65);
    EXPECT_FALSE(interval_of_label("[18, )"));
    EXPECT_FALSE(interval_of_label("< "));
}

TEST(BuildLevels, BadIntervals) {
    const auto messages = [](const IntervalLevels& options) {
        std::string all;
        for (const Problem& problem : problems_of(options)) all += to_string(problem) + "\n";
        return all;
    };
    EXPECT_THAT(messages({}), HasSubstr("either a width, such as 5, or cut points"));
    EXPECT_THAT(messages({.width = 5, .cuts = {1, 2}}), HasSubstr("either a width"));
    EXPECT_THAT(messages({.width = 0}), HasSubstr("width: must be above 0"));
    EXPECT_THAT(messages({.width = 1.0 / 3}), HasSubstr("at most 9 decimals"));
    EXPECT_THAT(messages({.cuts = {18, 65, 30}, .to = 4}),
                testing::AllOf(HasSubstr("must ascend"), HasSubstr("belongs to a width")));
    EXPECT_THAT(messages({.cuts = {18}}), HasSubstr("at least two"));
    EXPECT_THAT(messages({.width = 5, .from = 10, .to = 10}), HasSubstr("must be above 10"));
    EXPECT_THROW(levels_by_intervals(Line{"1e300"}, std::vector<double>{1e300}, {.width = 0.001}),
                 Error);
}

TEST(BuildLevels, Order) {
    const Line values{"a", "b", "c", "d", "e"};
    EXPECT_THAT(levels_by_order(values, std::vector<std::int64_t>{0, 1, 2, 3, 4}, 2).lines,
                ElementsAre(Line{"a", "a to b", "a to d", "*"}, Line{"b", "a to b", "a to d", "*"},
                            Line{"c", "c to d", "a to d", "*"}, Line{"d", "c to d", "a to d", "*"},
                            Line{"e", "e", "e", "*"}));
    // Two spellings of a number are one category.
    EXPECT_THAT(
        levels_by_order(Line{"1", "1.0", "2", "3"}, std::vector<std::int64_t>{0, 0, 1, 2}, 2).lines,
        ElementsAre(Line{"1", "1 to 2", "*"}, Line{"1.0", "1 to 2", "*"}, Line{"2", "1 to 2", "*"},
                    Line{"3", "3", "*"}));
}

TEST(BuildLevels, Prefixes) {
    EXPECT_THAT(
        levels_by_prefixes(Line{"81667", "8166", "28001"}, std::vector<std::int64_t>{3, 1}).lines,
        ElementsAre(Line{"81667", "816**", "8****", "*"}, Line{"8166", "816**", "8****", "*"},
                    Line{"28001", "280**", "2****", "*"}));
    EXPECT_THAT(levels_by_prefixes(Line{"\u00e9a", "\u00e8", "zz"}, {}).lines,
                ElementsAre(Line{"\u00e9a", "\u00e9*", "*"}, Line{"\u00e8", "\u00e8*", "*"},
                            Line{"zz", "z*", "*"}));
}

TEST(BuildLevels, Dates) {
    const std::vector<CalendarDay> days{{2020, 2, 27}, {2020, 12, 1}, {2031, 4, 30}};
    const std::vector<DateUnit> units{DateUnit::day, DateUnit::month, DateUnit::quarter,
                                      DateUnit::year, DateUnit::decade};
    EXPECT_THAT(
        levels_by_dates(Line{"27.2.2020", "2020-12-01", "20310430"}, days, units).lines,
        ElementsAre(Line{"27.2.2020", "2020-02-27", "2020-02", "2020-Q1", "2020", "2020s", "*"},
                    Line{"2020-12-01", "2020-12-01", "2020-12", "2020-Q4", "2020", "2020s", "*"},
                    Line{"20310430", "2031-04-30", "2031-04", "2031-Q2", "2031", "2030s", "*"}));
}

TEST(BuildLevels, FrequencyAndGroups) {
    const Line values{"nurse", "smith", "baker", "clerk"};
    const std::vector<std::int64_t> people{4, 1, 9, 60};
    EXPECT_THAT(
        levels_by_frequency(values, people, std::vector<std::int64_t>{5, 20}, "rare").lines,
        ElementsAre(Line{"nurse", "rare", "rare", "*"}, Line{"smith", "rare", "rare", "*"},
                    Line{"baker", "baker", "rare", "*"}, Line{"clerk", "clerk", "clerk", "*"}));
    using Groups = std::map<std::string, std::string>;
    const std::vector<Groups> groups{
        {{"nurse", "care"}, {"smith", "craft"}, {"baker", "craft"}, {"clerk", "desk"}},
        {{"care", "service"}, {"craft", "goods"}, {"desk", "service"}}};
    const LevelTable table = levels_by_groups(values, groups);
    EXPECT_THAT(table.lines.front(), ElementsAre("nurse", "care", "service", "*"));
    const std::vector<LevelCount> counts =
        count_levels(table, std::vector<std::int64_t>{4, 1, 0, 60});
    EXPECT_EQ(counts[1].groups, 3);
    EXPECT_EQ(counts[1].unique, 1);
    EXPECT_EQ(counts[2].smallest, 1);
    EXPECT_EQ(counts[0].groups, 3);  // nobody is a baker
    EXPECT_EQ(counts[3].smallest, 65);
    EXPECT_THROW(levels_by_groups(values, std::vector<Groups>{{{"nurse", "care"}}}), Error);
}

TEST(BuildLevels, WhatIsNoHierarchy) {
    EXPECT_EQ(wrong_levels({{{"a", "x", "*"}, {"b", "x", "*"}}}), "");
    EXPECT_EQ(wrong_levels({{{"x", "x", "*"}, {"b", "x", "*"}}}), "");
    EXPECT_THAT(wrong_levels({{{"a", "x", "y", "*"}, {"b", "x", "z", "*"}}}),
                HasSubstr("level 2 of the hierarchy is not a coarsening"));
    // The name of a group is a value that is elsewhere.
    EXPECT_THAT(wrong_levels({{{"a", "x", "*"}, {"x", "y", "*"}}}), HasSubstr("not a coarsening"));
    EXPECT_THAT(wrong_levels({{{"*", "x", "*"}}}), HasSubstr("* stands for everything"));
    EXPECT_THAT(wrong_levels({{{"a", "b", "a", "*"}}}), HasSubstr("below itself"));
    EXPECT_THAT(wrong_levels({{{"", "*"}}}), HasSubstr("an empty text"));
    EXPECT_THAT(wrong_levels({{{"a", "*"}, {"a", "*"}}}), HasSubstr("two lines"));
    EXPECT_THAT(wrong_levels({{{"a", "*"}, {"b", "x", "*"}}}), HasSubstr("equally long"));
    EXPECT_THAT(wrong_levels({{{"a", "x"}}}), HasSubstr("must be *"));
}

}  // namespace
}  // namespace lethe
