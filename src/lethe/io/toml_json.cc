#include "lethe/io/toml_json.h"

#include <fmt/format.h>

#include <sstream>

namespace lethe {

toml::table parse_toml(std::string_view text, const std::string& file) {
    try {
        return toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        throw Error(ErrorKind::usage, fmt::format("not valid TOML: {}", error.description()),
                    {file, error.source().begin.line, error.source().begin.column, {}});
    }
}

Json toml_to_json(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        Json object = Json::object();
        for (const auto& [key, value] : *table) {
            object[std::string(key.str())] = toml_to_json(value);
        }
        return object;
    }
    if (const auto* array = node.as_array()) {
        Json list = Json::array();
        for (const auto& value : *array) list.push_back(toml_to_json(value));
        return list;
    }
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* truth = node.as_boolean()) return truth->get();
    std::ostringstream text;
    node.visit([&](const auto& value) { text << value; });
    return text.str();
}

Place toml_place(const toml::node& node, const std::string& file) {
    return {file, node.source().begin.line, node.source().begin.column, {}};
}

}  // namespace lethe
