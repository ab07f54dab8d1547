// Experiments and what became of them, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

std::string experiments_text(const Json& result);
std::string reproduction_text(const Json& item);

// The tables of an experiment, whole.
std::vector<Grid> reproduction_grids(const Json& item);

}  // namespace lethe::report
