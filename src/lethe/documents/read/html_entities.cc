#include <algorithm>
#include <array>

#include "lethe/documents/read/read_html.h"

namespace lethe::documents {
namespace {

struct HtmlEntity {
    std::string_view name;
    std::array<char32_t, 2> codes;
    bool bare;  // the semicolon may be missing
};

#define E(name, ...) {#name, {__VA_ARGS__}, false},
#define L(name, ...) {#name, {__VA_ARGS__}, true},
constexpr HtmlEntity kEntities[] = {
#include "lethe/documents/read/html_entities.def"
};
#undef E
#undef L

constexpr std::size_t kLongestName = 31;
constexpr std::size_t kLongestBareName = 6;

const HtmlEntity* entity_named(std::string_view name) {
    const auto* const found = std::lower_bound(
        std::begin(kEntities), std::end(kEntities), name,
        [](const HtmlEntity& entity, std::string_view wanted) { return entity.name < wanted; });
    return found != std::end(kEntities) && found->name == name ? found : nullptr;
}

bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

HtmlCharacter character_of(const HtmlEntity& entity, std::size_t size) {
    HtmlCharacter result{{}, size};
    for (const char32_t code : entity.codes) {
        if (code != 0) append_utf8(result.text, code);
    }
    return result;
}

int digit_of(char c, int base) {
    if (c >= '0' && c <= '9') return c - '0';
    if (base == 16 && c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (base == 16 && c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<HtmlCharacter> numbered(std::string_view text) {
    std::size_t at = 2;
    const bool hexadecimal = text.size() > at && (text[at] == 'x' || text[at] == 'X');
    const int base = hexadecimal ? 16 : 10;
    if (hexadecimal) ++at;
    const std::size_t first = at;
    char32_t code = 0;
    for (; at < text.size() && digit_of(text[at], base) >= 0; ++at) {
        const auto digit = static_cast<char32_t>(digit_of(text[at], base));
        code = std::min<char32_t>(code * static_cast<char32_t>(base) + digit, 0x110000);
    }
    if (at == first) return std::nullopt;
    if (at < text.size() && text[at] == ';') ++at;
    // Numbers from 128 to 159 mean Windows-1252.
    if (code >= 0x80 && code < 0xA0 && windows_1252(static_cast<unsigned char>(code)) != 0) {
        code = windows_1252(static_cast<unsigned char>(code));
    }
    HtmlCharacter result{{}, at};
    append_utf8(result.text, code);
    return result;
}

}  // namespace

std::optional<HtmlCharacter> html_character(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    if (text[1] == '#') return numbered(text);
    std::size_t end = 1;
    while (end < text.size() && end <= kLongestName && is_alphanumeric(text[end])) ++end;
    if (end < text.size() && text[end] == ';') {
        if (const HtmlEntity* entity = entity_named(text.substr(1, end - 1))) {
            return character_of(*entity, end + 1);
        }
    }
    for (std::size_t size = std::min(end - 1, kLongestBareName); size > 1; --size) {
        const HtmlEntity* entity = entity_named(text.substr(1, size));
        if (entity != nullptr && entity->bare) return character_of(*entity, size + 1);
    }
    return std::nullopt;
}

}  // namespace lethe::documents
