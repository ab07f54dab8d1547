#include <algorithm>
#include <array>
#include <string>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/countries.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
namespace {

bool all_same(const std::string& digits) {
    return digits.find_first_not_of(digits[0]) == std::string::npos;
}

// The usual check digit of Latin America: 11 minus the rest, with 10 and 11 as 0.
int from_eleven(int sum) {
    const int check = 11 - sum % 11;
    return check > 9 ? 0 : check;
}

}  // namespace

bool in_aadhaar(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 12 && d[0] >= '2' && recognise::passes_verhoeff(d);
}

// Base 36, weights 1 and 2 in turn, digits of the products added.
bool in_gstin(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 15 || number_at(signs, 0, 2) == 0 || number_at(signs, 0, 2) > 38)
        return false;
    const auto value = [](char c) { return c >= 'A' ? c - 'A' + 10 : c - '0'; };
    int sum = 0;
    for (std::size_t i = 0; i < 14; ++i) {
        const int product = value(signs[i]) * (i % 2 == 0 ? 1 : 2);
        sum += product / 36 + product % 36;
    }
    return (36 - sum % 36) % 36 == value(signs[14]);
}

bool in_plate_form(std::string_view mention) {
    constexpr std::string_view kStates =
        "AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY "
        "RJ "
        "SK TN TR TS UK UP WB";
    const std::string signs = letters_and_digits_of(mention);
    return kStates.find(signs.substr(0, 2)) != std::string_view::npos && number_at(signs, 2, 2) > 0;
}

bool kr_brn(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10 || all_same(d)) return false;
    const int sum = weighted_sum(d, {1, 3, 7, 1, 3, 7, 1, 3, 5}) + digit(d, 8) * 5 / 10;
    return (10 - sum % 10) % 10 == digit(d, 9);
}

bool kr_rrn(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 &&
           is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), number_at(d, 4, 2)) &&
           (11 - weighted_sum(d, {2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5}) % 11) % 10 == digit(d, 12);
}

bool kr_frn_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 && d[6] >= '5' && d[6] <= '8' &&
           is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), number_at(d, 4, 2));
}

bool jp_my_number(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 12 && !all_same(d) &&
           from_eleven(weighted_sum(d, {6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2})) == digit(d, 11);
}

bool cn_resident(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 18) return false;
    if (!is_date(number_at(signs, 6, 4), number_at(signs, 10, 2), number_at(signs, 12, 2)))
        return false;
    const int sum = weighted_sum(signs, {7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2});
    return std::string_view("10X98765432")[static_cast<std::size_t>(sum % 11)] == signs[17];
}

// The letter stands for a place and counts as a number of two digits.
bool tw_id(std::string_view mention) {
    constexpr std::string_view kLetters = "ABCDEFGHJKLMNPQRSTUVXYWZIO";
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 10) return false;
    const int place = 10 + static_cast<int>(kLetters.find(signs[0]));
    const int sum =
        place / 10 + place % 10 * 9 + weighted_sum(signs.substr(1), {8, 7, 6, 5, 4, 3, 2, 1, 1});
    return sum % 10 == 0;
}

bool hk_id(std::string_view mention) {
    std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 8 || signs.size() > 9) return false;
    const auto value = [](char c) { return c >= 'A' ? c - 'A' + 10 : c - '0'; };
    int sum = signs.size() == 9 ? 9 * value(signs[0]) : 9 * 36;
    if (signs.size() == 9) signs.erase(0, 1);
    for (std::size_t i = 0; i < 8; ++i) sum += (8 - static_cast<int>(i)) * value(signs[i]);
    return sum % 11 == 0;
}

bool sg_nric(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 9) return false;
    int sum = weighted_sum(signs.substr(1), {2, 7, 6, 5, 4, 3, 2});
    const char kind = signs[0];
    if (kind == 'T' || kind == 'G') sum += 4;
    if (kind == 'M') sum += 3;
    const std::string_view letters = kind == 'S' || kind == 'T'   ? "JZIHGFEDCBA"
                                     : kind == 'F' || kind == 'G' ? "XWUTRQPNMLK"
                                                                  : "XWUTRQPNJLK";
    return letters[static_cast<std::size_t>(sum % 11)] == signs[8];
}

// Businesses (8 digits), companies (year first) and others (T, S or R first).
bool sg_uen(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() == 9) {
        const int sum = weighted_sum(signs, {10, 4, 9, 3, 8, 2, 7, 1});
        return std::string_view("XMKECAWLJDB")[static_cast<std::size_t>(sum % 11)] == signs[8];
    }
    if (signs.size() != 10) return false;
    if (signs[0] <= '9') {
        const int year = number_at(signs, 0, 4);
        const int sum = weighted_sum(signs, {10, 8, 6, 4, 9, 7, 5, 3, 1});
        return year >= 1800 && year < 2100 &&
               std::string_view("ZKCMDNERGWH")[static_cast<std::size_t>(sum % 11)] == signs[9];
    }
    constexpr std::string_view kSigns = "ABCDEFGHJKLMNPQRSTUVWX0123456789";
    constexpr std::array<int, 9> kWeights{4, 3, 5, 3, 10, 2, 2, 5, 7};
    int sum = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
        const std::size_t value = kSigns.find(signs[i]);
        if (value == std::string_view::npos) return false;
        sum += kWeights[i] * static_cast<int>(value);
    }
    return kSigns[static_cast<std::size_t>(((sum - 5) % 11 + 11) % 11)] == signs[9];
}

bool my_nric_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    const int place = number_at(d, 6, 2);
    return d.size() == 12 && place != 0 && !(place >= 17 && place <= 20) &&
           is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), number_at(d, 4, 2));
}

bool id_nik_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 16 || number_at(d, 0, 2) < 11 || number_at(d, 0, 2) > 97) return false;
    const int day = number_at(d, 6, 2);
    return number_at(d, 12, 4) != 0 &&
           is_short_date(number_at(d, 10, 2), number_at(d, 8, 2), day > 40 ? day - 40 : day);
}

bool th_id(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 && d[0] >= '1' && d[0] <= '8' &&
           (11 - weighted_sum(d, {13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2}) % 11) % 10 ==
               digit(d, 12);
}

bool il_id(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_same(d) && recognise::passes_luhn(d);
}

bool br_cpf(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && !all_same(d) &&
           from_eleven(weighted_sum(d, {10, 9, 8, 7, 6, 5, 4, 3, 2})) == digit(d, 9) &&
           from_eleven(weighted_sum(d, {11, 10, 9, 8, 7, 6, 5, 4, 3, 2})) == digit(d, 10);
}

bool br_cnpj(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 14 && !all_same(d) &&
           from_eleven(weighted_sum(d, {5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2})) == digit(d, 12) &&
           from_eleven(weighted_sum(d, {6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2})) == digit(d, 13);
}

// Letters count with Ñ between N and O.
bool mx_curp(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 18) return false;
    if (!is_short_date(number_at(signs, 4, 2), number_at(signs, 6, 2), number_at(signs, 8, 2)))
        return false;
    int sum = 0;
    for (std::size_t i = 0; i < 17; ++i) {
        const char c = signs[i];
        const int value = c <= '9' ? c - '0' : c - 'A' + 10 + (c > 'N' ? 1 : 0);
        sum += (18 - static_cast<int>(i)) * value;
    }
    return (10 - sum % 10) % 10 == signs[17] - '0';
}

bool mx_rfc_form(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 12) return false;
    const std::size_t at = signs.size() - 9;
    return is_short_date(number_at(signs, at, 2), number_at(signs, at + 2, 2),
                         number_at(signs, at + 4, 2));
}

bool ar_cuit(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11) return false;
    constexpr std::string_view kKinds = "20 23 24 25 26 27 30 33 34";
    if (kKinds.find(d.substr(0, 2)) == std::string_view::npos) return false;
    const int check = 11 - weighted_sum(d, {5, 4, 3, 2, 7, 6, 5, 4, 3, 2}) % 11;
    return (check == 11 ? 0 : check == 10 ? 9 : check) == digit(d, 10);
}

bool cl_rut(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 8 || signs.size() > 9) return false;
    int sum = 0;
    int weight = 2;
    for (std::size_t i = signs.size() - 1; i-- > 0;) {
        sum += (signs[i] - '0') * weight;
        weight = weight == 7 ? 2 : weight + 1;
    }
    const int check = 11 - sum % 11;
    const char sign = check == 11 ? '0' : check == 10 ? 'K' : static_cast<char>('0' + check);
    return sign == signs.back();
}

}  // namespace lethe::identifiers
