// Values as TOML: what is written reads back as the same.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe {

std::string toml_quoted(std::string_view text);  // in double quotes
std::string toml_key(std::string_view name);     // bare where it may be, otherwise quoted
// Scalars, lists and tables of them, on one line. There is no null.
std::string toml_value(const Json& value);
// "[name]" and a line a key; nothing where there are no keys. The name is written as it is.
std::string toml_section(std::string_view name, const Json& keys);
// Part of a comment: on one line.
std::string toml_comment(std::string text);

}  // namespace lethe
