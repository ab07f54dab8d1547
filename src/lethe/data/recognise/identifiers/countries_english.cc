#include <algorithm>
#include <string>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/countries.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
bool us_ssn_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 9 || d == "078051120" || d == "219099999") return false;
    const int area = number_at(d, 0, 3);
    return area != 0 && area != 666 && area < 900 && number_at(d, 3, 2) != 0 &&
           number_at(d, 5, 4) != 0;
}

bool us_itin_form(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 9 || d[0] != '9') return false;
    const int group = number_at(d, 3, 2);
    return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) ||
           (group >= 90 && group <= 92) || group >= 94;
}

bool us_routing(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 9) return false;
    const int bank = number_at(d, 0, 2);
    const bool known =
        bank <= 12 || (bank >= 21 && bank <= 32) || (bank >= 61 && bank <= 72) || bank == 80;
    return known && d != "000000000" && weighted_sum(d, {3, 7, 1, 3, 7, 1, 3, 7, 1}) % 10 == 0;
}

bool us_npi(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 10 && (d[0] == '1' || d[0] == '2') && recognise::passes_luhn("80840" + d);
}

bool us_dea(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 7 && weighted_sum(d, {1, 2, 1, 2, 1, 2}) % 10 == digit(d, 6);
}

bool uk_nhs(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10 || d == "0000000000") return false;
    const int rest = 11 - weighted_sum(d, {10, 9, 8, 7, 6, 5, 4, 3, 2}) % 11;
    return rest % 11 == digit(d, 9) && rest != 10;
}

bool uk_nino_form(std::string_view mention) {
    const std::string prefix = letters_and_digits_of(mention).substr(0, 2);
    constexpr std::string_view kNever = "BG GB KN NK NT TN ZZ";
    return kNever.find(prefix) == std::string_view::npos;
}

bool ca_sin(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && d[0] != '8' && d != "000000000" && recognise::passes_luhn(d);
}

bool au_abn(std::string_view mention) {
    std::string d = digits_of(mention);
    if (d.size() != 11 || d[0] == '0') return false;
    --d[0];
    return weighted_sum(d, {10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19}) % 89 == 0;
}

bool au_acn(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && d != "000000000" &&
           (10 - weighted_sum(d, {8, 7, 6, 5, 4, 3, 2, 1}) % 10) % 10 == digit(d, 8);
}

bool au_medicare(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() >= 10 && d.size() <= 11 && d[0] >= '2' && d[0] <= '6' &&
           weighted_sum(d, {1, 3, 7, 9, 1, 3, 7, 9}) % 10 == digit(d, 8);
}

bool au_tfn(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && d != "000000000" &&
           weighted_sum(d, {1, 4, 3, 7, 5, 8, 6, 9, 10}) % 11 == 0;
}

bool nz_ird(std::string_view mention) {
    std::string d = digits_of(mention);
    if (d.size() == 8) d.insert(d.begin(), '0');
    if (d.size() != 9) return false;
    const int number = number_at(d, 0, 9);
    if (number < 10000000 || number > 150000000) return false;
    int check = (11 - weighted_sum(d, {3, 2, 7, 6, 5, 4, 3, 2}) % 11) % 11;
    if (check == 10) check = (11 - weighted_sum(d, {7, 4, 3, 2, 5, 2, 7, 6}) % 11) % 11;
    return check == digit(d, 8);
}

bool ie_pps(std::string_view mention) {
    const std::string signs = letters_and_digits_of(mention);
    if (signs.size() < 8 || signs.size() > 9) return false;
    constexpr std::string_view kLetters = "WABCDEFGHIJKLMNOPQRSTUV";
    int sum = weighted_sum(signs, {8, 7, 6, 5, 4, 3, 2});
    if (signs.size() == 9 && signs[8] != 'W') sum += 9 * (signs[8] - 'A' + 1);
    return kLetters[static_cast<std::size_t>(sum % 23)] == signs[7];
}

bool za_id(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 13 && d[10] <= '2' && recognise::passes_luhn(d) &&
           is_short_date(number_at(d, 0, 2), number_at(d, 2, 2), number_at(d, 4, 2));
}

bool ng_nin(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && recognise::passes_verhoeff(d);
}

}  // namespace lethe::identifiers
