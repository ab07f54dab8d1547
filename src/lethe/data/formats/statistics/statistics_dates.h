// Dates and times of statistics programs: numbers that a format makes into a date. Each program
// counts days, seconds or milliseconds from a day of its own; Lethe counts from 1970
// (written/date_pattern.h). Only for data/formats.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lethe/data/column.h"
#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {

enum class Program { spss, stata, sas };

// How numbers of a format stand for dates: a day is `of_day` units, a second `of_second`, and the
// count begins `epoch` days after 1 January 1970 (before it, where negative).
struct DateCount {
    Quantity quantity = Quantity::date;
    double epoch = 0;
    double of_day = 1;
    bool leap_seconds = false;  // counted: Stata's %tC

    friend bool operator==(const DateCount&, const DateCount&) = default;
};

// Of a format as it stands in files ("DATE11", "%tdD_m_Y", "DATETIME20."); nothing of a format that
// shows a number, or a count of weeks, months, quarters or half years.
std::optional<DateCount> date_count(Program program, std::string_view format);

// The program's number as Lethe's, and back. Back and forth nothing is lost of days, and of seconds
// what a double can hold of a millisecond.
double from_program(const DateCount& count, double number);
double to_program(const DateCount& count, double number);

// Numbers of a program made into Lethe's where all of them can be written as dates or times: years
// 1 to 9999, times of day below 24 hours (others are durations). Their notation is that of ISO
// 8601, with as many decimals of a second as there are, up to 6. Nothing, and no number changed,
// where they cannot.
NotationPtr take_dates(DateCount count, std::span<double> numbers, const Validity& validity);

// The format in which a program shows a quantity that came from elsewhere: "DATE11", "%td".
std::string_view usual_format(Program program, Quantity quantity);

}  // namespace lethe::formats
