#include <cmath>

#include "lethe/table/mask/parts/intervals.h"
#include "mask_support.h"

namespace lethe {
namespace {

using mask::Intervals;
using test::numbers;
using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Table recoded(const Table& table, const Json& params) {
    return test::mask("global-recoding", table, params);
}

TEST(MaskIntervals, EdgesBelongToTheClassAboveThem) {
    const Intervals tens = Intervals::of_width(10, 0);
    EXPECT_EQ(tens.class_of(0), 0);
    EXPECT_EQ(tens.class_of(9.999), 0);
    EXPECT_EQ(tens.class_of(10), 1);
    EXPECT_EQ(tens.class_of(-0.5), -1);
    EXPECT_EQ(tens.label(-1), "[-10,0)");
    EXPECT_EQ(tens.midpoint(2), 25);
    EXPECT_EQ(Intervals::of_width(10, 5).label(0), "[5,15)");
}

TEST(MaskIntervals, DecimalEdgesAreThoseThatPeopleWrite) {
    const Intervals tenths = Intervals::of_width(0.1, 0);
    for (int i = -1000; i <= 1000; ++i) {
        const double edge = i / 10.0;
        EXPECT_EQ(tenths.low(i), edge);
        EXPECT_EQ(tenths.class_of(edge), i);
        EXPECT_EQ(tenths.class_of(std::nextafter(edge, -1e9)), i - 1);
        EXPECT_EQ(tenths.class_of(edge + 0.05), i);
    }
    EXPECT_EQ(tenths.label(3), "[0.3,0.4)");
    EXPECT_EQ(tenths.midpoint(3), 0.35);
}

TEST(MaskIntervals, BreaksLeaveTheEndsOpen) {
    const Intervals ages = Intervals::between({18, 65});
    EXPECT_EQ(ages.class_of(17.9), 0);
    EXPECT_EQ(ages.class_of(18), 1);
    EXPECT_EQ(ages.class_of(65), 2);
    EXPECT_EQ(ages.label(0), "<18");
    EXPECT_EQ(ages.label(1), "[18,65)");
    EXPECT_EQ(ages.label(2), ">=65");
    EXPECT_EQ(ages.midpoint(0), 18);
    EXPECT_EQ(ages.midpoint(1), 41.5);
    EXPECT_EQ(ages.midpoint(2), 65);
}

TEST(MaskRecoding, NumbersAsMidpointMeanOrLabel) {
    const Table table({test::with_missing("age", {3, 17, 18, 40, 65, 70, 0}, {6})});
    const Json breaks = {{"age", {18, 65}}};
    EXPECT_THAT(texts(recoded(table, {{"width", 20}}), "age"),
                ElementsAre("10", "10", "10", "50", "70", "70", "NA"));
    EXPECT_THAT(texts(recoded(table, {{"breaks", breaks}}), "age"),
                ElementsAre("18", "18", "41.5", "41.5", "65", "65", "NA"));
    EXPECT_THAT(texts(recoded(table, {{"breaks", breaks}, {"show", "mean"}}), "age"),
                ElementsAre("10", "10", "29", "29", "67.5", "67.5", "NA"));
    const Table labels = recoded(table, {{"breaks", breaks}, {"show", "label"}});
    EXPECT_THAT(texts(labels, "age"),
                ElementsAre("<18", "<18", "[18,65)", "[18,65)", ">=65", ">=65", "NA"));
    EXPECT_EQ(labels.column("age").kind(), Kind::ordinal);
    EXPECT_THAT(labels.column("age").dictionary(), ElementsAre("<18", "[18,65)", ">=65"));
}

TEST(MaskRecoding, TheMeanOfALoneValueIsNotShown) {
    const Table table = test::numeric_table({{"a", {1, 2, 17}}});
    const MaskOutput output = run_mask("global-recoding", table, {{"width", 10}, {"show", "mean"}});
    EXPECT_THAT(output.changed[0]->numbers(), ElementsAre(1.5, 1.5, 15));
    EXPECT_THAT(output.warnings,
                ElementsAre(HasSubstr("a single value are shown by their midpoint (there are 1)")));
    EXPECT_EQ(output.facts, Json({{"classes", {{"a", 2}}}}));
}

TEST(MaskRecoding, Categories) {
    const std::vector<std::string> jobs = {"nurse", "clerk", "doctor", "baker", "clerk"};
    const std::vector<std::string> order = {"baker", "clerk", "nurse", "doctor"};
    const Json map = {{"job", {{"nurse", "health"}, {"doctor", "health"}, {"smith", "craft"}}}};
    for (const Kind kind : {Kind::nominal, Kind::ordinal}) {
        ColumnPtr column = Column::from_texts("job", Kind::nominal, jobs);
        if (kind == Kind::ordinal) column = column->as_ordinal(order);
        const Table table({column});
        const MaskOutput output = run_mask("global-recoding", table, {{"map", map}});
        EXPECT_THAT(texts(test::result(table, output), "job"),
                    ElementsAre("health", "clerk", "health", "baker", "clerk"));
        EXPECT_EQ(output.changed[0]->kind(), kind);
        EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("1 of the 3 mapped categories")));
        if (kind == Kind::ordinal) {
            EXPECT_THAT(output.changed[0]->dictionary(), ElementsAre("baker", "clerk", "health"));
        }
        EXPECT_THAT(texts(recoded(table, {{"map", map}, {"default", {{"job", "other"}}}}), "job"),
                    ElementsAre("health", "other", "health", "other", "other"));
    }
}

// a: 1, b: 4, c: 2, d: 2, e: 5 of 14.
Table some_rare(Kind kind) {
    const std::vector<std::string> given = {"a", "b", "b", "b", "b", "c", "c",
                                            "d", "d", "e", "e", "e", "e", "e"};
    return Table({Column::from_texts("x", kind, given)});
}

std::vector<std::string> categories(const Table& table) { return table.column("x").dictionary(); }

TEST(MaskRecoding, TheRarestCategoriesBecomeOne) {
    const Table nominal = some_rare(Kind::nominal), ordinal = some_rare(Kind::ordinal);
    for (const Table& table : {nominal, ordinal}) {
        const Table merged = recoded(table, {{"rarest", 3}});
        EXPECT_THAT(categories(merged), ElementsAre("other", "b", "e"));
        EXPECT_THAT(texts(merged, "x"), ElementsAre("other", "b", "b", "b", "b", "other", "other",
                                                    "other", "other", "e", "e", "e", "e", "e"));
        // Ties in the order of the dictionary: c before d.
        EXPECT_THAT(categories(recoded(table, {{"rarest_by_column", {{"x", 2}}}, {"label", "-"}})),
                    ElementsAre("-", "b", "d", "e"));
    }
    const Json represented = {{"rarest", 3}, {"merged", "representative"}};
    EXPECT_THAT(categories(recoded(nominal, represented)), ElementsAre("b", "c", "e"));
    // The records are a c c d d: their lower median is c.
    EXPECT_THAT(categories(recoded(ordinal, represented)), ElementsAre("b", "c", "e"));
    EXPECT_THAT(categories(recoded(ordinal, {{"rarest", 4}, {"merged", "representative"}})),
                ElementsAre("b", "e"));
    // a has b alone beside it; c and d have b (4) and e (5).
    EXPECT_THAT(texts(recoded(ordinal, {{"rarest", 3}, {"merged", "neighbour"}}), "x"),
                ElementsAre("b", "b", "b", "b", "b", "b", "b", "b", "b", "e", "e", "e", "e", "e"));
}

TEST(MaskRecoding, MergingHasLimits) {
    const Table nominal = some_rare(Kind::nominal), ordinal = some_rare(Kind::ordinal);
    const MaskOutput few = run_mask("global-recoding", nominal, {{"rarest", 6}});
    EXPECT_THAT(few.warnings, ElementsAre("column \"x\" has 5 categories, fewer than are to be "
                                          "merged: it is unchanged"));
    EXPECT_EQ(texts(test::result(nominal, few), "x"), texts(nominal, "x"));
    EXPECT_THAT(categories(recoded(nominal, {{"rarest", 5}})), ElementsAre("other"));
    EXPECT_THAT(
        run_mask("global-recoding", ordinal, {{"rarest", 5}, {"merged", "neighbour"}}).warnings,
        ElementsAre(HasSubstr("no category left")));
    EXPECT_THROW(recoded(nominal, {{"rarest", 2}, {"label", "e"}}), Error);
    EXPECT_NO_THROW(recoded(nominal, {{"rarest", 2}, {"label", "a"}}));
    EXPECT_THAT(
        test::problems("global-recoding", nominal, {{"rarest", 2}, {"merged", "neighbour"}}),
        ElementsAre(HasSubstr("column \"x\" is nominal; only categories with an order have "
                              "neighbours")));
    EXPECT_THAT(test::problems("global-recoding", nominal, {{"rarest", 1}}),
                ElementsAre(HasSubstr("it must be at least 2")));
}

// A category that is shown as itself keeps its place in the order.
TEST(MaskRecoding, MapsKeepTheOrder) {
    const Table merged =
        recoded(some_rare(Kind::ordinal), {{"map", {{"x", {{"a", "d"}, {"b", "low"}}}}}});
    EXPECT_THAT(categories(merged), ElementsAre("low", "c", "d", "e"));
}

TEST(MaskRecoding, OtherColumnsAreWarnedOf) {
    const Table table = test::numeric_table({{"a", {1, 2}}, {"b", {1, 2}}});
    const MaskOutput output =
        run_mask("global-recoding", table, {{"width_by_column", {{"a", 10}}}});
    EXPECT_EQ(output.changed.size(), 1U);
    EXPECT_THAT(output.warnings, ElementsAre(HasSubstr("\"b\": no classes are given")));
}

TEST(MaskRecoding, ReportsAllProblems) {
    const std::vector<std::string> jobs = {"nurse", "clerk"};
    const Table table({Column::numeric("age", {1, 2}), Column::numeric("pay", {1, 2}),
                       Column::from_texts("job", Kind::nominal, jobs)});
    EXPECT_THAT(test::problems("global-recoding", table,
                               {{"breaks", {{"age", {30, 20}}, {"job", {1, 2}}, {"pay", {5}}}},
                                {"width_by_column", {{"agee", 3}}},
                                {"map", {{"pay", {{"1", "2"}}}}}}),
                ElementsAre(HasSubstr("width_by_column: there is no column of this step \"agee\""),
                            HasSubstr("breaks: column \"job\" has categories"),
                            HasSubstr("map: column \"pay\" is numeric"),
                            HasSubstr("breaks: column \"age\": the breaks must ascend"),
                            HasSubstr("breaks: column \"pay\": a single break")));
    EXPECT_THAT(test::problems("global-recoding", table, Json::object()),
                ElementsAre(HasSubstr("no column would be recoded")));
}

}  // namespace
}  // namespace lethe
