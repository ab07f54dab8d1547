#include "lethe/io/utf8.h"

#include <cstdint>
#include <cstring>

namespace lethe {
namespace {

// Eight bytes that are all ASCII and none of them zero.
bool is_plain_word(const char* at) {
    constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return ((word | (word - kOnes)) & kHigh) == 0;
}

// The length of the character that begins with these bytes; 0 when it is none, -1 when it is cut.
// Overlong forms, surrogates and what lies beyond U+10FFFF are excluded by the second byte's range
// (Unicode Standard, table 3-7).
int character_length(const unsigned char* at, std::size_t left) {
    const unsigned first = at[0];
    if (first == 0) return 0;
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const unsigned low = first == 0xE0 ? 0xA0U : first == 0xF0 ? 0x90U : 0x80U;
    const unsigned high = first == 0xED ? 0x9FU : first == 0xF4 ? 0x8FU : 0xBFU;
    for (int i = 1; i < length; ++i) {
        if (static_cast<std::size_t>(i) == left) return -1;
        const unsigned next = at[i];
        if (next < (i == 1 ? low : 0x80U) || next > (i == 1 ? high : 0xBFU)) return 0;
    }
    return length;
}

}  // namespace

Utf8Check check_utf8(std::string_view text) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t at = 0;
    while (at < text.size()) {
        if (at + 8 <= text.size() && is_plain_word(text.data() + at)) {
            at += 8;
            continue;
        }
        const int length = character_length(bytes + at, text.size() - at);
        if (length <= 0) return {at, length == 0};
        at += static_cast<std::size_t>(length);
    }
    return {at, false};
}

}  // namespace lethe
