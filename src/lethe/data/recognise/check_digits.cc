#include "lethe/data/recognise/check_digits.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lethe::recognise {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_digits(std::string_view text) {
    return text.size() >= 2 && std::all_of(text.begin(), text.end(), is_digit);
}

// The digit at a place counted from the right.
int from_right(std::string_view digits, std::size_t place) {
    return digits[digits.size() - 1 - place] - '0';
}

}  // namespace

bool passes_luhn(std::string_view digits) {
    if (!all_digits(digits)) return false;
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int doubled = from_right(digits, i) * (i % 2 == 0 ? 1 : 2);
        sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0;
}

bool passes_verhoeff(std::string_view digits) {
    static constexpr std::array<std::string_view, 10> kProduct{
        "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
        "5987604321", "6598710432", "7659821043", "8765932104", "9876543210"};
    static constexpr std::array<std::string_view, 8> kPermuted{
        "0123456789", "1576283094", "5803796142", "8916043527",
        "9453126870", "4286573901", "2793806415", "7046913258"};
    if (!all_digits(digits)) return false;
    int state = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const int digit = kPermuted[i % 8][static_cast<std::size_t>(from_right(digits, i))] - '0';
        state = kProduct[static_cast<std::size_t>(state)][static_cast<std::size_t>(digit)] - '0';
    }
    return state == 0;
}

bool passes_mod11(std::string_view digits) {
    if (digits.size() < 2) return false;
    const bool ends_with_ten = digits.back() == 'X' || digits.back() == 'x';
    const std::string_view plain = digits.substr(0, digits.size() - (ends_with_ten ? 1 : 0));
    if (!std::all_of(plain.begin(), plain.end(), is_digit)) return false;
    int sum = ends_with_ten ? 10 : 0;
    for (std::size_t i = ends_with_ten ? 1 : 0; i < digits.size(); ++i) {
        sum += static_cast<int>(i + 1) * from_right(digits, i);
    }
    return sum % 11 == 0;
}

bool passes_mod11_10(std::string_view digits) {
    if (!all_digits(digits)) return false;
    int product = 10;
    for (std::size_t i = 0; i + 1 < digits.size(); ++i) {
        int sum = (digits[i] - '0' + product) % 10;
        if (sum == 0) sum = 10;
        product = 2 * sum % 11;
    }
    return (digits.back() - '0' + product) % 10 == 1;
}

bool passes_ean(std::string_view digits) {
    if (!all_digits(digits)) return false;
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        sum += from_right(digits, i) * (i % 2 == 0 ? 1 : 3);
    }
    return sum % 10 == 0;
}

bool passes_mod97(std::string_view code) {
    if (code.size() < 5) return false;
    int rest = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[(i + 4) % code.size()];
        if (is_digit(c)) {
            rest = (rest * 10 + (c - '0')) % 97;
        } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            rest = (rest * 100 + std::toupper(static_cast<unsigned char>(c)) - 'A' + 10) % 97;
        } else {
            return false;
        }
    }
    return rest == 1;
}

bool passes_mod23(std::string_view code) {
    constexpr std::string_view kLetters = "TRWAGMYFPDXBNJZSQVHLCKE";
    if (code.size() != 9 || !all_digits(code.substr(0, 8))) return false;
    int number = 0;
    for (const char c : code.substr(0, 8)) number = (number * 10 + (c - '0')) % 23;
    return std::toupper(static_cast<unsigned char>(code.back())) ==
           kLetters[static_cast<std::size_t>(number)];
}

}  // namespace lethe::recognise
