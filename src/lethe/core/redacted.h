// Addresses of databases without their passwords. A password that somebody typed into an address
// stands in no message, log, record or command that we write; errors redact themselves.
#pragma once

#include <string>
#include <string_view>

namespace lethe {

// The text with "***" for the password of each postgresql://, postgres://, mysql:// and mariadb://
// address in it, before its "@" or in a parameter such as "?password=". Where an address is not
// right, so that its password cannot be told from the rest, more goes rather than less.
std::string without_passwords(std::string_view text);

}  // namespace lethe
