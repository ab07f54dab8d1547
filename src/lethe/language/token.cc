#include "lethe/language/token.h"

#include <array>

#include "lethe/language/characters.h"

namespace lethe::language {
namespace {

enum : std::uint8_t { kOther, kWordByte, kSpaceByte };

constexpr std::array<std::uint8_t, 128> kAscii = [] {
    std::array<std::uint8_t, 128> kinds{};
    for (int c = 0; c < 128; ++c) {
        const bool word =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool space = c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
        kinds[static_cast<std::size_t>(c)] = word ? kWordByte : space ? kSpaceByte : kOther;
    }
    return kinds;
}();

template <bool kWordsOnly>
std::vector<Token> cut(std::string_view text) {
    std::vector<Token> tokens;
    tokens.reserve(text.size() / 6);
    bool in_word = false;
    std::size_t word = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        std::uint8_t kind;
        std::size_t length = 1;
        if (byte < 128) {
            kind = kAscii[byte];
        } else {
            const Character c = character_at(text, at);
            length = static_cast<std::size_t>(c.length);
            kind = is_word(c.code) ? kWordByte : is_space(c.code) ? kSpaceByte : kOther;
        }
        if (kind == kWordByte) {
            if (!in_word) word = at;
            in_word = true;
        } else {
            if (in_word)
                tokens.push_back(
                    {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(at)});
            in_word = false;
            if (!kWordsOnly && kind == kOther) {
                tokens.push_back(
                    {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)});
            }
        }
        at += length;
    }
    if (in_word)
        tokens.push_back({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(at)});
    return tokens;
}

}  // namespace

std::vector<Token> tokenise(std::string_view text) { return cut<false>(text); }
std::vector<Token> words_of(std::string_view text) { return cut<true>(text); }

}  // namespace lethe::language
