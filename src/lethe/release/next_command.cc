#include "lethe/release/next_command.h"

#include <algorithm>
#include <string_view>

namespace lethe::release {

std::string shell_word(const std::string& text) {
    if (text == "-") return "DATA";
    const auto safe = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("_-./,:=+@%").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), safe)) return text;
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'')
            result += "'\\''";
        else
            result += c;
    }
    return result + "'";
}

}  // namespace lethe::release
