// The table of patterns: one row each, in several files by subject. How a row is matched stands in
// pattern_finder.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"

namespace lethe::documents {

// Where a pattern may begin. It is tried there and nowhere else, so a pattern is written from its
// first character on, without an anchor.
enum Start : std::uint16_t {
    kAtDigit = 1,    // a word that begins with a digit and does not continue a number
    kAtMixed = 2,    // a word that begins with a letter and holds a digit
    kAtUpper = 4,    // an upper-case word of up to five letters, a digit shortly behind it
    kAtWord = 8,     // one of the row's `words`, in any case
    kAtSign = 16,    // a sign of a currency, + or (, a digit shortly behind it
    kAtStreet = 32,  // a capitalised word that ends or begins as streets do
    kAtMail = 64,    // the first character of what stands before @
    kAtHost = 128,   // the first character of a name with a dot, or of a scheme
    kAtHex = 256,    // the first character before or at a colon between hexadecimal digits
};

// `pattern` is RE2, matched as long as possible. {name} in it stands for a fragment (see
// pattern_fragments.cc). Where it has a group, the group is the mention and the rest its
// surroundings. A match neither begins nor ends within a word.
struct PatternRow {
    std::string_view name;
    std::string_view country = {};
    CategoryId category = kCode;
    std::uint16_t starts = kAtDigit;
    std::string_view pattern;
    float score = 0.5F;  // without context; where there is a check, once it has passed
    std::string_view check = {};
    bool (*passes)(std::string_view mention) = nullptr;
    std::string_view context = {};  // words and phrases before it, "a|b c|d", in lower case
    std::string_view words = {};    // of kAtWord: "a b c", in lower case
    std::string_view text = {};     // what it is
};

// A check digit is worth this, one that only looks at the parts that.
inline constexpr float kChecked = 0.9F;
inline constexpr float kStructural = 0.6F;

std::span<const PatternRow> generic_patterns();
std::span<const PatternRow> code_patterns();
std::span<const PatternRow> phone_patterns();
std::span<const PatternRow> date_patterns();
std::span<const PatternRow> money_patterns();
std::span<const PatternRow> address_patterns();
std::span<const PatternRow> person_patterns();
std::span<const PatternRow> english_patterns();  // of the countries where English is spoken
std::span<const PatternRow> west_patterns();
std::span<const PatternRow> east_patterns();
std::span<const PatternRow> world_patterns();

// All of them, in the order of the table that users see.
std::vector<const PatternRow*> all_patterns();

// A row's pattern with its fragments put in.
std::string with_fragments(std::string_view pattern);

}  // namespace lethe::documents
