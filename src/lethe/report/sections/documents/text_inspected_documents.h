// What the first look at documents shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string inspected_documents_text(const Json& result);

// Where the proposed policy is, and "next: ..." for each command that a result proposes.
std::string next_lines(const Json& result);

}  // namespace lethe::report
