#include "lethe/data/written/date_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lethe {
namespace {

constexpr std::array<std::pair<DateUnit, std::string_view>, 14> kDateUnits{{
    {DateUnit::second, "second"},
    {DateUnit::minute, "minute"},
    {DateUnit::hour, "hour"},
    {DateUnit::day, "day"},
    {DateUnit::week, "week"},
    {DateUnit::month, "month"},
    {DateUnit::quarter, "quarter"},
    {DateUnit::year, "year"},
    {DateUnit::decade, "decade"},
    {DateUnit::century, "century"},
    {DateUnit::millennium, "millennium"},
    {DateUnit::weekday, "weekday"},
    {DateUnit::week_of_year, "week-of-year"},
    {DateUnit::quarter_of_year, "quarter-of-year"},
}};

constexpr std::array<std::string_view, 7> kWeekdays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                    "Friday", "Saturday", "Sunday"};

constexpr std::int64_t kWeek = 7;
constexpr std::int64_t kThursday = 3;  // from Monday, 0; 1 January 1970 was one
constexpr double kDaySeconds = 86400;
constexpr int kEarliestYear = 1;
constexpr int kLatestYear = 9999;

std::int64_t days_of_year(int year) { return *days_of({year, 1, 1}); }

// One past 31 December 9999.
std::int64_t end_of_days() {
    static const std::int64_t kEnd = *days_of({kLatestYear, 12, 31}) + 1;
    return kEnd;
}

std::int64_t days_since_1970(const CalendarDay& day) {
    return *days_of({day.year, static_cast<unsigned>(day.month), static_cast<unsigned>(day.day)});
}

// From Monday, 0.
std::int64_t weekday_of(std::int64_t days) { return ((days + kThursday) % kWeek + kWeek) % kWeek; }

struct IsoWeek {
    int year = 0;
    std::int64_t week = 0;
};

// The week of a day is that of its Thursday.
IsoWeek iso_week_of(const CalendarDay& day) {
    const std::int64_t days = days_since_1970(day);
    const std::int64_t thursday = days + kThursday - weekday_of(days);
    const int year = civil_day(thursday).year;
    return {year, (thursday - days_of_year(year)) / kWeek + 1};
}

std::string moment_label(const CalendarDay& at, DateUnit unit) {
    std::string text = fmt::format("{:04}-{:02}-{:02}", at.year, at.month, at.day);
    if (unit == DateUnit::day) return text;
    text += fmt::format("T{:02}", at.second / 3600);
    if (unit == DateUnit::hour) return text;
    text += fmt::format(":{:02}", at.second / 60 % 60);
    return unit == DateUnit::minute ? text : text + fmt::format(":{:02}", at.second % 60);
}

std::string years_label(int year, int count) {
    const int first = year / count * count;
    return fmt::format("{:04} to {:04}", first, first + count - 1);
}

int years_in(DateUnit unit) {
    switch (unit) {
        case DateUnit::decade:
            return 10;
        case DateUnit::century:
            return 100;
        case DateUnit::millennium:
            return 1000;
        default:
            return 1;
    }
}

int months_in(DateUnit unit) { return unit == DateUnit::quarter ? 3 : 1; }

double seconds_in(DateUnit unit) {
    if (unit == DateUnit::second) return 1;
    return unit == DateUnit::minute ? 60 : 3600;
}

struct DaySpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

DaySpan of_years(int first, int count) {
    const int after = first + count;
    return {days_of_year(std::max(first, kEarliestYear)),
            after > kLatestYear ? end_of_days() : days_of_year(after)};
}

DaySpan of_months(int year, int first, int count) {
    const int after = first + count;  // from January, 1
    const bool next = after > 12;
    const std::int64_t begin = *days_of({year, static_cast<unsigned>(first), 1});
    if (next && year == kLatestYear) return {begin, end_of_days()};
    return {begin, *days_of({next ? year + 1 : year, static_cast<unsigned>(next ? 1 : after), 1})};
}

DaySpan days_in(std::int64_t days, DateUnit unit) {
    const CivilDay day = civil_day(days);
    switch (unit) {
        case DateUnit::week:
            return {days - weekday_of(days), days - weekday_of(days) + kWeek};
        case DateUnit::month:
        case DateUnit::quarter: {
            const int count = months_in(unit);
            const int month = static_cast<int>(day.month) - 1;
            return of_months(day.year, month / count * count + 1, count);
        }
        case DateUnit::year:
        case DateUnit::decade:
        case DateUnit::century:
        case DateUnit::millennium: {
            const int count = years_in(unit);
            return of_years(day.year / count * count, count);
        }
        default:
            return {days, days + 1};
    }
}

DateSpan in_numbers(const DaySpan& span, Quantity quantity) {
    const double unit = quantity == Quantity::moment ? kDaySeconds : 1;
    return {static_cast<double>(span.begin) * unit, static_cast<double>(span.end) * unit};
}

std::int64_t clamped_days(double days) {
    const auto least = static_cast<double>(days_of_year(kEarliestYear));
    const auto most = static_cast<double>(end_of_days() - 1);
    return static_cast<std::int64_t>(std::clamp(std::floor(days), least, most));
}

// So many digits at the beginning, which are taken off; -1 where there are others.
int take_number(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return -1;
    int number = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') return -1;
        number = 10 * number + (c - '0');
    }
    text.remove_prefix(digits);
    return number;
}

bool take(std::string_view& text, std::string_view mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(mark.size());
    return true;
}

std::optional<DateSpan> years_of_label(std::string_view rest, int year, Quantity quantity) {
    if (rest.empty() && year >= kEarliestYear) return in_numbers(of_years(year, 1), quantity);
    if (rest == "s" && year % 10 == 0) return in_numbers(of_years(year, 10), quantity);
    if (!take(rest, " to ")) return std::nullopt;
    const int last = take_number(rest, 4);
    if (!rest.empty() || last < year) return std::nullopt;
    return in_numbers(of_years(year, last - year + 1), quantity);
}

std::optional<DateSpan> week_of_label(std::string_view rest, int year, Quantity quantity) {
    const int week = take_number(rest, 2);
    if (!rest.empty() || week < 1 || year < kEarliestYear) return std::nullopt;
    const std::int64_t fourth = days_of_year(year) + kThursday;  // is always in the first week
    const std::int64_t monday = fourth - weekday_of(fourth) + kWeek * (week - 1);
    const CivilDay thursday = civil_day(monday + kThursday);
    if (thursday.year != year) return std::nullopt;
    return in_numbers({monday, monday + kWeek}, quantity);
}

// "T13", "T13:45" and "T13:45:10" behind a day.
std::optional<DateSpan> clock_of_label(std::string_view rest, double midnight) {
    double unit = 3600;
    double seconds = 0;
    const char* mark = "T";
    for (const int most : {24, 60, 60}) {
        if (rest.empty()) break;
        if (!take(rest, mark)) return std::nullopt;
        const int number = take_number(rest, 2);
        if (number < 0 || number >= most) return std::nullopt;
        seconds += number * unit;
        if (rest.empty()) return DateSpan{midnight + seconds, midnight + seconds + unit};
        unit /= 60;
        mark = ":";
    }
    return std::nullopt;
}

}  // namespace

std::string_view name(DateUnit unit) { return kDateUnits[static_cast<std::size_t>(unit)].second; }

std::optional<DateUnit> date_unit_named(std::string_view name) {
    for (const auto& [unit, known] : kDateUnits) {
        if (known == name) return unit;
    }
    return std::nullopt;
}

std::vector<std::string_view> date_unit_names() {
    std::vector<std::string_view> names;
    for (const auto& [unit, name] : kDateUnits) names.push_back(name);
    return names;
}

bool lies_within(DateUnit fine, DateUnit coarse) {
    // second to day and month to millennium lie within each other in this order.
    const auto returns = [](DateUnit unit) { return unit > DateUnit::millennium; };
    if (returns(fine)) return false;
    switch (coarse) {
        case DateUnit::week:
        case DateUnit::weekday:
            return fine <= DateUnit::day;
        case DateUnit::week_of_year:
            return fine <= DateUnit::week;
        case DateUnit::quarter_of_year:
            return fine <= DateUnit::quarter && fine != DateUnit::week;
        default:
            return fine < coarse && fine != DateUnit::week;
    }
}

std::string date_label(const CalendarDay& day, DateUnit unit) {
    const int quarter = (day.month + 2) / 3;
    switch (unit) {
        case DateUnit::second:
        case DateUnit::minute:
        case DateUnit::hour:
        case DateUnit::day:
            return moment_label(day, unit);
        case DateUnit::week:
            return fmt::format("{:04}-W{:02}", iso_week_of(day).year, iso_week_of(day).week);
        case DateUnit::month:
            return fmt::format("{:04}-{:02}", day.year, day.month);
        case DateUnit::quarter:
            return fmt::format("{:04}-Q{}", day.year, quarter);
        case DateUnit::year:
            return fmt::format("{:04}", day.year);
        case DateUnit::decade:
            return fmt::format("{:04}s", day.year / 10 * 10);
        case DateUnit::century:
        case DateUnit::millennium:
            return years_label(day.year, years_in(unit));
        case DateUnit::weekday:
            return std::string(
                kWeekdays[static_cast<std::size_t>(weekday_of(days_since_1970(day)))]);
        case DateUnit::week_of_year:
            return fmt::format("W{:02}", iso_week_of(day).week);
        case DateUnit::quarter_of_year:
            break;
    }
    return fmt::format("Q{}", quarter);
}

CalendarDay calendar_day(double value, Quantity quantity) {
    const bool moment = quantity == Quantity::moment;
    const double whole = moment ? std::floor(value) : value;
    const std::int64_t days = clamped_days(moment ? whole / kDaySeconds : whole);
    const CivilDay day = civil_day(days);
    const double second = moment ? whole - static_cast<double>(days) * kDaySeconds : 0;
    return {day.year, static_cast<int>(day.month), static_cast<int>(day.day),
            static_cast<int>(std::clamp(second, 0.0, kDaySeconds - 1))};
}

DateSpan span_of(double value, Quantity quantity, DateUnit unit) {
    if (quantity == Quantity::moment && unit < DateUnit::day) {
        const double seconds = seconds_in(unit);
        const double begin = std::floor(value / seconds) * seconds;
        return {begin, begin + seconds};
    }
    const double days = quantity == Quantity::moment ? value / kDaySeconds : value;
    return in_numbers(days_in(clamped_days(days), unit), quantity);
}

std::optional<DateSpan> span_of_label(std::string_view label, Quantity quantity) {
    std::string_view rest = label;
    const int year = take_number(rest, 4);
    if (year < 0) return std::nullopt;
    if (!take(rest, "-")) return years_of_label(rest, year, quantity);
    if (year < kEarliestYear) return std::nullopt;
    if (take(rest, "W")) return week_of_label(rest, year, quantity);
    if (take(rest, "Q")) {
        const int quarter = take_number(rest, 1);
        if (!rest.empty() || quarter < 1 || quarter > 4) return std::nullopt;
        return in_numbers(of_months(year, 3 * quarter - 2, 3), quantity);
    }
    const int month = take_number(rest, 2);
    if (month < 1 || month > 12) return std::nullopt;
    if (rest.empty()) return in_numbers(of_months(year, month, 1), quantity);
    if (!take(rest, "-")) return std::nullopt;
    const int day = take_number(rest, 2);
    const auto days =
        days_of({year, static_cast<unsigned>(month), static_cast<unsigned>(std::max(day, 0))});
    if (!days) return std::nullopt;
    const DateSpan span = in_numbers({*days, *days + 1}, quantity);
    if (rest.empty()) return span;
    if (quantity != Quantity::moment) return std::nullopt;
    return clock_of_label(rest, span.begin);
}

}  // namespace lethe
