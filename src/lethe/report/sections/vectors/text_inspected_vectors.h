// What the first look at document vectors shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string inspected_vectors_text(const Json& result);

}  // namespace lethe::report
