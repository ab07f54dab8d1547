// What the terminal and the page show of a comparison of an original with its release.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/draw/heat_map.h"
#include "lethe/report/draw/scatter_drawing.h"

namespace lethe::report {

std::string comparison_headline(const Json& comparison);

// What moved in each column.
Grid moved_grid(const Json& comparison);

// The pairs of columns whose "correlations" or "associations" changed most, at most ten.
Grid changed_pairs_grid(const Json& matrices);
// The matrix before and after, and the difference; without those that are none.
std::vector<HeatMap> matrix_maps(const Json& matrices, const std::string& what);

// The cells of two columns: shares before, after and between.
std::string pair_sentence(const Json& pair);
Grid pair_grid(const Json& pair);
HeatMap pair_map(const Json& pair);

// Records as points, with a sentence on what is not seen in the drawing. `sentence` is empty where
// there is nothing to say.
struct ShownScatter {
    ScatterPlot plot;
    std::string sentence;
};
// Original against released values of each column that has such a scatter.
std::vector<ShownScatter> column_scatters(const Json& comparison);
// Two numeric columns before and after, or nothing.
std::vector<ShownScatter> pair_scatters(const Json& pair);

}  // namespace lethe::report
