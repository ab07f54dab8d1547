// What the terminal and the page show of a comparison of an original with its release.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/draw/heat_map.h"

namespace lethe::report {

std::string comparison_headline(const Json& comparison);

// What moved in each column.
Grid moved_grid(const Json& comparison);

// The pairs of columns whose "correlations" or "associations" changed most, at most ten.
Grid changed_pairs_grid(const Json& matrices);
HeatMap difference_map(const Json& matrices, const std::string& what);

// The cells of two columns: shares before, after and between.
std::string pair_sentence(const Json& pair);
Grid pair_grid(const Json& pair);
HeatMap pair_map(const Json& pair);

}  // namespace lethe::report
