// What the first look at a graph shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string inspected_graph_text(const Json& result);

}  // namespace lethe::report
