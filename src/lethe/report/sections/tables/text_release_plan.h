// What a release of documents, vectors or a graph would do, on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string release_plan_text(const Json& result);

}  // namespace lethe::report
