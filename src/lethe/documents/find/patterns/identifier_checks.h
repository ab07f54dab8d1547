// Checks of what patterns find that is no identifier of a register: dates, addresses, telephones.
// Pure functions of what was written, separators and all. Those of identifiers with check digits
// are not for documents alone: data/recognise/identifiers.
#pragma once

#include <string_view>

namespace lethe::documents {

bool calendar_year_first(std::string_view mention);  // 2000-04-16...
bool calendar_year_last(std::string_view mention);   // day or month first: 11/12/2003
bool ip4(std::string_view mention);
bool ip6(std::string_view mention);
bool top_level_domain(std::string_view mention);  // its last label is one
bool known_host(std::string_view mention);        // as above; rare ends only behind a long name
bool base58_address(std::string_view mention);    // Base58Check: double SHA-256
bool bech32_address(std::string_view mention);    // BIP 173 and 350
bool no_month(std::string_view mention);          // no word of it is a month: 12 January 1991
bool phone_form(std::string_view mention);        // 7 to 15 digits, no date, no amount

}  // namespace lethe::documents
