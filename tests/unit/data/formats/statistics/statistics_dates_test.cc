#include "lethe/data/formats/statistics/statistics_dates.h"

#include <gtest/gtest.h>

#include <vector>

#include "lethe/data/written/notation.h"

namespace lethe::test {
namespace {

using formats::date_count;
using formats::Program;

std::string written(Program program, const std::string& format, double number) {
    const auto count = date_count(program, format);
    if (!count) return "no date";
    std::vector<double> numbers{number};
    const NotationPtr notation = formats::take_dates(*count, numbers, {});
    return notation ? notation->text(numbers[0]) : "left alone";
}

// By the manuals: SPSS counts from 14 October 1582, Stata and SAS from 1 January 1960.
TEST(StatisticsDates, Epochs) {
    EXPECT_EQ(written(Program::spss, "DATE11", 0), "1582-10-14");
    EXPECT_EQ(written(Program::spss, "SDATE10", 86400), "1582-10-15");
    EXPECT_EQ(written(Program::spss, "DATETIME20", 12219379200.0 + 1), "1970-01-01 00:00:01");
    EXPECT_EQ(written(Program::stata, "%td", 0), "1960-01-01");
    EXPECT_EQ(written(Program::stata, "%tdD_m_Y", 21975), "2020-03-01");
    EXPECT_EQ(written(Program::stata, "%tc", 1000), "1960-01-01 00:00:01");
    EXPECT_EQ(written(Program::sas, "DATE9.", -1), "1959-12-31");
    EXPECT_EQ(written(Program::sas, "e8601dt19.", 60), "1960-01-01 00:01:00");
}

TEST(StatisticsDates, Formats) {
    for (const char* const format :
         {"DATE9", "ADATE10", "EDATE8", "SDATE10", "JDATE7", "QYR6", "MOYR6", "WKYR10"}) {
        EXPECT_EQ(written(Program::spss, format, 0), "1582-10-14") << format;
    }
    for (const char* const format : {"DATE9.", "YYMMDD10.", "YYMMDDN8.", "MMDDYY10.", "E8601DA.",
                                     "B8601DA8.", "MONYY7.", "DATE"}) {
        EXPECT_EQ(written(Program::sas, format, 0), "1960-01-01") << format;
    }
    EXPECT_EQ(written(Program::spss, "TIME8", 3661), "01:01:01");
    EXPECT_EQ(written(Program::spss, "DTIME12", -3661), "-01:01:01");
    EXPECT_EQ(written(Program::sas, "TIME8.", 3661), "01:01:01");
    // Weeks, months and the like are counts, as are numbers.
    for (const char* const format : {"%tw", "%tm", "%tq", "%th", "%ty", "%9.0g", "%8.2f", ""}) {
        EXPECT_EQ(written(Program::stata, format, 1), "no date") << format;
    }
    for (const char* const format : {"F8.2", "A8", "DOLLAR8", "WKDAY9", "MONTH9", ""}) {
        EXPECT_EQ(written(Program::spss, format, 1), "no date") << format;
    }
    EXPECT_EQ(written(Program::sas, "BEST12.", 1), "no date");
}

TEST(StatisticsDates, WhatCannotBeADateIsLeftAlone) {
    EXPECT_EQ(written(Program::stata, "%td", 1e9), "left alone");  // year 2.7 million
    EXPECT_EQ(written(Program::stata, "%td", -800000), "left alone");
    EXPECT_EQ(written(Program::stata, "%td", 0.5), "left alone");
    EXPECT_EQ(written(Program::stata, "%tc", 0.5), "left alone");  // half a millisecond
    EXPECT_EQ(written(Program::spss, "DATE11", 3600), "1582-10-14 01:00:00");
    EXPECT_EQ(written(Program::spss, "TIME8", 90000), "25:00:00");
    EXPECT_EQ(written(Program::spss, "TIME11.2", 0.25), "00:00:00.250");
    EXPECT_EQ(written(Program::spss, "TIME8", 1e300), "left alone");
}

// Stata's %tC counts leap seconds: 2017 began 27 of them after what %tc says.
TEST(StatisticsDates, LeapSeconds) {
    const auto plain = *date_count(Program::stata, "%tc");
    const auto counted = *date_count(Program::stata, "%tC");
    const double y2017 = 86400.0 * static_cast<double>(*days_of({2017, 1, 1}));
    EXPECT_EQ(formats::to_program(counted, y2017) - formats::to_program(plain, y2017), 27000);
    EXPECT_EQ(formats::to_program(counted, y2017 - 1) - formats::to_program(plain, y2017 - 1),
              26000);
    EXPECT_EQ(formats::to_program(counted, 0), formats::to_program(plain, 0));
    for (const double seconds : {y2017 - 1, y2017, y2017 + 1, 0.0, 1e9}) {
        EXPECT_EQ(formats::from_program(counted, formats::to_program(counted, seconds)), seconds);
    }
    // The leap second itself is no moment that can be written.
    EXPECT_EQ(written(Program::stata, "%tC", formats::to_program(counted, y2017) - 1000),
              "left alone");
    EXPECT_EQ(written(Program::stata, "%tC", formats::to_program(counted, y2017)),
              "2017-01-01 00:00:00");
}

TEST(StatisticsDates, BackAndForth) {
    for (const auto& [program, format] :
         {std::pair{Program::spss, "DATE11"}, std::pair{Program::spss, "DATETIME20"},
          std::pair{Program::stata, "%td"}, std::pair{Program::stata, "%tc"},
          std::pair{Program::sas, "DATE9."}, std::pair{Program::sas, "DATETIME20."}}) {
        const auto count = *date_count(program, format);
        for (double day = -600000; day < 2000000; day += 977) {
            const bool date = count.quantity == Quantity::date;
            const double number = day * count.of_day + (date ? 0 : 1);
            EXPECT_EQ(formats::to_program(count, formats::from_program(count, number)), number)
                << format << " " << day;
        }
    }
}

}  // namespace
}  // namespace lethe::test
