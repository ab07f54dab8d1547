#include "lethe/knowledge/hierarchies/build_levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

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
    EXPECT_EQ(interval_of_label("[18, 28.5[")->high, 28.5);
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
    EXPECT_THAT(levels_by_order(values, std::vector<std::int64_t>{0, 1, 2, 3, 4}, {}).lines,
                ElementsAre(Line{"a", "a to b", "a to d", "*"}, Line{"b", "a to b", "a to d", "*"},
                            Line{"c", "c to d", "a to d", "*"}, Line{"d", "c to d", "a to d", "*"},
                            Line{"e", "e", "e", "*"}));
    // Two spellings of a number are one category.
    EXPECT_THAT(
        levels_by_order(Line{"1", "1.0", "2", "3"}, std::vector<std::int64_t>{0, 0, 1, 2}, {})
            .lines,
        ElementsAre(Line{"1", "1 to 2", "*"}, Line{"1.0", "1 to 2", "*"}, Line{"2", "1 to 2", "*"},
                    Line{"3", "3", "*"}));
}

TEST(BuildLevels, Prefixes) {
    EXPECT_THAT(
        levels_by_redaction(Line{"81667", "8166", "28001"}, {.lengths = {3, 1}}).lines,
        ElementsAre(Line{"81667", "816**", "8****", "*"}, Line{"8166", "816**", "8****", "*"},
                    Line{"28001", "280**", "2****", "*"}));
    EXPECT_THAT(levels_by_redaction(Line{"\u00e9a", "\u00e8", "zz"}, {}).lines,
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

// The example of ISO 8601: the last days of 2024 lie in the first week of 2025.
TEST(BuildLevels, WeeksAndWhatReturns) {
    const Line values{"2024-12-29", "2024-12-30", "2021-01-03", "2020-02-27"};
    const std::vector<CalendarDay> days{
        {2024, 12, 29}, {2024, 12, 30}, {2021, 1, 3}, {2020, 2, 27}};
    const auto column = [&](DateUnit unit) {
        Line labels;
        for (const auto& line : levels_by_dates(values, days, std::vector<DateUnit>{unit}).lines) {
            labels.push_back(line[1]);
        }
        return labels;
    };
    EXPECT_THAT(column(DateUnit::week),
                ElementsAre("2024-W52", "2025-W01", "2020-W53", "2020-W09"));
    EXPECT_THAT(column(DateUnit::week_of_year), ElementsAre("W52", "W01", "W53", "W09"));
    EXPECT_THAT(column(DateUnit::weekday), ElementsAre("Sunday", "Monday", "Sunday", "Thursday"));
    EXPECT_THAT(column(DateUnit::quarter_of_year), ElementsAre("Q4", "Q4", "Q1", "Q1"));
    EXPECT_THAT(levels_by_dates(
                    Line{"a", "b"}, std::vector<CalendarDay>{{1999, 1, 1, 49510}, {2000, 1, 1, 0}},
                    std::vector<DateUnit>{DateUnit::second, DateUnit::minute, DateUnit::hour,
                                          DateUnit::century, DateUnit::millennium})
                    .lines.front(),
                ElementsAre("a", "1999-01-01T13:45:10", "1999-01-01T13:45", "1999-01-01T13",
                            "1900 to 1999", "1000 to 1999", "*"));
}

// Whether units lie within each other, by all days of three years and the first days of the months
// of others.
TEST(BuildLevels, UnitsWithinUnits) {
    std::vector<CalendarDay> days;
    Line names;
    for (const int year : {1895, 1899, 1905, 1995, 1999, 2000, 2001, 2005, 2011, 2150}) {
        const int last = year >= 1999 && year <= 2001 ? 28 : 3;
        for (int month = 1; month <= 12; ++month) {
            for (int day = 1; day <= last; ++day) {
                days.push_back({year, month, day});
                names.push_back(std::to_string(names.size()));
            }
        }
    }
    std::map<DateUnit, LevelTable> tables;
    for (const std::string_view unit : date_unit_names()) {
        const std::vector<DateUnit> one{*date_unit_named(unit)};
        if (one.front() >= DateUnit::day) tables[one.front()] = levels_by_dates(names, days, one);
    }
    for (const auto& [fine, below] : tables) {
        for (const auto& [coarse, top] : tables) {
            if (coarse == fine) continue;
            std::map<std::string, std::string> above;
            bool nested = true;
            for (std::size_t i = 0; i < names.size(); ++i) {
                const std::string& label = top.lines[i][1];
                nested = nested && above.emplace(below.lines[i][1], label).first->second == label;
            }
            EXPECT_EQ(lies_within(fine, coarse), nested) << name(fine) << " " << name(coarse);
        }
    }
}

std::vector<std::size_t> label_counts(const LevelTable& table) {
    std::vector<std::size_t> counts;
    for (std::size_t l = 0; l < static_cast<std::size_t>(table.levels()); ++l) {
        std::set<std::string> labels;
        for (const auto& line : table.lines) labels.insert(line[l]);
        counts.push_back(labels.size());
    }
    return counts;
}

LevelTable repeated(const std::vector<double>& numbers, const RepeatedIntervals& options) {
    Line texts;
    for (const double number : numbers) texts.push_back(number_text(number));
    EXPECT_TRUE(problems_of(options).empty());
    LevelTable table = levels_by_repeated_intervals(texts, numbers, options);
    check_levels(table);
    return table;
}

TEST(RepeatedIntervals, TwoBaseIntervalsToAHundred) {
    std::vector<double> numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back(i);
    const LevelTable table = repeated(numbers, {.edges = {0, 20, 33},
                                                .levels = {{{2}}, {{3}}},
                                                .lower = {.snap = 0},
                                                .upper = {.snap = 100}});
    EXPECT_THAT(table.lines[0], ElementsAre("0", "[0, 20)", "[0, 33)", "[0, 99)", "*"));
    EXPECT_THAT(table.lines[33], ElementsAre("33", "[33, 53)", "[33, 66)", "[0, 99)", "*"));
    EXPECT_THAT(table.lines[86], ElementsAre("86", "[86, 99)", "[66, 99)", "[0, 99)", "*"));
    EXPECT_THAT(table.lines[99], ElementsAre("99", "[99, 100)", "[99, 100)", "[99, 100)", "*"));
    EXPECT_THAT(label_counts(table), ElementsAre(100, 7, 4, 2, 1));
}

TEST(RepeatedIntervals, SnappingAndCoding) {
    const RepeatedIntervals options{
        .edges = {20, 30}, .levels = {{{2}}}, .lower = {20, 18, 0}, .upper = {80, 90, 120}};
    const LevelTable table = repeated({5, 18, 79, 89, 90}, options);
    EXPECT_THAT(
        table.lines,
        ElementsAre(Line{"5", "< 18", "< 18", "*"}, Line{"18", "[18, 30)", "[18, 40)", "*"},
                    Line{"79", "[70, 90)", "[60, 90)", "*"},
                    Line{"89", "[70, 90)", "[60, 90)", "*"}, Line{"90", ">= 90", ">= 90", "*"}));
    std::vector<double> all;
    for (int i = 0; i < 120; ++i) all.push_back(i);
    // [18, 30) to [70, 90) and two ends; [18, 40), [40, 60), [60, 90) and two ends.
    EXPECT_THAT(label_counts(repeated(all, options)), ElementsAre(120, 8, 5, 1));
    for (const double outside : {-1.0, 120.0}) {
        try {
            repeated({20, outside}, options);
            ADD_FAILURE();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            EXPECT_THAT(error.what(), HasSubstr("1 of 2 numbers lie outside the intervals"));
        }
    }
}

TEST(RepeatedIntervals, Cholesterol) {
    const RepeatedIntervals options{
        .edges = {0, 1.8, 2.6, 3.4, 4.1, 4.9, 10},
        .labels = {"very low", "low", "normal", "borderline high", "high", "very high"},
        .levels = {{{2, "low"}, {2, "normal"}, {2, "high"}}, {{2, "low-normal"}, {1, "high"}}}};
    const LevelTable table = repeated({3.5, 0, 1.8, 4.9, 9.9}, options);
    EXPECT_THAT(table.lines,
                ElementsAre(Line{"3.5", "borderline high", "normal", "low-normal", "*"},
                            Line{"0", "very low", "low", "low-normal", "*"},
                            Line{"1.8", "low", "low", "low-normal", "*"},
                            Line{"4.9", "very high", "high", "high", "*"},
                            Line{"9.9", "very high", "high", "high", "*"}));
    std::vector<double> all;
    for (int i = 0; i < 100; ++i) all.push_back(*parse_number(fixed_number_text(i / 10.0, 1)));
    EXPECT_THAT(label_counts(repeated(all, options)), ElementsAre(100, 6, 3, 2, 1));
}

TEST(RepeatedIntervals, LabelsThatReturnAreNumbered) {
    const LevelTable table = repeated({0, 7, 10, 17}, {.edges = {0, 5, 10},
                                                       .labels = {"early", "late"},
                                                       .lower = {.snap = 0},
                                                       .upper = {.snap = 20}});
    EXPECT_THAT(table.lines, ElementsAre(Line{"0", "early-1", "*"}, Line{"7", "late-1", "*"},
                                         Line{"10", "early-2", "*"}, Line{"17", "late-2", "*"}));
}

TEST(RepeatedIntervals, Bad) {
    const auto messages = [](const RepeatedIntervals& options) {
        std::string all;
        for (const Problem& problem : problems_of(options)) all += to_string(problem) + "\n";
        return all;
    };
    EXPECT_THAT(messages({.edges = {3}}), HasSubstr("cuts: must be at least two numbers"));
    EXPECT_THAT(messages({.edges = {0, 5}, .labels = {"a", "b"}}), HasSubstr("the intervals, 1"));
    EXPECT_THAT(messages({.edges = {0, 5}, .levels = {{{0}}}}), HasSubstr("join: needs"));
    EXPECT_THAT(messages({.edges = {0, 5}, .lower = {0, 1}}), HasSubstr("lower: must descend"));
    EXPECT_THAT(messages({.edges = {0, 5}, .upper = {9, 8}}), HasSubstr("upper: must ascend"));
    EXPECT_THAT(messages({.edges = {0, 5}, .lower = {9}, .upper = {9}}), HasSubstr("above 9"));
    EXPECT_THAT(messages({.edges = {0, 1.0 / 3}}), HasSubstr("at most 9 decimals"));
}

TEST(BuildLevels, OrderByGroups) {
    Line values;
    std::vector<std::int64_t> ranks;
    for (int i = 0; i < 100; ++i) {
        values.push_back(std::to_string(i));
        ranks.push_back(i);
    }
    const LevelTable tens = levels_by_order(values, ranks, {.levels = {{{10}}, {{2}}}});
    EXPECT_THAT(label_counts(tens), ElementsAre(100, 10, 5, 1));
    EXPECT_THAT(tens.lines[99], ElementsAre("99", "90 to 99", "80 to 99", "*"));
    const Line zip{"28001", "28002", "28100", "41001", "41002"};
    const auto labels = [&](RunLabel form, const GroupSizes& groups) {
        Line found;
        for (const auto& line : levels_by_order(zip, std::vector<std::int64_t>{0, 1, 2, 3, 4},
                                                {.levels = {groups}, .label = form})
                                    .lines) {
            found.push_back(line[1]);
        }
        return found;
    };
    EXPECT_THAT(labels(RunLabel::prefix, {{2}}),
                ElementsAre("2800*", "2800*", "*****", "*****", "41002"));
    EXPECT_THAT(labels(RunLabel::prefix, {{2}, {1}}),
                ElementsAre("2800*", "2800*", "28100", "4100*", "4100*"));
    EXPECT_THAT(labels(RunLabel::set, {{3}, {2}}),
                ElementsAre("{28001, 28002, 28100}", "{28001, 28002, 28100}",
                            "{28001, 28002, 28100}", "{41001, 41002}", "{41001, 41002}"));
    EXPECT_THAT(
        labels(RunLabel::bounds, {{3}, {2, "south"}}),
        ElementsAre("[28001, 28100]", "[28001, 28100]", "[28001, 28100]", "south", "south"));
    EXPECT_THAT(labels(RunLabel::range, {{1, "a"}, {1, "b"}}),
                ElementsAre("a-1", "b-1", "a-2", "b-2", "a-3"));
}

TEST(BuildLevels, Redaction) {
    const Line values{"81667", "8166"};
    EXPECT_THAT(levels_by_redaction(Line{"81667", "8166", "9"}, {}).lines,
                ElementsAre(Line{"81667", "8166*", "816**", "81***", "8****", "*"},
                            Line{"8166", "8166*", "816**", "81***", "8****", "*"},
                            Line{"9", "9****", "9****", "9****", "9****", "*"}));
    EXPECT_THAT(
        levels_by_redaction(values, {.lengths = {4, 2}, .align = TextSide::right, .pad = " "})
            .lines,
        ElementsAre(Line{"81667", "8166*", "81***", "*"}, Line{"8166", " 816*", " 8***", "*"}));
    EXPECT_THAT(
        levels_by_redaction(values, {.lengths = {3}, .from = TextSide::left, .mask = "x"}).lines,
        ElementsAre(Line{"81667", "xx667", "*"}, Line{"8166", "xx66x", "*"}));
    EXPECT_THAT(levels_by_redaction(Line{"ab", "c"}, {.lengths = {1}, .mask = "\u2022"}).lines,
                ElementsAre(Line{"ab", "a\u2022", "*"}, Line{"c", "c\u2022", "*"}));
}

TEST(BuildLevels, Priority) {
    const Line values{"d", "a", "c", "b"};
    EXPECT_THAT(levels_by_priority(values, std::vector<double>{1, 9, 2, 5}, 10).lines,
                ElementsAre(Line{"d", "*", "*", "*", "*"}, Line{"a", "a", "a", "a", "*"},
                            Line{"c", "c", "*", "*", "*"}, Line{"b", "b", "b", "*", "*"}));
    // Two steps: the two least first.
    EXPECT_THAT(levels_by_priority(values, std::vector<double>{1, 9, 2, 5}, 2).lines,
                ElementsAre(Line{"d", "*", "*"}, Line{"a", "a", "*"}, Line{"c", "*", "*"},
                            Line{"b", "b", "*"}));
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
