// Texts that are canonically equal, as one: an e with an accent is one character or two.
#pragma once

#include <string>
#include <string_view>

namespace lethe::language {

// The canonical composition of the text (NFC). What is not UTF-8 is returned as it is.
std::string composed(std::string_view text);

}  // namespace lethe::language
