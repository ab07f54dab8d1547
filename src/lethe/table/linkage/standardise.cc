#include "lethe/table/linkage/standardise.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "lethe/knowledge/label_key.h"
#include "lethe/table/linkage/blanks.h"

namespace lethe::linkage {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct DateParts {
    std::array<int, 3> number{};
    std::array<std::size_t, 3> digits{};
};

// Three numbers parted by one of - / . and nothing else; a time of day may follow.
std::optional<DateParts> three_numbers(std::string_view text) {
    DateParts parts;
    std::size_t at = 0;
    char mark = 0;
    for (std::size_t part = 0; part < 3; ++part) {
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at]) && at - begin < 5) {
            parts.number[part] = parts.number[part] * 10 + (text[at] - '0');
            ++at;
        }
        parts.digits[part] = at - begin;
        if (at == begin || at - begin > 4) return std::nullopt;
        if (part == 2) break;
        if (at == text.size()) return std::nullopt;
        const char c = text[at++];
        if ((c != '-' && c != '/' && c != '.') || (mark != 0 && c != mark)) return std::nullopt;
        mark = c;
    }
    if (at < text.size() && text[at] != 'T' && text[at] != ' ') return std::nullopt;
    return parts;
}

std::optional<Date> checked(int year, int month, int day) {
    const std::chrono::year_month_day date{std::chrono::year{year},
                                           std::chrono::month{static_cast<unsigned>(month)},
                                           std::chrono::day{static_cast<unsigned>(day)}};
    if (!date.ok() || year < 1000) return std::nullopt;
    return Date{year, month, day};
}

}  // namespace

std::string plain_text(std::string_view text) {
    const std::string key = plain_key(text);
    constexpr std::array<std::string_view, 4> kNothing{"n/a", "null", "nan", "#n/a"};
    if (std::ranges::find(kNothing, key) != kNothing.end()) return {};
    std::string plain;
    plain.reserve(key.size());
    for (const char c : key) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 128 || is_digit(c) || (c >= 'a' && c <= 'z')) plain.push_back(c);
    }
    return plain;
}

std::string digits_of(std::string_view text) {
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), is_digit);
    return digits;
}

std::int64_t Date::day_number() const {
    const std::chrono::sys_days days{std::chrono::year_month_day{
        std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
        std::chrono::day{static_cast<unsigned>(day)}}};
    return days.time_since_epoch().count();
}

std::optional<Date> read_date(std::string_view text, DateOrder order) {
    text = trimmed(text);
    if (text.size() == 8 && std::ranges::all_of(text, is_digit)) {
        const auto number = [&](std::size_t from, std::size_t size) {
            int value = 0;
            for (const char c : text.substr(from, size)) value = value * 10 + (c - '0');
            return value;
        };
        return checked(number(0, 4), number(4, 2), number(6, 2));
    }
    const std::optional<DateParts> parts = three_numbers(text);
    if (!parts) return std::nullopt;
    const auto& [a, b, c] = parts->number;
    if (parts->digits[0] == 4 && parts->digits[1] <= 2 && parts->digits[2] <= 2) {
        return checked(a, b, c);
    }
    if (parts->digits[2] != 4 || parts->digits[0] > 2 || parts->digits[1] > 2) return std::nullopt;
    return order == DateOrder::day_first ? checked(c, b, a) : checked(c, a, b);
}

std::optional<DateOrder> order_told_by(std::string_view text) {
    const bool day = read_date(text, DateOrder::day_first).has_value();
    const bool month = read_date(text, DateOrder::month_first).has_value();
    if (day == month) return std::nullopt;
    return day ? DateOrder::day_first : DateOrder::month_first;
}

}  // namespace lethe::linkage
