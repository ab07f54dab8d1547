// What checks of identifiers are made of: digits, weighted sums, dates.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace lethe::identifiers {

inline bool is_figure(char c) { return c >= '0' && c <= '9'; }

// The digits alone; the letters and digits alone, in upper case (ASCII).
std::string digits_of(std::string_view text);
std::string letters_and_digits_of(std::string_view text);

// The sum of digit times weight, over as many digits as there are weights.
int weighted_sum(std::string_view digits, std::initializer_list<int> weights);
// Digits at [from, from + count) as a number.
int number_at(std::string_view digits, std::size_t from, std::size_t count);

inline int digit(std::string_view digits, std::size_t i) { return digits[i] - '0'; }
inline bool all_zero(std::string_view digits) {
    return digits.find_first_not_of('0') == std::string_view::npos;
}

bool is_date(int year, int month, int day);
// Day and month with a year of two digits, of any century.
bool is_short_date(int year, int month, int day);

}  // namespace lethe::identifiers
