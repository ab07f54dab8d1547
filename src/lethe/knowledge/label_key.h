// How the words of data and of taxonomies are made comparable.
#pragma once

#include <string>
#include <string_view>

namespace lethe {

// Trimmed, case folded, canonically composed, with a single space where there are spaces, hyphens
// and underscores. Bytes that are not UTF-8 count as U+FFFD.
std::string look_up_key(std::string_view text);

// The look-up key without accents and other marks on letters: "Żółć" and "zolc" become equal.
std::string plain_key(std::string_view text);

// The look-up key with each of its words reduced to its stem (Porter's rules for English).
std::string stem_key(std::string_view text);
// The same from a look-up key.
std::string stem_of_key(std::string_view key);

}  // namespace lethe
