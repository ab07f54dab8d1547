#include <algorithm>
#include <string>

#include "lethe/data/recognise/check_digits.h"
#include "lethe/data/recognise/identifiers/countries.h"
#include "lethe/data/recognise/identifiers/parts.h"

namespace lethe::identifiers {
// The century is added to the month in steps of twenty.
bool pl_pesel(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && !all_zero(d) &&
           weighted_sum(d, {1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1}) % 10 == 0 &&
           is_short_date(number_at(d, 0, 2), number_at(d, 2, 2) % 20, number_at(d, 4, 2));
}

bool pl_nip(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 10 && d[0] != '0' &&
           weighted_sum(d, {6, 5, 7, 2, 3, 4, 5, 6, 7}) % 11 == digit(d, 9);
}

// Women's months have fifty added; since 2004 either may have twenty more.
bool cz_birth(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10) return false;
    int month = number_at(d, 2, 2) % 50;
    if (month > 20) month -= 20;
    if (!is_short_date(number_at(d, 0, 2), month, number_at(d, 4, 2))) return false;
    const int rest = number_at(d, 0, 9) % 11;
    return rest % 10 == digit(d, 9);
}

bool hu_tax(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 10 && d[0] == '8' &&
           weighted_sum(d, {1, 2, 3, 4, 5, 6, 7, 8, 9}) % 11 == digit(d, 9);
}

bool hu_taj(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_zero(d) &&
           weighted_sum(d, {3, 7, 3, 7, 3, 7, 3, 7}) % 10 == digit(d, 8);
}

bool ro_cnp(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 13 || d[0] == '0') return false;
    const int county = number_at(d, 7, 2);
    if (county == 0 || county > 52) return false;
    if (!is_short_date(number_at(d, 1, 2), number_at(d, 3, 2), number_at(d, 5, 2))) return false;
    const int rest = weighted_sum(d, {2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9}) % 11;
    return (rest == 10 ? 1 : rest) == digit(d, 12);
}

bool bg_egn(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10) return false;
    const int month = number_at(d, 2, 2);
    if (month > 52) return false;
    return is_short_date(number_at(d, 0, 2), month % 20, number_at(d, 4, 2)) &&
           weighted_sum(d, {2, 4, 8, 5, 10, 9, 7, 3, 6}) % 11 % 10 == digit(d, 9);
}

bool hr_oib(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && !all_zero(d) && recognise::passes_mod11_10(d);
}

// The number of former Yugoslavia, still used by its successors: ddmmyyy rr nnn k.
bool jmbg(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 13) return false;
    const int thousand = number_at(d, 4, 3);
    const int year = thousand < 800 ? 2000 + thousand : 1000 + thousand;
    if (!is_date(year, number_at(d, 2, 2), number_at(d, 0, 2))) return false;
    return (11 - weighted_sum(d, {7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2}) % 11) % 11 == digit(d, 12);
}

// Estonia and Lithuania.
bool ee_person(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11 || d[0] < '1' || d[0] > '8') return false;
    if (!is_short_date(number_at(d, 1, 2), number_at(d, 3, 2), number_at(d, 5, 2))) return false;
    int check = weighted_sum(d, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1}) % 11;
    if (check == 10) check = weighted_sum(d, {3, 4, 5, 6, 7, 8, 9, 1, 2, 3}) % 11 % 10;
    return check == digit(d, 10);
}

// Since 2017 new numbers begin with 32 and hold no date.
bool lv_person(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11) return false;
    if (!d.starts_with("32") &&
        !is_short_date(number_at(d, 4, 2), number_at(d, 2, 2), number_at(d, 0, 2))) {
        return false;
    }
    return (1 + weighted_sum(d, {10, 5, 8, 4, 2, 1, 6, 3, 7, 9})) % 11 % 10 == digit(d, 10);
}

bool gr_amka(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && recognise::passes_luhn(d) &&
           is_short_date(number_at(d, 4, 2), number_at(d, 2, 2), number_at(d, 0, 2));
}

bool gr_afm(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 9 && !all_zero(d) &&
           weighted_sum(d, {256, 128, 64, 32, 16, 8, 4, 2}) % 11 % 10 == digit(d, 8);
}

bool ru_inn(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (all_zero(d)) return false;
    if (d.size() == 10) {
        return weighted_sum(d, {2, 4, 10, 3, 5, 9, 4, 6, 8}) % 11 % 10 == digit(d, 9);
    }
    return d.size() == 12 &&
           weighted_sum(d, {7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) % 11 % 10 == digit(d, 10) &&
           weighted_sum(d, {3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8}) % 11 % 10 == digit(d, 11);
}

bool ru_snils(std::string_view mention) {
    const std::string d = digits_of(mention);
    return d.size() == 11 && !all_zero(d) &&
           weighted_sum(d, {9, 8, 7, 6, 5, 4, 3, 2, 1}) % 101 % 100 == number_at(d, 9, 2);
}

bool ua_rntrc(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 10 || all_zero(d)) return false;
    const int sum = weighted_sum(d, {-1, 5, 7, 9, 4, 6, 10, 5, 7}) % 11;
    return (sum + 11) % 11 % 10 == digit(d, 9);
}

bool tr_id(std::string_view mention) {
    const std::string d = digits_of(mention);
    if (d.size() != 11 || d[0] == '0') return false;
    const int odd = weighted_sum(d, {1, 0, 1, 0, 1, 0, 1, 0, 1});
    const int even = weighted_sum(d, {0, 1, 0, 1, 0, 1, 0, 1});
    return ((odd * 7 - even) % 10 + 10) % 10 == digit(d, 9) &&
           (odd + even + digit(d, 9)) % 10 == digit(d, 10);
}

}  // namespace lethe::identifiers
