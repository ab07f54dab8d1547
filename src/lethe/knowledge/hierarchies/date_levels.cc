#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "lethe/knowledge/hierarchies/build_levels.h"

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

std::chrono::sys_days days_since_1970(const CalendarDay& day) {
    return std::chrono::year{day.year} / std::chrono::month{static_cast<unsigned>(day.month)} /
           std::chrono::day{static_cast<unsigned>(day.day)};
}

unsigned weekday_of(const CalendarDay& day) {  // from Monday, 1
    return std::chrono::weekday(days_since_1970(day)).iso_encoding();
}

struct IsoWeek {
    int year = 0;
    int week = 0;
};

// The week of a day is that of its Thursday.
IsoWeek iso_week_of(const CalendarDay& day) {
    const std::chrono::sys_days thursday =
        days_since_1970(day) + std::chrono::days{4 - static_cast<int>(weekday_of(day))};
    const std::chrono::year_month_day date{thursday};
    const std::chrono::sys_days first = date.year() / std::chrono::January / 1;
    return {static_cast<int>(date.year()), static_cast<int>((thursday - first).count() / 7) + 1};
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
            return years_label(day.year, 100);
        case DateUnit::millennium:
            return years_label(day.year, 1000);
        case DateUnit::weekday:
            return std::string(kWeekdays[weekday_of(day) - 1]);
        case DateUnit::week_of_year:
            return fmt::format("W{:02}", iso_week_of(day).week);
        case DateUnit::quarter_of_year:
            break;
    }
    return fmt::format("Q{}", quarter);
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

LevelTable levels_by_dates(std::span<const std::string> values, std::span<const CalendarDay> days,
                           std::span<const DateUnit> units) {
    std::vector<std::vector<std::string>> labels;
    for (const DateUnit unit : units) {
        std::vector<std::string>& level = labels.emplace_back();
        for (const CalendarDay& day : days) level.push_back(date_label(day, unit));
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
