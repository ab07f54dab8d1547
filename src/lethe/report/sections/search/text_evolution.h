// What evolution found, for a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Without the headline.
std::string evolution_text(const Json& evolution);

}  // namespace lethe::report
