// The text of a value hierarchy before it is a file.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe {

// A name as it stands on a line of a value hierarchy: quoted where it would be read otherwise.
std::string hierarchy_field(std::string_view name);

// What read_knowledge would make of a file of this text that it is told to be a value hierarchy;
// `format` of the result is what it would take it for without being told.
Knowledge read_hierarchy_text(const Context& context, const std::string& file, std::string text);

}  // namespace lethe
