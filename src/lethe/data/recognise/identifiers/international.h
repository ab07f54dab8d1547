// Checks of identifiers that are the same in every country. All take the mention as written,
// separators and all.
#pragma once

#include <string_view>

namespace lethe::identifiers {

bool card_number(std::string_view mention);  // 12 to 19 digits, Luhn
bool iban(std::string_view mention);         // length of the country, mod 97
bool imei(std::string_view mention);
bool chassis_number(std::string_view mention);  // 17 characters, mod 11
bool ean(std::string_view mention);             // 8, 12, 13 or 14 digits: EAN, UPC, GTIN, ISBN-13
bool isbn(std::string_view mention);            // 10 characters, or 13 that begin with 978 or 979

}  // namespace lethe::identifiers
