// What the first look at document vectors shows on a terminal.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Nothing for a result of another kind.
std::optional<std::string> inspected_vectors_text(const Json& result);

}  // namespace lethe::report
