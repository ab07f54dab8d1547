// Fields of JSON that others wrote, as they are found or not.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"

namespace lethe::graph {

// Null where the value is no object or has no such field.
const Json& export_field(const Json& object, const char* name);
// A string that is not empty, or a whole number, as text.
std::optional<std::string> export_text(const Json& object, const char* name);

// HTML without its tags, with the characters of entities; paragraphs and lines end in spaces.
std::string text_of_html(std::string_view html);

}  // namespace lethe::graph
