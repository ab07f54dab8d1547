// Words for attacks by who knows how the data were masked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

// What the details of such an attack say beyond its value: how many links are certain, whose
// candidates are none, and what the knowledge of the masking added. Empty for other attacks.
std::string known_masking_sentences(const Json& details, std::optional<std::int64_t> records);

// How the fields of its details are shown; nothing for other attacks.
std::optional<FieldLook> known_masking_look(std::string_view item, std::string_view key);

}  // namespace lethe::report
