// Cuts a text into tokens: a word (the longest run of word characters), or one character that is
// neither a word's nor space. An underscore is not part of a word: in Markdown it makes words stand
// out, and a name joined by it must be found. Nothing is lost: the tokens and the space between
// them are the text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::language {

struct Token {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    Span span() const { return {begin, end}; }
    std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
    friend bool operator==(const Token&, const Token&) = default;
};

// Of a text below 4 GiB.
std::vector<Token> tokenise(std::string_view text);
// The words alone.
std::vector<Token> words_of(std::string_view text);

}  // namespace lethe::language
