// What SPSS, Stata and SAS call dates. SPSS counts seconds since the first day of the Gregorian
// calendar, Stata and SAS days, milliseconds (Stata) or seconds (SAS) since 1960. A date of Lethe
// is a whole day: where a column that is shown as dates holds hours too, it becomes moments.
#include "lethe/data/formats/statistics/statistics_dates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

constexpr double kSpssEpoch = -141428;  // 14 October 1582
constexpr double kStataEpoch = -3653;   // 1 January 1960, of SAS too
constexpr double kDayOfSeconds = 86400;
constexpr double kDayOfMilliseconds = 86'400'000;

// Days after which a second was put in.
constexpr std::array<CivilDay, 27> kLeapSeconds{{
    {1972, 6, 30},  {1972, 12, 31}, {1973, 12, 31}, {1974, 12, 31}, {1975, 12, 31}, {1976, 12, 31},
    {1977, 12, 31}, {1978, 12, 31}, {1979, 12, 31}, {1981, 6, 30},  {1982, 6, 30},  {1983, 6, 30},
    {1985, 6, 30},  {1987, 12, 31}, {1989, 12, 31}, {1990, 12, 31}, {1992, 6, 30},  {1993, 6, 30},
    {1994, 6, 30},  {1995, 12, 31}, {1997, 6, 30},  {1998, 12, 31}, {2005, 12, 31}, {2008, 12, 31},
    {2012, 6, 30},  {2015, 6, 30},  {2016, 12, 31},
}};

// Seconds since 1970 at which the day after a leap second begins, leap seconds not counted.
double after_leap_second(std::size_t i) {
    return kDayOfSeconds * static_cast<double>(*days_of(kLeapSeconds[i]) + 1);
}

// A moment within a leap second becomes the second after it.
double without_leap_seconds(double seconds) {
    for (std::size_t i = kLeapSeconds.size(); i > 0; --i) {
        const double put_in = static_cast<double>(i);
        const double next = after_leap_second(i - 1);
        if (seconds >= next + put_in - 1) return std::max(seconds - put_in, next);
    }
    return seconds;
}

double with_leap_seconds(double seconds) {
    for (std::size_t i = kLeapSeconds.size(); i > 0; --i) {
        if (seconds >= after_leap_second(i - 1)) return seconds + static_cast<double>(i);
    }
    return seconds;
}

std::string upper_letters(std::string_view format) {
    std::string word;
    for (const char c : format) word += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return word;
}

// "DATETIME20.3" -> "DATETIME"; "E8601DA10." -> "E8601DA".
std::string_view word_of(std::string_view format) {
    const std::size_t end = format.find_last_not_of("0123456789.");
    return end == std::string_view::npos ? std::string_view{} : format.substr(0, end + 1);
}

template <std::size_t N>
bool is_among(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

std::optional<DateCount> spss_count(std::string_view word) {
    constexpr std::array<std::string_view, 8> kDates{"DATE",  "ADATE", "EDATE", "SDATE",
                                                     "JDATE", "QYR",   "MOYR",  "WKYR"};
    constexpr std::array<std::string_view, 2> kMoments{"DATETIME", "YMDHMS"};
    if (is_among(kDates, word)) return DateCount{Quantity::date, kSpssEpoch, kDayOfSeconds};
    if (is_among(kMoments, word)) return DateCount{Quantity::moment, kSpssEpoch, kDayOfSeconds};
    if (word == "TIME" || word == "MTIME") return DateCount{Quantity::time, 0, kDayOfSeconds};
    if (word == "DTIME") return DateCount{Quantity::duration, 0, kDayOfSeconds};
    return std::nullopt;
}

// "%td", "%tdD_m_Y", "%-tc", and the older "%d".
std::optional<DateCount> stata_count(std::string_view format) {
    if (!format.starts_with('%')) return std::nullopt;
    format.remove_prefix(1);
    if (format.starts_with('-')) format.remove_prefix(1);
    if (format.starts_with('d')) return DateCount{Quantity::date, kStataEpoch, 1};
    if (format.size() < 2 || format.front() != 't') return std::nullopt;
    if (format[1] == 'd') return DateCount{Quantity::date, kStataEpoch, 1};
    if (format[1] == 'c') return DateCount{Quantity::moment, kStataEpoch, kDayOfMilliseconds};
    if (format[1] == 'C') return DateCount{Quantity::moment, kStataEpoch, kDayOfMilliseconds, true};
    return std::nullopt;
}

std::optional<DateCount> sas_count(std::string_view word) {
    constexpr std::array<std::string_view, 33> kDates{
        "DATE",    "DAY",      "DDMMYY",   "DDMMYYB",  "DDMMYYC",  "DDMMYYD", "DDMMYYN",
        "DDMMYYP", "DDMMYYS",  "MMDDYY",   "MMDDYYB",  "MMDDYYC",  "MMDDYYD", "MMDDYYN",
        "MMDDYYP", "MMDDYYS",  "YYMMDD",   "YYMMDDB",  "YYMMDDC",  "YYMMDDD", "YYMMDDN",
        "YYMMDDP", "YYMMDDS",  "E8601DA",  "B8601DA",  "IS8601DA", "JULIAN",  "MONYY",
        "YYMON",   "WORDDATE", "WORDDATX", "WEEKDATE", "WEEKDATX"};
    constexpr std::array<std::string_view, 7> kMoments{"DATETIME", "E8601DT", "B8601DT", "IS8601DT",
                                                       "DATEAMPM", "MDYAMPM", "DTDATE"};
    constexpr std::array<std::string_view, 8> kTimes{"TIME",    "HHMM",    "TOD",      "TIMEAMPM",
                                                     "E8601TM", "B8601TM", "IS8601TM", "HOUR"};
    if (is_among(kDates, word)) return DateCount{Quantity::date, kStataEpoch, 1};
    if (is_among(kMoments, word)) return DateCount{Quantity::moment, kStataEpoch, kDayOfSeconds};
    if (is_among(kTimes, word)) return DateCount{Quantity::time, 0, kDayOfSeconds};
    if (word == "MMSS") return DateCount{Quantity::duration, 0, kDayOfSeconds};
    return std::nullopt;
}

// Decimals of a second that all numbers have, up to 6.
int decimals_of_seconds(std::span<const double> numbers, const Validity& validity) {
    constexpr std::array<std::pair<int, double>, 3> kSteps{{{0, 1.0}, {3, 1e3}, {6, 1e6}}};
    int most = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!validity[static_cast<std::int64_t>(i)]) continue;
        for (const auto& [decimals, steps] : kSteps) {
            most = std::max(most, decimals);
            // A microsecond is what a double has left of a moment of these days.
            if (std::fabs(std::round(numbers[i] * steps) / steps - numbers[i]) < 5e-7) break;
        }
    }
    return most;
}

}  // namespace

std::optional<DateCount> date_count(Program program, std::string_view format) {
    if (program == Program::stata) return stata_count(format);
    const std::string letters = upper_letters(format);
    return program == Program::spss ? spss_count(word_of(letters)) : sas_count(word_of(letters));
}

double from_program(const DateCount& count, double number) {
    if (count.quantity == Quantity::date) return number / count.of_day + count.epoch;
    const double of_second = count.of_day / kDayOfSeconds;
    const double seconds = number / of_second + count.epoch * kDayOfSeconds;
    return count.leap_seconds ? without_leap_seconds(seconds) : seconds;
}

double to_program(const DateCount& count, double number) {
    if (count.quantity == Quantity::date) return (number - count.epoch) * count.of_day;
    const double of_second = count.of_day / kDayOfSeconds;
    const double seconds = count.leap_seconds ? with_leap_seconds(number) : number;
    const double units = (seconds - count.epoch * kDayOfSeconds) * of_second;
    // Milliseconds are whole in Stata.
    return of_second > 1 ? std::round(units) : units;
}

NotationPtr take_dates(DateCount count, std::span<double> numbers, const Validity& validity) {
    static const double kFirst = static_cast<double>(*days_of({1, 1, 1}));
    static const double kLast = static_cast<double>(*days_of({9999, 12, 31}));
    const auto each = [&](const auto& look) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (validity[static_cast<std::int64_t>(i)] && !look(numbers[i])) return false;
        }
        return true;
    };
    const DateCount as_told = count;
    if (count.quantity == Quantity::date &&
        !each([&](double x) { return std::floor(x / count.of_day) == x / count.of_day; })) {
        if (count.of_day == 1) return nullptr;
        count.quantity = Quantity::moment;
    }
    const bool of_day = count.quantity == Quantity::date || count.quantity == Quantity::moment;
    const double unit = count.quantity == Quantity::date ? 1 : kDayOfSeconds;
    if (of_day && !each([&](double x) {
            const double value = from_program(count, x) / unit;
            return value >= kFirst && value < kLast + 1;
        })) {
        return nullptr;
    }
    // A leap second itself, or half a millisecond, would not come back.
    if (as_told.of_day == kDayOfMilliseconds &&
        !each([&](double x) { return to_program(count, from_program(count, x)) == x; })) {
        return nullptr;
    }
    constexpr double kMostHours = 1e8;
    if (!of_day && !each([&](double x) { return std::fabs(x) < kMostHours * 3600; })) {
        return nullptr;
    }
    if (count.quantity == Quantity::time &&
        !each([&](double x) { return x >= 0 && x < kDayOfSeconds; })) {
        count.quantity = Quantity::duration;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (validity[static_cast<std::int64_t>(i)]) numbers[i] = from_program(count, numbers[i]);
    }
    if (count.quantity == Quantity::date) return Notation::of_dates("%Y-%m-%d", count.quantity);
    std::string pattern = of_day ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S";
    const int decimals = decimals_of_seconds(numbers, validity);
    if (decimals > 0) pattern += ".%" + std::to_string(decimals) + "f";
    return Notation::of_dates(std::move(pattern), count.quantity);
}

std::string_view usual_format(Program program, Quantity quantity) {
    constexpr std::array<std::array<std::string_view, 5>, 3> kFormats{{
        {"F8.2", "SDATE10", "TIME8", "DATETIME20", "DTIME12"},
        {"%9.0g", "%td", "%9.0g", "%tc", "%9.0g"},
        {"BEST12.", "E8601DA10.", "TIME8.", "E8601DT19.", "TIME12."},
    }};
    return kFormats[static_cast<std::size_t>(program)][static_cast<std::size_t>(quantity)];
}

}  // namespace lethe::formats
