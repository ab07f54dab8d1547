#include "lethe/data/recognise/identifiers/parts.h"

#include <algorithm>
#include <array>

namespace lethe::identifiers {
namespace {

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_of(int year, int month) {
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && is_leap(year) ? 1 : 0);
}

}  // namespace

std::string digits_of(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_figure);
    return digits;
}

std::string letters_and_digits_of(std::string_view text) {
    std::string kept;
    for (const char c : text) {
        if (is_figure(c) || (c >= 'A' && c <= 'Z')) kept += c;
        if (c >= 'a' && c <= 'z') kept += static_cast<char>(c - 'a' + 'A');
    }
    return kept;
}

int weighted_sum(std::string_view digits, std::initializer_list<int> weights) {
    int sum = 0;
    std::size_t at = 0;
    for (const int weight : weights) {
        if (at >= digits.size()) break;
        sum += weight * digit(digits, at++);
    }
    return sum;
}

int number_at(std::string_view digits, std::size_t from, std::size_t count) {
    int number = 0;
    for (const char c : digits.substr(std::min(from, digits.size()), count)) {
        number = number * 10 + (c - '0');
    }
    return number;
}

bool is_date(int year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

bool is_short_date(int year, int month, int day) {
    return is_date(1900 + year, month, day) || is_date(2000 + year, month, day);
}

}  // namespace lethe::identifiers
