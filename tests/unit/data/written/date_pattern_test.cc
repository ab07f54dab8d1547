#include "lethe/data/written/date_pattern.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

std::string read_and_written(std::string_view pattern, Quantity quantity, std::string_view text) {
    const DatePattern written{std::string(pattern), quantity};
    const auto value = written.parse(text);
    return value ? written.text(*value) : "none";
}

TEST(DatePattern, DaysAreThoseOfTheCalendar) {
    EXPECT_EQ(days_of({1970, 1, 1}), 0);
    EXPECT_EQ(days_of({2000, 3, 1}), 11017);
    EXPECT_EQ(days_of({1582, 10, 15}), -141427);
    EXPECT_FALSE(days_of({1900, 2, 29}));
    EXPECT_TRUE(days_of({2000, 2, 29}));
    for (std::int64_t day = -800000; day < 3000000; day += 77) {
        EXPECT_EQ(days_of(civil_day(day)), day);
    }
}

TEST(DatePattern, CommonWaysAreReadAndWritten) {
    EXPECT_EQ(DatePattern("%d.%m.%Y", Quantity::date).parse("01.03.2000"), 11017);
    EXPECT_EQ(read_and_written("%-d.%-m.%Y", Quantity::date, "1.3.2000"), "1.3.2000");
    EXPECT_EQ(read_and_written("%d%^b%Y", Quantity::date, "01mar2000"), "01MAR2000");
    EXPECT_EQ(read_and_written("%B %-d, %Y", Quantity::date, "March 1, 2000"), "March 1, 2000");
    EXPECT_EQ(read_and_written("%d/%m/%y", Quantity::date, "31/12/68"), "31/12/68");
    EXPECT_EQ(DatePattern("%d/%m/%y", Quantity::date).parse("31/12/69"), -1);
    EXPECT_EQ(read_and_written("%Y-%j", Quantity::date, "2000-366"), "2000-366");
    EXPECT_EQ(read_and_written("%Y-%m-%dT%H:%M:%SZ", Quantity::moment, "1969-12-31T23:59:59Z"),
              "1969-12-31T23:59:59Z");
    EXPECT_EQ(DatePattern("%Y-%m-%d %H:%M", Quantity::moment).parse("1970-01-02 00:01"), 86460);
    EXPECT_EQ(read_and_written("%-I:%M %p", Quantity::time, "12:05 am"), "12:05 AM");
    EXPECT_EQ(DatePattern("%-I:%M %p", Quantity::time).parse("12:05 am"), 300);
    EXPECT_EQ(read_and_written("%H:%M:%S.%3f", Quantity::time, "23:59:59.999"), "23:59:59.999");
    EXPECT_EQ(read_and_written("%-H:%M", Quantity::duration, "-100:30"), "-100:30");
}

TEST(DatePattern, WhatIsNoDayOrWrittenOtherwiseIsNothing) {
    const DatePattern day("%d.%m.%Y", Quantity::date);
    for (const char* text : {"30.02.2000", "1.3.2000", "01.03.00", "01.03.2000 ", " 01.03.2000",
                             "01-03-2000", "", "00.01.2000", "01.13.2000", "01.03.0000"}) {
        EXPECT_FALSE(day.parse(text)) << text;
    }
    EXPECT_FALSE(DatePattern("%Y-%j", Quantity::date).parse("2001-366"));
    EXPECT_FALSE(DatePattern("%Y-%j", Quantity::date).parse("2001-000"));
    EXPECT_FALSE(DatePattern("%H:%M", Quantity::time).parse("24:00"));
    EXPECT_FALSE(DatePattern("%I:%M %p", Quantity::time).parse("13:00 PM"));
}

TEST(DatePattern, ValuesBetweenAreRounded) {
    EXPECT_EQ(DatePattern("%Y-%m-%d", Quantity::date).text(0.5), "1970-01-02");
    EXPECT_EQ(DatePattern("%Y-%m-%d", Quantity::date).text(-0.6), "1969-12-31");
    EXPECT_EQ(DatePattern("%Y-%m-%d", Quantity::date).text(1e9), "9999-12-31");
    EXPECT_EQ(DatePattern("%H:%M", Quantity::time).text(86399), "23:59");
    EXPECT_EQ(DatePattern("%H:%M:%S.%2f", Quantity::time).text(86399.999), "23:59:59.99");
    EXPECT_EQ(DatePattern("%Y-%m-%d %H:%M", Quantity::moment).text(86399), "1970-01-02 00:00");
    EXPECT_EQ(DatePattern("%H:%M", Quantity::duration).text(-20), "00:00");
}

TEST(DatePattern, AnyValueThatIsShownComesBack) {
    Draws random = Random(1).stream("dates").at(0);
    const DatePattern moment("%d.%m.%Y %H:%M:%S.%3f", Quantity::moment);
    for (std::int64_t i = 0; i < 5000; ++i) {
        const double value = std::floor((random.uniform() - 0.5) * 6e10 * 1000) / 1000;
        const std::string text = moment.text(value);
        const auto back = moment.parse(text);
        ASSERT_TRUE(back) << text;
        EXPECT_EQ(moment.text(*back), text);
        EXPECT_NEAR(*back, value, 5.1e-4);
    }
}

TEST(DatePattern, PatternsThatAreNoneAreRefused) {
    for (const auto& [pattern, quantity] : {std::pair{"%d.%m", Quantity::date},
                                            {"%Y-%m-%d %H", Quantity::date},
                                            {"%M", Quantity::time},
                                            {"%I:%M", Quantity::time},
                                            {"%Y-%m-%d", Quantity::moment},
                                            {"%Q", Quantity::date},
                                            {"%", Quantity::date},
                                            {"%d.%m.%Y %d", Quantity::date},
                                            {"%H %S", Quantity::time},
                                            {"%d.%m.%Y", Quantity::number}}) {
        EXPECT_THROW(DatePattern(pattern, quantity), Error) << pattern;
    }
}

}  // namespace
}  // namespace lethe
