#include "lethe/release/next_command.h"

#include <algorithm>
#include <string_view>

#include "lethe/core/redacted.h"
#include "lethe/release/data_files.h"

namespace lethe::release {

std::string shell_word(const std::string& given) {
    if (given == "-") return "DATA";
    const std::string text = without_passwords(given);
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

std::string data_command(std::string_view command, DataKind kind,
                         const std::vector<std::string>& files) {
    std::string words = "lethe " + std::string(command);
    if (data_at(files.front()).kind != kind) words += " --data " + std::string(name(kind));
    for (const std::string& file : files) words += " " + shell_word(file);
    return words;
}

}  // namespace lethe::release
