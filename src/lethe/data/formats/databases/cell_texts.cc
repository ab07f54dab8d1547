#include "lethe/data/formats/databases/cell_texts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lethe::formats {

std::string hexadecimal(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "\\x";
    text.reserve(2 + 2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

double shortest_double(float value) {
    if (!std::isfinite(value)) return value;
    std::array<char, 64> buffer{};
    const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    double result = 0;
    std::from_chars(buffer.data(), end, result);
    return result;
}

std::string one_line(std::string_view message) {
    std::string text(message);
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '\t', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

std::string without_semicolon(const std::string& query) {
    return query.substr(0, query.find_last_not_of("; \t\r\n") + 1);
}

}  // namespace lethe::formats
