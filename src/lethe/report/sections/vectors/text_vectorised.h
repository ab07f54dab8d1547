// What making vectors of documents shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string vectorised_text(const Json& result);

}  // namespace lethe::report
