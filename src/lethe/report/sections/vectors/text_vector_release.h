// What protecting document vectors shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

// Mean distances on the sphere, or the sums of the semantic method.
Grid vector_loss_grid(const Json& loss);
// Who shares a vector, of a release and of its record.
std::string vector_release_words(const Json& result);

std::string vector_release_text(const Json& result);

}  // namespace lethe::report
