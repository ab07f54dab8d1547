// What a release would do, on a terminal: of documents, vectors or a graph; the files, of a table
// too.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string release_plan_text(const Json& result);

// Empty where the plan names none.
std::string planned_files_text(const Json& result);

}  // namespace lethe::report
