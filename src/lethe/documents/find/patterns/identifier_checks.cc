#include "lethe/documents/find/patterns/identifier_checks.h"

#include <algorithm>
#include <array>

#include "lethe/language/ascii.h"

namespace lethe::documents {
namespace {

bool only_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), language::is_figure);
}
int figure(char c) { return c - '0'; }

// The dihedral group of ten elements, by which Verhoeff's scheme adds.
constexpr std::array<std::array<int, 10>, 10> kDihedral{{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                                                         {1, 2, 3, 4, 0, 6, 7, 8, 9, 5},
                                                         {2, 3, 4, 0, 1, 7, 8, 9, 5, 6},
                                                         {3, 4, 0, 1, 2, 8, 9, 5, 6, 7},
                                                         {4, 0, 1, 2, 3, 9, 5, 6, 7, 8},
                                                         {5, 9, 8, 7, 6, 0, 4, 3, 2, 1},
                                                         {6, 5, 9, 8, 7, 1, 0, 4, 3, 2},
                                                         {7, 6, 5, 9, 8, 2, 1, 0, 4, 3},
                                                         {8, 7, 6, 5, 9, 3, 2, 1, 0, 4},
                                                         {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}};
constexpr std::array<std::array<int, 10>, 8> kPermutation{{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                                                           {1, 5, 7, 6, 2, 8, 3, 0, 9, 4},
                                                           {5, 8, 0, 3, 7, 9, 6, 1, 4, 2},
                                                           {8, 9, 1, 6, 0, 4, 3, 5, 2, 7},
                                                           {9, 4, 5, 3, 1, 2, 6, 8, 7, 0},
                                                           {4, 2, 8, 6, 5, 7, 3, 9, 0, 1},
                                                           {2, 7, 9, 3, 8, 0, 6, 4, 1, 5},
                                                           {7, 0, 4, 6, 9, 1, 3, 2, 5, 8}}};

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_of(int year, int month) {
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && is_leap(year) ? 1 : 0);
}

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

std::string digits_of(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), language::is_figure);
    return digits;
}

std::string letters_and_digits_of(std::string_view text) {
    std::string kept;
    for (const char c : text) {
        if (language::is_figure(c) || (c >= 'A' && c <= 'Z')) kept += c;
        if (c >= 'a' && c <= 'z') kept += static_cast<char>(c - 'a' + 'A');
    }
    return kept;
}

bool luhn(std::string_view digits) {
    if (!only_digits(digits)) return false;
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int digit = figure(digits[digits.size() - 1 - i]);
        const int twice = digit * 2;
        sum += i % 2 == 0 ? digit : twice > 9 ? twice - 9 : twice;
    }
    return sum % 10 == 0;
}

bool verhoeff(std::string_view digits) {
    if (!only_digits(digits)) return false;
    int state = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int digit = figure(digits[digits.size() - 1 - i]);
        state = kDihedral[static_cast<std::size_t>(state)][static_cast<std::size_t>(
            kPermutation[i % 8][static_cast<std::size_t>(digit)])];
    }
    return state == 0;
}

bool iso7064_mod11_10(std::string_view digits) {
    if (!only_digits(digits) || digits.size() < 2) return false;
    int product = 10;
    for (std::size_t i = 0; i + 1 < digits.size(); ++i) {
        int sum = (figure(digits[i]) + product) % 10;
        if (sum == 0) sum = 10;
        product = sum * 2 % 11;
    }
    return (product + figure(digits.back())) % 10 == 1;
}

int mod97(std::string_view letters_and_digits) {
    int rest = 0;
    for (const char c : letters_and_digits) {
        if (language::is_figure(c)) {
            rest = (rest * 10 + figure(c)) % 97;
        } else {
            rest = (rest * 100 + (c - 'A' + 10)) % 97;
        }
    }
    return rest;
}

int weighted_sum(std::string_view digits, std::initializer_list<int> weights) {
    int sum = 0;
    std::size_t at = 0;
    for (const int weight : weights) {
        if (at >= digits.size()) break;
        sum += weight * figure(digits[at++]);
    }
    return sum;
}

int number_at(std::string_view digits, std::size_t from, std::size_t count) {
    int number = 0;
    for (const char c : digits.substr(std::min(from, digits.size()), count)) {
        number = number * 10 + figure(c);
    }
    return number;
}

bool is_date(int year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

bool is_short_date(int year, int month, int day) {
    return is_date(1900 + year, month, day) || is_date(2000 + year, month, day);
}

bool calendar_year_first(std::string_view mention) {
    const auto [year, month, day] = three_numbers(mention);
    return is_date(year, month, day) || is_date(year, day, month);
}

bool calendar_year_last(std::string_view mention) {
    const auto [first, second, year] = three_numbers(mention);
    const int full = year < 100 ? 2000 + year : year;
    return is_date(full, second, first) || is_date(full, first, second);
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

bool card_number(std::string_view mention) {
    const std::string digits = digits_of(mention);
    if (digits.size() < 12 || digits.size() > 19) return false;
    if (digits.find_first_not_of(digits[0]) == std::string::npos) return false;
    return luhn(digits);
}

bool imei(std::string_view mention) {
    const std::string digits = digits_of(mention);
    return digits.size() == 15 && luhn(digits);
}

bool chassis_number(std::string_view mention) {
    constexpr std::string_view kLetters = "ABCDEFGHJKLMNPRSTUVWXYZ";
    constexpr std::string_view kValues = "12345678123457923456789";
    constexpr std::array<int, 17> kWeights{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != kWeights.size()) return false;
    int sum = 0;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        const std::size_t letter = kLetters.find(signs[i]);
        if (!language::is_figure(signs[i]) && letter == std::string_view::npos) return false;
        sum += kWeights[i] * figure(language::is_figure(signs[i]) ? signs[i] : kValues[letter]);
    }
    const int rest = sum % 11;
    return signs[8] == (rest == 10 ? 'X' : static_cast<char>('0' + rest));
}

}  // namespace lethe::documents
