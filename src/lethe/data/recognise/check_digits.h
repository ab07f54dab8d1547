// Check digits: numbers whose last character follows from the others. A column in which (almost)
// every value passes holds codes that an authority, a bank or a register gave out; by chance one
// value in ten (or in eleven, 23, 97) would pass.
#pragma once

#include <string_view>

namespace lethe::recognise {

// Each takes digits only (mod97: letters and digits; mod23: eight digits and a letter; mod11: the
// last may be X) and is false for anything else.
bool passes_luhn(std::string_view digits);      // cards, Canada's and South Africa's numbers
bool passes_verhoeff(std::string_view digits);  // Aadhaar, SNOMED CT
bool passes_mod11(std::string_view digits);     // weights from the right 1, 2, 3, ...: NHS, ISBN-10
bool passes_mod11_10(std::string_view digits);  // ISO 7064: German tax numbers
bool passes_ean(std::string_view digits);       // weights 1 and 3: EAN, and many health cards
bool passes_mod97(std::string_view code);       // ISO 7064: IBAN, four characters moved to the end
bool passes_mod23(std::string_view code);       // Spain's DNI

}  // namespace lethe::recognise
