// Numbers with check digits as they can be made: which of their characters are free, and which
// follow from these. No scheme of check digits is written here: the check characters are the ones
// with which the number passes the check of its kind (international.h, countries.h).
//
// A number is valid here if its check characters are those that are made for its free ones. So
// valid numbers and their free characters are one to one. An IBAN with the check digits 00, 01 or
// 99 passes the rest by 97 and is not valid: banks make 02 to 98.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::identifiers {

struct NumberForm {
    std::string_view name;   // "uk-nhs"
    std::string_view title;  // "NHS number"
    bool (*passes)(std::string_view mention);
    // Of the letters and digits of a number, a sign each (alphabet_of), or empty: see layout_of.
    std::vector<std::string_view> layouts;
};

std::span<const NumberForm> number_forms();
const NumberForm* find_number_form(std::string_view name);  // null: there is none
std::vector<std::string> number_form_names();

// What may stand where a layout has the sign: 9 a digit, A a letter, Z the letters X, Y and Z; # a
// check digit, @ a check letter, * a check digit or X. Of '=', which stays as it is, none.
std::string_view alphabet_of(char sign);
bool is_check(char sign);

// Of a number without separators and in upper case; none where it has not the form of one.
std::optional<std::string> layout_of(const NumberForm& form, std::string_view number);
// With the check characters that follow from the others; none where no number has these.
std::optional<std::string> completed(const NumberForm& form, std::string number,
                                     std::string_view layout);
bool is_valid(const NumberForm& form, std::string_view number);

}  // namespace lethe::identifiers
