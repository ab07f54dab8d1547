#include "lethe/documents/find/patterns/identifier_checks.h"

#include <algorithm>
#include <array>

#include "lethe/data/recognise/identifiers/parts.h"
#include "lethe/language/ascii.h"

namespace lethe::documents {
namespace {

int figure(char c) { return c - '0'; }

// The first three runs of digits.
std::array<int, 3> three_numbers(std::string_view text) {
    std::array<int, 3> numbers{0, 0, 0};
    std::size_t at = 0;
    for (int& number : numbers) {
        while (at < text.size() && !language::is_figure(text[at])) ++at;
        for (int digits = 0; at < text.size() && language::is_figure(text[at]) && digits < 4;
             ++digits) {
            number = number * 10 + figure(text[at++]);
        }
    }
    return numbers;
}

}  // namespace

bool calendar_year_first(std::string_view mention) {
    const auto [year, month, day] = three_numbers(mention);
    return identifiers::is_date(year, month, day) || identifiers::is_date(year, day, month);
}

bool calendar_year_last(std::string_view mention) {
    const auto [first, second, year] = three_numbers(mention);
    const int full = year < 100 ? 2000 + year : year;
    return identifiers::is_date(full, second, first) || identifiers::is_date(full, first, second);
}

bool no_month(std::string_view mention) {
    constexpr std::array<std::string_view, 12> kMonths{
        "January", "February", "March",     "April",   "May",      "June",
        "July",    "August",   "September", "October", "November", "December"};
    for (const std::string_view month : kMonths) {
        const auto at = mention.find(month);
        if (at == std::string_view::npos) continue;
        const auto end = at + month.size();
        if (end >= mention.size() || mention[end] == ' ' || mention[end] == ',') return false;
    }
    return true;
}

}  // namespace lethe::documents
