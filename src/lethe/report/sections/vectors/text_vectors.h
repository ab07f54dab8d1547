// What was measured on published document vectors, for a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string vectors_text(const Json& assessment);

}  // namespace lethe::report
