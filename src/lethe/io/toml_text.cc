#include "lethe/io/toml_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lethe {

std::string toml_quoted(std::string_view text) {
    std::string result;
    for (const char c : Json(std::string(text)).dump()) {
        if (c == '\x7f')
            result += "\\u007f";  // JSON has it as it is, TOML does not
        else
            result += c;
    }
    return result;
}

std::string toml_key(std::string_view name) {
    const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return c == '_' || c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z');
    });
    return bare ? std::string(name) : toml_quoted(name);
}

std::string toml_value(const Json& value) {
    if (value.is_array()) {
        std::vector<std::string> items;
        for (const Json& item : value) items.push_back(toml_value(item));
        return fmt::format("[{}]", fmt::join(items, ", "));
    }
    if (value.is_object()) {
        std::vector<std::string> items;
        for (const auto& [key, item] : value.items()) {
            items.push_back(fmt::format("{} = {}", toml_quoted(key), toml_value(item)));
        }
        return fmt::format("{{ {} }}", fmt::join(items, ", "));
    }
    if (value.is_string()) return toml_quoted(value.get<std::string>());
    if (value.is_number_float() && std::isnan(value.get<double>())) return "nan";
    if (value.is_number_float() && std::isinf(value.get<double>())) {
        return value.get<double>() < 0 ? "-inf" : "inf";
    }
    return value.dump();
}

std::string toml_section(std::string_view name, const Json& keys) {
    if (keys.empty()) return {};
    std::string text = fmt::format("[{}]\n", name);
    for (const auto& [key, value] : keys.items()) {
        text += fmt::format("{} = {}\n", toml_key(key), toml_value(value));
    }
    return text;
}

std::string toml_comment(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 32 || c == '\x7f') c = ' ';
    }
    return text;
}

}  // namespace lethe
