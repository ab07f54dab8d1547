#include "lethe/data/written/date_units.h"

#include <gtest/gtest.h>

#include "lethe/core/random.h"
#include "lethe/data/written/iso_dates.h"

namespace lethe {
namespace {

double day(int year, unsigned month, unsigned of_month) {
    return static_cast<double>(*days_of({year, month, of_month}));
}

TEST(DateUnits, SpansAreThoseOfTheCalendar) {
    const double date = day(2020, 2, 27);
    const auto span = [&](DateUnit unit) { return span_of(date, Quantity::date, unit); };
    EXPECT_EQ(span(DateUnit::day), (DateSpan{date, date + 1}));
    EXPECT_EQ(span(DateUnit::week), (DateSpan{day(2020, 2, 24), day(2020, 3, 2)}));
    EXPECT_EQ(span(DateUnit::month), (DateSpan{day(2020, 2, 1), day(2020, 3, 1)}));
    EXPECT_EQ(span(DateUnit::quarter), (DateSpan{day(2020, 1, 1), day(2020, 4, 1)}));
    EXPECT_EQ(span(DateUnit::year), (DateSpan{day(2020, 1, 1), day(2021, 1, 1)}));
    EXPECT_EQ(span(DateUnit::decade), (DateSpan{day(2020, 1, 1), day(2030, 1, 1)}));
    EXPECT_EQ(span(DateUnit::century), (DateSpan{day(2000, 1, 1), day(2100, 1, 1)}));
    EXPECT_EQ(span_of(day(9999, 12, 31), Quantity::date, DateUnit::month).end,
              day(9999, 12, 31) + 1);
    EXPECT_EQ(span_of(day(5, 1, 1), Quantity::date, DateUnit::decade).begin, day(1, 1, 1));
}

// What a value lies in has a name, and the name is read as what it lies in.
TEST(DateUnits, LabelsAreReadAsTheirSpans) {
    for (std::int64_t i = 0; i < 3000; ++i) {
        Draws draws = Random(3).stream("days").at(i);
        const auto date = static_cast<double>(draws.below(4000000)) - 1000000;
        if (date < day(1, 1, 1) || date > day(9999, 12, 31)) continue;
        const double moment = date * 86400 + static_cast<double>(draws.below(86400));
        for (const DateUnit unit :
             {DateUnit::second, DateUnit::minute, DateUnit::hour, DateUnit::day, DateUnit::week,
              DateUnit::month, DateUnit::quarter, DateUnit::year, DateUnit::decade,
              DateUnit::century, DateUnit::millennium}) {
            const std::string label = date_label(calendar_day(moment, Quantity::moment), unit);
            const DateSpan of_moment = span_of(moment, Quantity::moment, unit);
            EXPECT_LE(of_moment.begin, moment);
            EXPECT_GT(of_moment.end, moment);
            // A week of the first days of a year may be named by the year before the first one.
            if (unit == DateUnit::week && date < day(1, 1, 8)) continue;
            EXPECT_EQ(span_of_label(label, Quantity::moment), of_moment) << label;
            if (unit < DateUnit::day) continue;
            EXPECT_EQ(span_of_label(label, Quantity::date), span_of(date, Quantity::date, unit))
                << label;
        }
    }
}

TEST(DateUnits, OtherTextsAreNoLabels) {
    for (const char* label : {"",
                              "20",
                              "202",
                              "2020-",
                              "2020-13",
                              "2020-00",
                              "2020-Q0",
                              "2020-Q5",
                              "2020-W54",
                              "2021-W53",
                              "2020-W00",
                              "2020-02-30",
                              "2021s",
                              "2020x",
                              "2020 to 2010",
                              "2020 to",
                              "2020-02-27T24",
                              "2020-02-27T12:60",
                              "2020-02-27T12:30:10:1",
                              "Thursday",
                              "Q1",
                              "W09",
                              "0000"}) {
        EXPECT_FALSE(span_of_label(label, Quantity::moment)) << label;
    }
    EXPECT_FALSE(span_of_label("2020-02-27T12", Quantity::date));
    EXPECT_TRUE(span_of_label("2020-W53", Quantity::date));
}

TEST(IsoDates, AreWrittenAndRead) {
    EXPECT_EQ(iso_text(day(2020, 2, 27), Quantity::date), "2020-02-27");
    EXPECT_EQ(iso_text(1.5, Quantity::moment), "1970-01-01T00:00:01.5");
    EXPECT_EQ(iso_text(-1, Quantity::moment), "1969-12-31T23:59:59");
    EXPECT_EQ(iso_text(3600, Quantity::time), "01:00:00");
    EXPECT_EQ(iso_value("1970-01-02", Quantity::moment), 86400);
    EXPECT_EQ(iso_value("1970-01-02 00:01", Quantity::moment), 86460);
    EXPECT_EQ(iso_value("1970-01-02T00:01:00.25", Quantity::moment), 86460.25);
    EXPECT_EQ(iso_value("08:30", Quantity::time), 30600);
    for (const char* text : {"", "1970", "1970-01-02x", "1970-01-02 1", "27.02.2020", "1970-02-30",
                             "1970-01-02T00:01:00.", "1970-01-02T00:01:00.1234567890"}) {
        EXPECT_FALSE(iso_value(text, Quantity::moment)) << text;
    }
    EXPECT_FALSE(iso_value("24:00", Quantity::time));
}

// Parts of a second are whole in their unit, from whatever the moment was made.
TEST(IsoDates, MicrosecondsAreExact) {
    const NotationPtr notation = iso_notation(Quantity::moment, 6);
    for (std::int64_t i = 0; i < 20000; ++i) {
        Draws draws = Random(5).stream("moments").at(i);
        const auto microseconds = static_cast<std::int64_t>(draws.below(std::uint64_t{1} << 53)) -
                                  (std::int64_t{1} << 52);
        const double moment = static_cast<double>(microseconds) / 1e6;
        const std::string text = notation->text(moment);
        const std::int64_t parts = ((microseconds % 1000000) + 1000000) % 1000000;
        EXPECT_EQ(text.substr(text.size() - 6),
                  std::string(6 - std::to_string(parts).size(), '0') + std::to_string(parts));
        EXPECT_EQ(notation->parse(text), moment) << text;
    }
}

}  // namespace
}  // namespace lethe
