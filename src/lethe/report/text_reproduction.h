// Experiments and what became of them, for a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string experiments_text(const Json& result);
std::string reproduction_text(const Json& item);

}  // namespace lethe::report
