#include "lethe/table/mask/people/dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lethe::mask {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::year;

// The number of so many digits at the beginning, which are taken off.
std::optional<int> take_digits(std::string_view& text, std::size_t count) {
    if (text.size() < count) return std::nullopt;
    int number = 0;
    for (const char c : text.substr(0, count)) {
        if (c < '0' || c > '9') return std::nullopt;
        number = 10 * number + (c - '0');
    }
    text.remove_prefix(count);
    return number;
}

bool is_time(std::string_view text) {
    constexpr std::string_view kLetters = "0123456789:.,+-Z ";
    return text.size() >= 3 && (text[0] == 'T' || text[0] == ' ') && text[1] >= '0' &&
           text[1] <= '9' && text.find_first_not_of(kLetters, 1) == std::string_view::npos;
}

}  // namespace

std::optional<WrittenDate> read_date(std::string_view text) {
    WrittenDate result{{year(0), month(1), day(1)}, DatePrecision::year};
    const auto y = take_digits(text, 4);
    if (!y || *y < 1000) return std::nullopt;
    int m = 1, d = 1;
    for (int* part : {&m, &d}) {
        if (!text.starts_with('-')) break;
        text.remove_prefix(1);
        const auto number = take_digits(text, 2);
        if (!number) return std::nullopt;
        *part = *number;
        result.precision = part == &m ? DatePrecision::month : DatePrecision::day;
    }
    result.date = {year(*y), month(static_cast<unsigned>(m)), day(static_cast<unsigned>(d))};
    if (!result.date.ok()) return std::nullopt;
    if (text.empty()) return result;
    if (result.precision != DatePrecision::day || !is_time(text)) return std::nullopt;
    result.time = text;
    return result;
}

std::chrono::year_month_day moved_day(const WrittenDate& date, std::int64_t days) {
    return std::chrono::sys_days(date.date) + std::chrono::days(days);
}

std::string moved_date(const WrittenDate& date, std::int64_t days) {
    const std::chrono::year_month_day moved = moved_day(date, days);
    std::string text = fmt::format("{:04}", static_cast<int>(moved.year()));
    if (date.precision == DatePrecision::year) return text;
    text += fmt::format("-{:02}", static_cast<unsigned>(moved.month()));
    if (date.precision == DatePrecision::month) return text;
    return text + fmt::format("-{:02}", static_cast<unsigned>(moved.day())) + date.time;
}

}  // namespace lethe::mask
