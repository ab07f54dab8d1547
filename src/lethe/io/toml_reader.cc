#include "lethe/io/toml_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/core/did_you_mean.h"

namespace lethe {

void TomlReader::problem(const toml::node& node, std::string message) const {
    problems_.push_back({std::move(message), place(node)});
}

void TomlReader::check_keys(const toml::table& table, std::string_view what,
                            const std::vector<std::string>& known) const {
    for (const auto& [key, value] : table) {
        const std::string name(key.str());
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            problem(value, unknown_name(what, name, known));
        }
    }
}

const toml::table* TomlReader::section(const toml::table& root, std::string_view key) const {
    const toml::node* node = root.get(key);
    if (node == nullptr) return nullptr;
    if (node->as_table() == nullptr) problem(*node, fmt::format("[{}] must be a table", key));
    return node->as_table();
}

std::string TomlReader::text(const toml::table& table, std::string_view key,
                             std::string_view expected) const {
    return value<std::string>(table, key, expected).value_or("");
}

bool TomlReader::truth(const toml::table& table, std::string_view key, bool fallback) const {
    return value<bool>(table, key, "true or false").value_or(fallback);
}

bool TomlReader::is_second(const toml::table& table, std::string_view key, std::string_view first,
                           std::string_view second) const {
    const auto word = value<std::string>(table, key, "a text");
    if (word && *word != first && *word != second) {
        problem(*table.get(key), fmt::format("there is no \"{}\" \"{}\"; allowed: {}, {}", key,
                                             *word, first, second));
    }
    return word && *word == second;
}

std::vector<std::string> TomlReader::texts(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    std::vector<std::string> result;
    if (node == nullptr) return result;
    const toml::array* array = node->as_array();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        if (const auto one = (*array)[i].value_exact<std::string>()) result.push_back(*one);
    }
    if (array == nullptr || result.size() != array->size()) {
        problem(*node, fmt::format("\"{}\" must be a list of texts", key));
    }
    return result;
}

std::vector<double> TomlReader::numbers(const toml::table& table, std::string_view key,
                                        std::string_view expected) const {
    std::vector<double> result;
    const toml::node* node = table.get(key);
    if (node == nullptr) return result;
    const toml::array* array = node->as_array();
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        if (const auto number = (*array)[i].value<double>()) {
            if ((*array)[i].is_number() && !std::isnan(*number)) result.push_back(*number);
        }
    }
    if (array == nullptr || array->empty() || result.size() != array->size()) {
        problem(*node, fmt::format("\"{}\" must be {}", key, expected));
        return {};
    }
    return result;
}

}  // namespace lethe
