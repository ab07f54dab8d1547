// The linkage of an intruder's own file with a release, for the terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string linkage_text(const Json& result);

}  // namespace lethe::report
