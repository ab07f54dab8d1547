// Unicode, as far as texts need it. Texts are UTF-8 and have been checked when they were read; a
// byte that is not counts as U+FFFD of length 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::language {

struct Character {
    char32_t code = 0;
    int length = 1;  // in bytes
};

Character character_at(std::string_view text, std::size_t at);  // at < text.size()

std::size_t count_characters(std::string_view text);

// What a word is made of: letters, marks, digits of any script, and the underscore (\w).
bool is_word(char32_t c);
bool is_upper(char32_t c);
bool is_lower(char32_t c);
bool is_digit(char32_t c);
bool is_space(char32_t c);

// Case folded, letter by letter; accents stay.
std::string lower_case(std::string_view text);
// Lower case without accents: "Wołąsiewicz" and "Wolasiewicz" become equal.
std::string plain_letters(std::string_view text);

// From byte offsets to offsets in code points and back (annotations and users of Python count in
// code points). Built in one pass, a look-up walks at most 256 bytes.
class CodePointIndex {
  public:
    explicit CodePointIndex(std::string_view text);

    std::int64_t size() const { return size_; }        // in code points
    std::int64_t code_point(std::int64_t byte) const;  // of a byte offset, its end included
    std::int64_t byte(std::int64_t code_point) const;  // clamped to the text

  private:
    std::string_view text_;
    std::vector<std::int64_t> before_;  // code points before each block of 256 bytes
    std::int64_t size_ = 0;
};

}  // namespace lethe::language
