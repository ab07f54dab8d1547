// Dates of a column, as they may be written, and the time of day where one follows. Labels are
// those of the clock as it is written: nothing is moved to another time zone.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "lethe/data/written/notation.h"
#include "lethe/documents/find/dates.h"
#include "lethe/release/tables/hierarchies/column_hierarchy_parts.h"

namespace lethe::release {
namespace {

struct TimeOfDay {
    int second = 0;    // of the day
    std::string zone;  // as it is written: "", "Z", "+02:00"
};

// "13:45", "13:45:10" and "13:45:10.25" after a T or a blank, with a zone or without.
std::optional<TimeOfDay> time_in(std::string_view text) {
    const std::size_t begin = text.find_first_of("T ");
    if (begin == std::string_view::npos) return std::nullopt;
    text.remove_prefix(begin + 1);
    const auto two_digits = [&](int below) -> std::optional<int> {
        const auto digit = [](char c) { return c >= '0' && c <= '9'; };
        if (text.size() < 2 || !digit(text[0]) || !digit(text[1])) return std::nullopt;
        const int value = (text[0] - '0') * 10 + (text[1] - '0');
        text.remove_prefix(2);
        return value < below ? std::optional(value) : std::nullopt;
    };
    const auto hour = two_digits(24);
    if (!hour || !text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
    const auto minute = two_digits(60);
    if (!minute) return std::nullopt;
    int second = 0;
    if (text.starts_with(':')) {
        text.remove_prefix(1);
        const auto read = two_digits(60);
        if (!read) return std::nullopt;
        second = *read;
        if (text.starts_with('.')) {
            text.remove_prefix(std::min(text.find_first_not_of("0123456789", 1), text.size()));
        }
    }
    return TimeOfDay{(*hour * 60 + *minute) * 60 + second, std::string(text)};
}

// "27 February 2020": a month in words and a year of four digits.
std::optional<CalendarDay> day_in_words(std::string_view text) {
    const documents::TextDate read = documents::read_date(text);
    int digits = 0;
    bool full_year = false;
    for (const char c : text) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        full_year = full_year || digits == 4;
    }
    const std::chrono::year_month_day day{std::chrono::year{read.year},
                                          std::chrono::month{static_cast<unsigned>(read.month)},
                                          std::chrono::day{static_cast<unsigned>(read.day)}};
    if (!read.sure || !full_year || read.year < 1000 || !day.ok()) return std::nullopt;
    return CalendarDay{read.year, read.month, read.day};
}

linkage::DateOrder date_order_of(const Column& column, const DistinctValues& values,
                                 const HierarchyRequest& request) {
    using linkage::DateOrder;
    if (request.date_order) return *request.date_order;
    std::int64_t day_first = 0, month_first = 0, either = 0;
    for (const std::string& text : values.texts) {
        const auto told = linkage::order_told_by(text);
        day_first += told == DateOrder::day_first ? 1 : 0;
        month_first += told == DateOrder::month_first ? 1 : 0;
        either += linkage::read_date(text, DateOrder::day_first) !=
                              linkage::read_date(text, DateOrder::month_first) &&
                          !told
                      ? 1
                      : 0;
    }
    if (day_first > 0 && month_first > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its dates have the day first and {} the "
                                "month; write them alike",
                                column.name(), day_first, month_first));
    }
    if (either > 0 && day_first + month_first == 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("column \"{}\": whether the day or the month stands first cannot "
                                "be told from its dates; say day-first or month-first",
                                column.name()),
                    {{}, 0, 0, "date_order"});
    }
    return month_first > 0 ? DateOrder::month_first : DateOrder::day_first;
}

}  // namespace

namespace {

std::vector<DateUnit> units_of(const HierarchyRequest& request) {
    std::vector<DateUnit> units;
    for (const std::string& unit : request.units) units.push_back(*date_unit_named(unit));
    if (!units.empty()) return units;
    return {DateUnit::month, DateUnit::quarter, DateUnit::year, DateUnit::decade};
}

bool by_the_clock(std::span<const DateUnit> units) {
    return std::ranges::any_of(units, [](DateUnit unit) { return unit < DateUnit::day; });
}

// Of a column that knows its dates: nothing is to be guessed.
LevelTable known_dates_of(const Column& column, const DistinctValues& values,
                          const HierarchyRequest& request) {
    const Quantity quantity = column.notation()->quantity();
    const std::vector<DateUnit> units = units_of(request);
    if (by_the_clock(units) && quantity == Quantity::date) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\" holds dates without a time of day, and levels below "
                                "the day need one",
                                column.name()));
    }
    std::vector<CalendarDay> days;
    for (const double value : values.numbers) days.push_back(calendar_day(value, quantity));
    return levels_by_dates(values.texts, days, units);
}

}  // namespace

LevelTable dates_of(const Column& column, const DistinctValues& values,
                    const HierarchyRequest& request) {
    if (column.notation() && column.notation()->is_of_calendar()) {
        return known_dates_of(column, values, request);
    }
    const linkage::DateOrder order = date_order_of(column, values, request);
    std::vector<CalendarDay> days;
    std::int64_t others = 0;
    std::int64_t untimed = 0;
    std::set<std::string> zones;
    for (const std::string& text : values.texts) {
        if (const auto date = linkage::read_date(text, order)) {
            const auto time = time_in(text);
            untimed += time ? 0 : 1;
            zones.insert(time ? time->zone : "");
            days.push_back({date->year, date->month, date->day, time ? time->second : 0});
        } else if (const auto in_words = day_in_words(text)) {
            days.push_back(*in_words);
            ++untimed;
        } else {
            ++others;
        }
    }
    if (others > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its {} values are not dates; allowed are "
                                "days such as 2020-02-27 (a time may follow), 20200227, 2020/2/27, "
                                "27.2.2020, 02/27/2020 and 27 February 2020",
                                column.name(), others, values.texts.size()));
    }
    const std::vector<DateUnit> units = units_of(request);
    if (by_the_clock(units) && untimed > 0) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": {} of its {} values have no time of day, such as "
                                "2020-02-27 13:45 or 2020-02-27T13:45:10Z, and levels below the "
                                "day need one",
                                column.name(), untimed, values.texts.size()));
    }
    if (untimed == 0 && zones.size() > 1) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": its times are written in {} time zones; write "
                                "them in one",
                                column.name(), zones.size()));
    }
    return levels_by_dates(values.texts, days, units);
}

}  // namespace lethe::release
