// What commands other than the assessments show on a terminal: a release that was written, a plan,
// the catalogue, experiments.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Nothing for a result of another kind.
std::optional<std::string> run_text(const Json& result);

}  // namespace lethe::report
