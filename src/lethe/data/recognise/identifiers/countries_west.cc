#include <algorithm>
#include <array>
#include <string>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/countries.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
namespace {

int cross_sum(int number) { return number / 10 + number % 10; }

// A letter as its place in the alphabet, in two digits.
std::string two_digits(char letter) {
    const int place = letter - 'A' + 1;
    return {static_cast<char>('0' + place / 10), static_cast<char>('0' + place % 10)};
}

// The remainder of a number of up to 18 digits.
int rest_of(std::string_view digits, std::int64_t by) {
    std::int64_t rest = 0;
    for (const char c : digits) rest = (rest * 10 + (c - '0')) % by;
    return static_cast<int>(rest);
}

}  // namespace

// One digit of the first ten stands there twice or three times, the others at most once.
bool de_tax_id(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11 || d[0] == '0' || !recognise::passes_mod11_10(d)) return false;
    std::array<int, 10> counts{};
    for (std::size_t i = 0; i < 10; ++i) ++counts[static_cast<std::size_t>(digit(d, i))];
    const auto repeated = std::count_if(counts.begin(), counts.end(), [](int n) { return n > 1; });
    return repeated == 1 && *std::max_element(counts.begin(), counts.end()) <= 3;
}

bool de_vat(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && d[0] != '0' && recognise::passes_mod11_10(d);
}

bool de_health(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 10) return false;
    const std::string d = two_digits(signs[0]) + signs.substr(1, 8);
    int sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) sum += cross_sum(digit(d, i) * (i % 2 == 0 ? 1 : 2));
    return sum % 10 == signs[9] - '0';
}

bool de_lanr(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_zero(d) &&
           (10 - weighted_sum(d, {4, 9, 4, 9, 4, 9}) % 10) % 10 == digit(d, 6);
}

// The first two digits are one of the regions of the associations of physicians, or of hospitals.
bool de_bsnr_form(std::string_view mention) {
    constexpr std::string_view kRegions =
        " 01 02 03 17 20 35 38 46 51 52 71 72 73 74 78 83 88 93 98 ";
    const std::string d = digits_of(mention);
    return d.size() == 9 && kRegions.find(" " + d.substr(0, 2) + " ") != std::string_view::npos;
}

bool de_social(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 12) return false;
    const int day = number_at(signs, 2, 2);
    const int month = number_at(signs, 4, 2);
    if (day > 31 || month > 12) return false;
    const std::string d = signs.substr(0, 8) + two_digits(signs[8]) + signs.substr(9, 2);
    constexpr std::array<int, 12> kWeights{2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1};
    int sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) sum += cross_sum(digit(d, i) * kWeights[i]);
    return sum % 10 == signs[11] - '0';
}

// Identity cards and passports: letters count from A = 10, weights 7, 3, 1.
bool de_document(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 10) return false;
    constexpr std::array<int, 3> kWeights{7, 3, 1};
    int sum = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        const char c = signs[i];
        sum += kWeights[i % 3] * (c >= 'A' ? c - 'A' + 10 : c - '0');
    }
    return sum % 10 == signs[9] - '0';
}

bool fr_nir(std::string_view mention) {
    std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 15) return false;
    if (signs[6] == 'A' || signs[6] == 'B') {  // Corsica
        signs[5] = '1';
        signs[6] = signs[6] == 'A' ? '9' : '8';
    }
    return 97 - rest_of(signs.substr(0, 13), 97) == number_at(signs, 13, 2);
}

bool fr_siren(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_zero(d) && recognise::passes_luhn(d);
}

bool fr_siret(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 14 && !all_zero(d) && recognise::passes_luhn(d) &&
           recognise::passes_luhn(d.substr(0, 9));
}

bool nl_bsn(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_zero(d) && weighted_sum(d, {9, 8, 7, 6, 5, 4, 3, 2, -1}) % 11 == 0;
}

bool be_national(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11) return false;
    if (!is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), number_at(d, 4, 2))) return false;
    const int key = number_at(d, 9, 2);
    return 97 - rest_of(d.substr(0, 9), 97) == key || 97 - rest_of("2" + d.substr(0, 9), 97) == key;
}

// Thirteen digits with a date: Luhn over the first twelve with digit 12, Verhoeff with digit 13.
bool lu_national(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 && is_date(number_at(d, 0, 4), number_at(d, 4, 2), number_at(d, 6, 2)) &&
           recognise::passes_luhn(d.substr(0, 12)) &&
           recognise::passes_verhoeff(d.substr(0, 11) + d[12]);
}

bool ch_ahv(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 && d.starts_with("756") &&
           weighted_sum(d, {1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1}) % 10 == 0;
}

bool ch_uid(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 &&
           (11 - weighted_sum(d, {5, 4, 3, 2, 7, 6, 5, 4}) % 11) % 11 == digit(d, 8);
}

bool at_svnr(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 10 && d[0] != '0' && number_at(d, 4, 2) <= 31 && number_at(d, 6, 2) <= 15 &&
           weighted_sum(d, {3, 7, 9, 0, 5, 8, 4, 2, 1, 6}) % 11 == digit(d, 3);
}

bool es_nif(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    constexpr std::string_view kLetters = "TRWAGMYFPDXBNJZSQVHLCKE";
    return signs.size() == 9 &&
           kLetters[static_cast<std::size_t>(number_at(signs, 0, 8) % 23)] == signs[8];
}

bool es_nie(std::string_view mention) {
    std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 9) return false;
    signs[0] = static_cast<char>('0' + (signs[0] - 'X'));
    return es_nif(signs);
}

bool pt_nif(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 9 || d[0] == '0' || d[0] == '4') return false;
    const int check = 11 - weighted_sum(d, {9, 8, 7, 6, 5, 4, 3, 2}) % 11;
    return (check > 9 ? 0 : check) == digit(d, 8);
}

bool it_fiscal_code(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() != 16) return false;
    constexpr std::array<int, 26> kOdd{1,  0,  5, 7, 9, 13, 15, 17, 19, 21, 2,  4,  18,
                                       20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23};
    int sum = 0;
    for (std::size_t i = 0; i < 15; ++i) {
        const int value = signs[i] >= 'A' ? signs[i] - 'A' : signs[i] - '0';
        sum += i % 2 == 0 ? kOdd[static_cast<std::size_t>(value)] : value;
    }
    return signs[15] == static_cast<char>('A' + sum % 26);
}

bool it_vat(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && !all_zero(d) && recognise::passes_luhn(d);
}

bool se_person(std::string_view mention) {
    std::string d = digits_of(mention);
    if (d.size() == 12) d.erase(0, 2);
    if (d.size() != 10) return false;
    const int day = number_at(d, 4, 2);
    return is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), day > 60 ? day - 60 : day) &&
           recognise::passes_luhn(d);
}

bool se_organisation(std::string_view mention) {
    std::string d = digits_of(mention);
    if (d.size() == 12 && d.starts_with("16")) d.erase(0, 2);
    return d.size() == 10 && d[2] >= '2' && recognise::passes_luhn(d);
}

// Numbers given out since 2007 need not satisfy the old check digit.
bool dk_cpr_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 10 &&
           is_short_date(number_at(d, 4, 2), number_at(d, 2, 2), number_at(d, 0, 2));
}

bool no_person(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11) return false;
    const int day = number_at(d, 0, 2);
    const int month = number_at(d, 2, 2);
    if (!is_short_date(number_at(d, 4, 2), month > 40 ? month - 40 : month,
                       day > 40 ? day - 40 : day)) {
        return false;
    }
    return weighted_sum(d, {3, 7, 6, 1, 8, 9, 4, 5, 2, 1}) % 11 == 0 &&
           weighted_sum(d, {5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1}) % 11 == 0;
}

bool fi_person(std::string_view mention) {
    const std::string d = digits_of(mention.substr(0, 6)) + digits_of(mention.substr(7, 3));
    if (mention.size() != 11 || d.size() != 9) return false;
    constexpr std::string_view kSigns = "0123456789ABCDEFHJKLMNPRSTUVWXY";
    return is_short_date(number_at(d, 4, 2), number_at(d, 2, 2), number_at(d, 0, 2)) &&
           kSigns[static_cast<std::size_t>(rest_of(d, 31))] == mention[10];
}

bool is_kennitala(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10) return false;
    const int day = number_at(d, 0, 2);
    return is_short_date(number_at(d, 4, 2), number_at(d, 2, 2), day > 40 ? day - 40 : day) &&
           weighted_sum(d, {3, 2, 7, 6, 5, 4, 3, 2, 1}) % 11 == 0;
}

}  // namespace lethe::identifiers
