#include "lethe/language/characters.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>

namespace lethe::language {
namespace {

enum : std::uint8_t {
    kWordClass = 1,
    kUpperClass = 2,
    kLowerClass = 4,
    kDigitClass = 8,
    kSpaceClass = 16
};

std::uint8_t class_of(UChar32 c) {
    std::uint8_t bits = 0;
    const auto category = U_GET_GC_MASK(c);
    if ((category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0 || c == '_') bits |= kWordClass;
    if (u_isUUppercase(c) || (category & U_GC_LT_MASK) != 0) bits |= kUpperClass;
    if (u_isULowercase(c)) bits |= kLowerClass;
    if ((category & U_GC_ND_MASK) != 0) bits |= kDigitClass;
    if (u_isUWhiteSpace(c) || c == 0xFEFF || c == 0x200B) bits |= kSpaceClass;
    return bits;
}

// Every character of the basic plane is looked up; the rest asks ICU.
struct Classes {
    std::array<std::uint8_t, 0x10000> of;
    Classes() {
        for (UChar32 c = 0; c < 0x10000; ++c) of[static_cast<std::size_t>(c)] = class_of(c);
    }
};

std::uint8_t look_up(char32_t c) {
    static const Classes classes;
    return c < 0x10000 ? classes.of[c] : class_of(static_cast<UChar32>(c));
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string ascii_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

icu::UnicodeString from_utf8(std::string_view text) {
    return icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

// Letters whose stroke or tail no decomposition takes away.
UChar32 without_stroke(UChar32 c) {
    switch (c) {
        case 0x142:
            return 'l';  // ł
        case 0x111:
            return 'd';  // đ
        case 0xF0:
            return 'd';  // ð
        case 0xF8:
            return 'o';  // ø
        case 0x131:
            return 'i';  // ı
        case 0x127:
            return 'h';  // ħ
        default:
            return c;
    }
}

}  // namespace

Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned first = byte(at);
    if (first < 0x80) return {static_cast<char32_t>(first), 1};
    if (first >= 0xC2 && first < 0xE0 && follows(at + 1)) {
        return {static_cast<char32_t>((first & 0x1FU) << 6 | (byte(at + 1) & 0x3FU)), 2};
    }
    if (first >= 0xE0 && first < 0xF0 && follows(at + 1) && follows(at + 2)) {
        const unsigned code =
            (first & 0x0FU) << 12 | (byte(at + 1) & 0x3FU) << 6 | (byte(at + 2) & 0x3FU);
        if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) {
            return {static_cast<char32_t>(code), 3};
        }
    }
    if (first >= 0xF0 && first < 0xF5 && follows(at + 1) && follows(at + 2) && follows(at + 3)) {
        const unsigned code = (first & 0x07U) << 18 | (byte(at + 1) & 0x3FU) << 12 |
                              (byte(at + 2) & 0x3FU) << 6 | (byte(at + 3) & 0x3FU);
        if (code >= 0x10000 && code <= 0x10FFFF) return {static_cast<char32_t>(code), 4};
    }
    return {0xFFFD, 1};
}

bool is_word(char32_t c) { return (look_up(c) & kWordClass) != 0; }
bool is_upper(char32_t c) { return (look_up(c) & kUpperClass) != 0; }
bool is_lower(char32_t c) { return (look_up(c) & kLowerClass) != 0; }
bool is_digit(char32_t c) { return (look_up(c) & kDigitClass) != 0; }
bool is_space(char32_t c) { return (look_up(c) & kSpaceClass) != 0; }

std::string lower_case(std::string_view text) {
    if (is_ascii(text)) return ascii_lower(text);
    std::string lower;
    from_utf8(text).foldCase().toUTF8String(lower);
    return lower;
}

std::string plain_letters(std::string_view text) {
    if (is_ascii(text)) return ascii_lower(text);
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* decomposition = icu::Normalizer2::getNFKDInstance(status);
    icu::UnicodeString whole = from_utf8(text).foldCase();
    if (U_SUCCESS(status)) whole = decomposition->normalize(whole, status);
    icu::UnicodeString plain;
    for (std::int32_t i = 0; i < whole.length(); i = whole.moveIndex32(i, 1)) {
        const UChar32 c = whole.char32At(i);
        if ((U_GET_GC_MASK(c) & U_GC_M_MASK) == 0) plain.append(without_stroke(c));
    }
    std::string letters;
    plain.toUTF8String(letters);
    return letters;
}

namespace {
constexpr std::int64_t kCharacterBlock = 256;
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }
}  // namespace

CodePointIndex::CodePointIndex(std::string_view text) : text_(text) {
    before_.reserve(text.size() / kCharacterBlock + 1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % kCharacterBlock == 0) before_.push_back(size_);
        size_ += starts_character(text[i]) ? 1 : 0;
    }
    before_.push_back(size_);
}

std::int64_t CodePointIndex::code_point(std::int64_t byte) const {
    byte = std::clamp<std::int64_t>(byte, 0, std::ssize(text_));
    const std::int64_t block = byte / kCharacterBlock;
    std::int64_t count = before_[static_cast<std::size_t>(block)];
    for (std::int64_t i = block * kCharacterBlock; i < byte; ++i) {
        count += starts_character(text_[static_cast<std::size_t>(i)]) ? 1 : 0;
    }
    return count;
}

std::int64_t CodePointIndex::byte(std::int64_t code_point) const {
    if (code_point <= 0) return 0;
    if (code_point >= size_) return std::ssize(text_);
    const auto after = std::upper_bound(before_.begin(), before_.end(), code_point);
    const std::int64_t block = after - before_.begin() - 1;
    std::int64_t count = before_[static_cast<std::size_t>(block)];
    for (std::int64_t i = block * kCharacterBlock; i < std::ssize(text_); ++i) {
        if (!starts_character(text_[static_cast<std::size_t>(i)])) continue;
        if (count == code_point) return i;
        ++count;
    }
    return std::ssize(text_);
}

std::size_t count_characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace lethe::language
