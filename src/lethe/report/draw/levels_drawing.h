// The lattice of levels of a search over hierarchies, drawn.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

inline constexpr std::size_t kMostDrawnLevels = 600;

// From the result of the operation `levels`: a node for each vector of levels, the finer below the
// coarser; those at which the models hold are filled, the darker the less they lose, the best has a
// frame. A document of its own.
std::string levels_file_svg(const Json& result);

}  // namespace lethe::report
