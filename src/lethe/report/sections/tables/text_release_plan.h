// What a release of documents, vectors or a graph would do, on a terminal.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Nothing for a result of another kind.
std::optional<std::string> release_plan_text(const Json& result);

}  // namespace lethe::report
