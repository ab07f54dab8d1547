// TOML files: parsing with our errors and places, and values as JSON. Included only where TOML is
// read.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/core/json.h"

namespace lethe {

toml::table parse_toml(std::string_view text, const std::string& file);  // Error(usage)
Json toml_to_json(const toml::node& node);  // dates and times become texts
Place toml_place(const toml::node& node, const std::string& file);

}  // namespace lethe
