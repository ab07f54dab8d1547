// A result for the terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// The headline, then tables, at most about a hundred columns wide unless names are long. ASCII
// apart from what the data brings, which is cleaned of control characters. Results of an unknown
// kind are shown as names and values.
std::string text_report(const Json& result);

}  // namespace lethe::report
