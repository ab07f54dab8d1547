#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "lethe/table/mask/people/dates.h"
#include "lethe/table/mask/people/offset.h"
#include "mask_support.h"

namespace lethe {
namespace {

using mask::date_offset;
using mask::moved_date;
using mask::read_date;
using test::run_mask;
using test::texts;
using ::testing::HasSubstr;
using ::testing::Not;

// Days since 1970 by the plain calendar, one year and month after the other.
std::int64_t counted_days(const std::string& text) {
    const auto number = [&](std::size_t at, std::size_t size) {
        return std::stoll(text.substr(at, size));
    };
    const std::int64_t y = number(0, 4), m = number(5, 2), d = number(8, 2);
    const auto leap = [](std::int64_t year) {
        return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    };
    std::int64_t days = d - 1;
    for (std::int64_t year = 1970; year < y; ++year) days += leap(year) ? 366 : 365;
    for (std::int64_t year = y; year < 1970; ++year) days -= leap(year) ? 366 : 365;
    constexpr int kLengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (std::int64_t month = 1; month < m; ++month) {
        days += kLengths[month - 1] + (month == 2 && leap(y) ? 1 : 0);
    }
    return days;
}

// Two dates of each of many people, with times.
Table dated_people(int people) {
    std::vector<std::string> person, first, second;
    for (int i = 0; i < people; ++i) {
        Draws draws = Random(5).stream("dates").at(i);
        const auto date = [&] {
            return fmt::format("{:04}-{:02}-{:02}", 1905 + draws.below(110), 1 + draws.below(12),
                               1 + draws.below(28));
        };
        person.push_back(fmt::format("person {}", i));
        first.push_back(date());
        second.push_back(date() + "T08:30:00");
    }
    return Table({Column::from_texts("person", Kind::nominal, person),
                  Column::from_texts("first", Kind::nominal, first),
                  Column::from_texts("second", Kind::nominal, second)});
}

TEST(MaskDateShift, DaysBetweenDatesAreKept) {
    const Table table = dated_people(10000);
    for (const bool weeks : {false, true}) {
        const Json params{{"person", "person"}, {"weeks", weeks}, {"days", 100}};
        const Table masked =
            test::mask("date-shift", table, params, {.threads = 2, .columns = {"first", "second"}});
        const auto a = texts(table, "first"), b = texts(table, "second");
        const auto x = texts(masked, "first"), y = texts(masked, "second");
        std::set<std::int64_t> offsets;
        for (std::size_t row = 0; row < a.size(); ++row) {
            const std::int64_t offset = counted_days(x[row]) - counted_days(a[row]);
            ASSERT_EQ(counted_days(y[row]) - counted_days(b[row]), offset);
            ASSERT_EQ(y[row].substr(10), "T08:30:00");
            ASSERT_NE(offset, 0);
            ASSERT_LE(std::abs(offset), 100);
            if (weeks) {
                ASSERT_EQ(offset % 7, 0);
            }
            offsets.insert(offset);
        }
        EXPECT_EQ(offsets.size(), weeks ? 28u : 200u);  // all of them occur
    }
}

TEST(MaskDateShift, OffsetsAreEvenlySpread) {
    std::map<std::int64_t, int> counts;
    constexpr int kPeople = 20000;
    for (int i = 0; i < kPeople; ++i) {
        ++counts[date_offset(test::example_key(), "date", std::to_string(i), 10, false)];
    }
    ASSERT_EQ(counts.size(), 20u);
    double chi = 0;
    for (const auto& [offset, count] : counts) {
        const double expected = kPeople / 20.0;
        chi += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi, 43.8);  // 0.999 of chi-square with 19 degrees
}

TEST(MaskDateShift, TheSameInEveryTableAndOtherwiseWithAnotherLabel) {
    const Table table = dated_people(50);
    const std::vector<std::int64_t> some{7, 3, 44};
    const Json params{{"person", "person"}};
    const test::MaskRun run{.columns = {"first"}};
    const Table all = test::mask("date-shift", table, params, run);
    EXPECT_EQ(texts(test::mask("date-shift", table.gather(some), params, run), "first"),
              texts(all.gather(some), "first"));
    const Json other{{"person", "person"}, {"label", "other"}};
    EXPECT_NE(texts(test::mask("date-shift", table, other, run), "first"), texts(all, "first"));
}

TEST(MaskDateShift, DatesAreReadAsTheyAreWritten) {
    for (const char* text :
         {"2020-02-29", "1999-12-31T23:59:59.5+02:00", "2001-01-01 07:00", "2020-02-29T10:00Z"}) {
        const auto date = read_date(text);
        ASSERT_TRUE(date) << text;
        EXPECT_EQ(moved_date(*date, 0), text);
    }
    EXPECT_EQ(moved_date(*read_date("2020-02-28"), 2), "2020-03-01");
    EXPECT_EQ(moved_date(*read_date("1900-03-01"), -1), "1900-02-28");
    EXPECT_EQ(moved_date(*read_date("2020-12"), 31), "2021-01");
    EXPECT_EQ(moved_date(*read_date("2020"), -1), "2019");
    for (const char* text : {"", "20", "0999", "2020-", "2020-13", "2020-02-30", "2019-02-29",
                             "2020-02-28T", "2020-02-28x", "2020-02T10:00", "2020/02/28",
                             "2020-02-28Tnoon", "27.2.2020", "20200228"}) {
        EXPECT_FALSE(read_date(text)) << text;
    }
}

TEST(MaskDateShift, TellsCountsAndNothingElse) {
    const std::vector<std::string> person{"Ann", "Bob", "Cid", "Dee"};
    const std::vector<std::string> dates{"1900-01-01", "2024-06-29", "2010-05-04", "2010-05"};
    const Table table({Column::from_texts("person", Kind::nominal, person),
                       Column::from_texts("seen", Kind::nominal, dates)});
    const MaskOutput output =
        run_mask("date-shift", table, {{"person", "person"}, {"today", "2024-06-30"}},
                 {.columns = {"seen"}});
    EXPECT_EQ(output.facts["people"], 4);
    EXPECT_EQ(output.private_facts["key_id"], "d5d3c3f0");
    std::string told = output.facts.dump() + output.private_facts.dump();
    for (const std::string& warning : output.warnings) told += warning;
    EXPECT_THAT(told, HasSubstr("to that precision"));
    std::int64_t impossible = 0;
    const auto moved = texts(test::result(table, output), "seen");
    impossible += moved[0] < "1900" ? 1 : 0;
    impossible += moved[1] > "2024-06-30" ? 1 : 0;
    EXPECT_EQ(told.find("before 1900") != std::string::npos, impossible > 0);
    for (std::size_t row = 0; row < 3; ++row) {
        EXPECT_THAT(told, Not(HasSubstr(dates[row])));
        EXPECT_THAT(told, Not(HasSubstr(moved[row])));
    }
    for (const std::string& one : person) {
        EXPECT_THAT(told, Not(HasSubstr(one)));
        const auto offset = date_offset(test::example_key(), "date", one, 183, false);
        EXPECT_THAT(told, Not(HasSubstr(std::to_string(std::abs(offset)) + " days")));
    }
}

TEST(MaskDateShift, ProblemsAreToldTogether) {
    const Table table = dated_people(5);
    const auto found = test::problems(
        "date-shift", table,
        {{"person", "persn"}, {"weeks", true}, {"days", 6}, {"label", ""}, {"today", "soon"}},
        {"first", "person"});
    ASSERT_EQ(found.size(), 5u);
    EXPECT_THAT(found[0], HasSubstr("did you mean \"person\""));
    EXPECT_THAT(found[1], HasSubstr("label"));
    EXPECT_THAT(found[2], HasSubstr("at least 7"));
    EXPECT_THAT(found[3], HasSubstr("today"));
    EXPECT_THAT(found[4], HasSubstr("no dates"));
}

}  // namespace
}  // namespace lethe
