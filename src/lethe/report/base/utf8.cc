#include "lethe/report/base/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace lethe::report {
namespace {

constexpr char32_t kBroken = 0xFFFD;

struct CodePoint {
    char32_t code;
    std::size_t bytes;
};

// The first code point of a non-empty text; broken input is one byte long and U+FFFD.
CodePoint first_point(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {kBroken, 1};
    char32_t code = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {kBroken, 1};
        code = (code << 6) | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < kLeast[bytes] || code > 0x10FFFF || surrogate) return {kBroken, 1};
    return {code, bytes};
}

struct Block {
    char32_t first, last;
};

bool within(std::span<const Block> blocks, char32_t code) {
    const auto after = std::ranges::upper_bound(blocks, code, {}, &Block::first);
    return after != blocks.begin() && code <= std::prev(after)->last;
}

// East Asian wide and full-width blocks and emoji, by block rather than by character.
constexpr std::array kWideCharacters = {
    Block{0x1100, 0x115F},   Block{0x2E80, 0x303E},   Block{0x3041, 0x33FF},
    Block{0x3400, 0x4DBF},   Block{0x4E00, 0x9FFF},   Block{0xA000, 0xA4CF},
    Block{0xA960, 0xA97F},   Block{0xAC00, 0xD7A3},   Block{0xF900, 0xFAFF},
    Block{0xFE30, 0xFE6F},   Block{0xFF00, 0xFF60},   Block{0xFFE0, 0xFFE6},
    Block{0x1F300, 0x1F64F}, Block{0x1F680, 0x1F6FF}, Block{0x1F900, 0x1F9FF},
    Block{0x20000, 0x3FFFD},
};

constexpr std::array kCombining = {
    Block{0x0300, 0x036F}, Block{0x0483, 0x0489}, Block{0x0591, 0x05BD}, Block{0x0610, 0x061A},
    Block{0x064B, 0x065F}, Block{0x1AB0, 0x1AFF}, Block{0x1DC0, 0x1DFF}, Block{0x200B, 0x200D},
    Block{0x20D0, 0x20FF}, Block{0xFE00, 0xFE0F}, Block{0xFE20, 0xFE2F},
};

// Controls of the cursor (C0, C1, line and paragraph separators) and of the direction of reading.
constexpr std::array kUnsafe = {
    Block{0x0000, 0x001F}, Block{0x007F, 0x009F}, Block{0x061C, 0x061C}, Block{0x200E, 0x200F},
    Block{0x2028, 0x202E}, Block{0x2066, 0x2069}, Block{0xFEFF, 0xFEFF}, Block{0xFFFE, 0xFFFF},
};

std::size_t width_of(char32_t code) {
    if (within(kCombining, code)) return 0;
    return within(kWideCharacters, code) ? 2 : 1;
}

}  // namespace

std::string clean(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const auto [code, bytes] = first_point(text);
        if (code == '\t' || code == '\n' || code == '\r') {
            result += ' ';
        } else if (code == kBroken || within(kUnsafe, code)) {
            result += "\xEF\xBF\xBD";
        } else {
            result += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const auto [code, bytes] = first_point(text);
        width += width_of(code);
        text.remove_prefix(bytes);
    }
    return width;
}

std::string fit(std::string_view text, std::size_t width, std::string_view ellipsis) {
    if (display_width(text) <= width) return std::string(text);
    const std::size_t room = width - std::min(width, display_width(ellipsis));
    std::size_t used = 0;
    std::size_t kept = 0;
    while (kept < text.size()) {
        const auto [code, bytes] = first_point(text.substr(kept));
        if (used + width_of(code) > room) break;
        used += width_of(code);
        kept += bytes;
    }
    return std::string(text.substr(0, kept)).append(ellipsis);
}

}  // namespace lethe::report
