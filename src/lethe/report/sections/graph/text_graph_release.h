// What protecting a social graph shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// What holds in a release, of its record too.
std::string graph_release_words(const Json& result);

std::string graph_release_text(const Json& result);

}  // namespace lethe::report
