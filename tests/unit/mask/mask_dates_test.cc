// Masks that know the calendar, on columns that know their dates.
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::run_mask;
using test::texts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ColumnPtr dates(const std::string& name, const std::vector<std::string>& written,
                const std::string& pattern = "%d.%m.%Y", Quantity quantity = Quantity::date) {
    return Column::from_texts(name, Kind::nominal, written)
        ->as_numbers(Notation::of_dates(pattern, quantity));
}

std::vector<std::string> recoded_dates(const ColumnPtr& column, const std::string& unit,
                                       const std::string& show) {
    const Table table({column});
    const Table released = test::mask("global-recoding", table, {{"unit", unit}, {"show", show}});
    return texts(released, column->name());
}

TEST(MaskDates, RecodingPutsThemIntoUnitsOfTheCalendar) {
    const ColumnPtr born = dates("born", {"31.01.1990", "27.02.2020", "01.01.1960", "15.08.1990"});
    EXPECT_THAT(recoded_dates(born, "month", "first"),
                ElementsAre("01.01.1990", "01.02.2020", "01.01.1960", "01.08.1990"));
    EXPECT_THAT(recoded_dates(born, "month", "midpoint"),
                ElementsAre("16.01.1990", "15.02.2020", "16.01.1960", "16.08.1990"));
    EXPECT_THAT(recoded_dates(born, "quarter", "label"),
                ElementsAre("1990-Q1", "2020-Q1", "1960-Q1", "1990-Q3"));
    EXPECT_THAT(recoded_dates(born, "year", "first"),
                ElementsAre("01.01.1990", "01.01.2020", "01.01.1960", "01.01.1990"));
    EXPECT_THAT(recoded_dates(born, "decade", "label"),
                ElementsAre("1990s", "2020s", "1960s", "1990s"));
    EXPECT_THAT(recoded_dates(born, "week", "first"),
                ElementsAre("29.01.1990", "24.02.2020", "28.12.1959", "13.08.1990"));
    const ColumnPtr seen =
        dates("seen", {"1990-01-31 13:45", "1969-12-31 23:59"}, "%Y-%m-%d %H:%M", Quantity::moment);
    EXPECT_THAT(recoded_dates(seen, "hour", "first"),
                ElementsAre("1990-01-31 13:00", "1969-12-31 23:00"));
    EXPECT_THAT(recoded_dates(seen, "day", "midpoint"),
                ElementsAre("1990-01-31 11:59", "1969-12-31 11:59"));
}

TEST(MaskDates, AUnitIsNothingToPlainNumbersAndWinsOverAWidth) {
    const Table table(
        {dates("born", {"31.01.1990", "27.02.2020"}), Column::numeric("age", {34, 4})});
    const Table released =
        test::mask("global-recoding", table, {{"unit", "year"}, {"width", 10}, {"show", "label"}});
    EXPECT_THAT(texts(released, "born"), ElementsAre("1990", "2020"));
    EXPECT_THAT(texts(released, "age"), ElementsAre("[30,40)", "[0,10)"));
    Problems problems;
    const std::vector<std::string> columns{"born"};
    const Method& method = find_method("global-recoding", Family::mask);
    const Json hours = method.bind({{"unit", "hour"}}, {}, problems);
    method.check(table, columns, hours, {}, problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0].message, HasSubstr("which have no hours"));
}

TEST(MaskDates, LabelsOfWidthsAreDates) {
    const Table table({dates("born", {"01.01.1970", "20.01.1970"})});
    const Table released = test::mask("global-recoding", table, {{"width", 10}, {"show", "label"}});
    EXPECT_THAT(texts(released, "born"),
                ElementsAre("[01.01.1970, 11.01.1970)", "[11.01.1970, 21.01.1970)"));
}

TEST(MaskDates, ThresholdsAreDatesAsTheColumnWritesThemOrInIso) {
    const Table table({dates("born", {"01.01.1920", "20.01.1970", "05.06.2015"})});
    const Table released =
        test::mask("top-bottom-coding", table,
                   {{"bottom", {{"born", "31.12.1930"}}}, {"top", {{"born", "2010-01-01"}}}});
    EXPECT_THAT(texts(released, "born"), ElementsAre("31.12.1930", "20.01.1970", "01.01.2010"));
}

// As texts of the same dates do, and moments keep their time of day.
TEST(MaskDates, ShiftsMoveThemAsTheyMoveTexts) {
    const std::vector<std::string> people{"a", "b", "a", "c"};
    const std::vector<std::string> iso{"2020-02-27", "1990-12-31", "1905-01-01", "2024-02-29"};
    const std::vector<std::string> timed{"2020-02-27T10:30", "1990-12-31T00:00", "1905-01-01T23:59",
                                         "2024-02-29T08:15"};
    const ColumnPtr person = Column::from_texts("person", Kind::nominal, people);
    const Table as_texts({person, Column::from_texts("day", Kind::nominal, iso),
                          Column::from_texts("time", Kind::nominal, timed)});
    const Table as_dates({person, dates("day", iso, "%Y-%m-%d"),
                          dates("time", timed, "%Y-%m-%dT%H:%M", Quantity::moment)});
    const test::MaskRun run{.columns = {"day", "time"}};
    const Json params{{"person", "person"}, {"days", 3650}};
    const MaskOutput of_texts = run_mask("date-shift", as_texts, params, run);
    const MaskOutput of_dates = run_mask("date-shift", as_dates, params, run);
    EXPECT_EQ(of_texts.warnings, of_dates.warnings);
    EXPECT_EQ(of_texts.facts, of_dates.facts);
    for (const char* name : {"day", "time"}) {
        EXPECT_EQ(texts(test::result(as_texts, of_texts), name),
                  texts(test::result(as_dates, of_dates), name));
    }
}

TEST(MaskDates, ADateOfNobodyGoesMissing) {
    Validity validity(2);
    validity.set_missing(1);
    const Table table(
        {Column::categories("person", Kind::nominal, {0, 0},
                            std::make_shared<const Dictionary>(Dictionary{"a"}), validity),
         dates("day", {"01.01.1970", "02.01.1970"})});
    const Table released =
        test::mask("date-shift", table, {{"person", "person"}}, {.columns = {"day"}});
    EXPECT_TRUE(released.column("day").valid(0));
    EXPECT_FALSE(released.column("day").valid(1));
}

}  // namespace
}  // namespace lethe
