// Checks of structured identifiers: pure functions of what was written, separators and all. Those
// of single countries stand in identifier_checks_*.cc.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace lethe::documents {

// The digits alone; the letters and digits alone, in upper case (ASCII).
std::string digits_of(std::string_view text);
std::string letters_and_digits_of(std::string_view text);

// --- check digits over digits; false for anything else, and for the empty text ---
bool luhn(std::string_view digits);
bool verhoeff(std::string_view digits);
// ISO 7064, mod 11,10: the German tax number, the Croatian OIB.
bool iso7064_mod11_10(std::string_view digits);
// ISO 7064, mod 97-10 over letters (A = 10 ... Z = 35) and digits, read from left to right.
int mod97(std::string_view letters_and_digits);
// The sum of digit times weight, over as many digits as there are weights.
int weighted_sum(std::string_view digits, std::initializer_list<int> weights);
// Digits at [from, from + count) as a number.
int number_at(std::string_view digits, std::size_t from, std::size_t count);

inline int digit(std::string_view digits, std::size_t i) { return digits[i] - '0'; }
inline bool all_zero(std::string_view digits) {
    return digits.find_first_not_of('0') == std::string_view::npos;
}

// --- parts that are dates ---
bool is_date(int year, int month, int day);
// Day and month with a year of two digits, of any century.
bool is_short_date(int year, int month, int day);

// --- of whole mentions ---
bool calendar_year_first(std::string_view mention);  // 2000-04-16...
bool calendar_year_last(std::string_view mention);   // day or month first: 11/12/2003
bool card_number(std::string_view mention);          // 12 to 19 digits, Luhn
bool iban(std::string_view mention);                 // length of the country, mod 97
bool ip4(std::string_view mention);
bool ip6(std::string_view mention);
bool top_level_domain(std::string_view mention);  // its last label is one
bool known_host(std::string_view mention);        // as above; rare ends only behind a long name
bool base58_address(std::string_view mention);    // Base58Check: double SHA-256
bool bech32_address(std::string_view mention);    // BIP 173 and 350
bool chassis_number(std::string_view mention);    // 17 characters, mod 11
bool imei(std::string_view mention);
bool no_month(std::string_view mention);    // no word of it is a month: 12 January 1991
bool phone_form(std::string_view mention);  // 7 to 15 digits, no date, no amount

}  // namespace lethe::documents
