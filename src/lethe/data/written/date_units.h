// Spans of the calendar and of the clock that dates are generalised to, and what each is called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/written/date_pattern.h"

namespace lethe {

struct CalendarDay {
    int year = 0;
    int month = 0;  // 1 to 12
    int day = 0;
    int second = 0;  // of the day, by the clock of the place where it was written
};

enum class DateUnit {
    second,
    minute,
    hour,
    day,
    week,  // ISO 8601: from Monday on, of the year that has its Thursday
    month,
    quarter,
    year,
    decade,
    century,
    millennium,
    weekday,  // these return
    week_of_year,
    quarter_of_year,
};

std::string_view name(DateUnit unit);
std::optional<DateUnit> date_unit_named(std::string_view name);
std::vector<std::string_view> date_unit_names();

// Whether moments that share the one always share the other. A week lies in no month, quarter or
// year, and what returns in nothing.
bool lies_within(DateUnit fine, DateUnit coarse);

// "2020-02-27T13:45:10", "2020-02-27T13:45", "2020-02-27T13", "2020-02-27", "2020-W09", "2020-02",
// "2020-Q1", "2020", "2020s", "2000 to 2099", "2000 to 2999", "Thursday", "W09", "Q1".
std::string date_label(const CalendarDay& day, DateUnit unit);

// The day, and the whole second of it, that a number of this quantity stands for: a date or a
// moment. Clamped to the years 1 to 9999.
CalendarDay calendar_day(double value, Quantity quantity);

// A span of dates or moments, in numbers of the quantity: its first value, and that with which the
// next one begins.
struct DateSpan {
    double begin = 0;
    double end = 0;

    friend bool operator==(const DateSpan&, const DateSpan&) = default;
};

// The span of the unit in which a value lies. The unit does not return; one below the day is for
// moments. The last span of the calendar ends where the year 10000 would begin.
DateSpan span_of(double value, Quantity quantity, DateUnit unit);

// What date_label writes of the units that do not return, read back; nothing for another text. A
// span of centuries is one of whole years "1900 to 1999".
std::optional<DateSpan> span_of_label(std::string_view label, Quantity quantity);

}  // namespace lethe
