// Reading what was measured on published document vectors: the sentences that sum it up, its
// tables and its curves, for a terminal and for a page.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/explained_table.h"
#include "lethe/report/draw/distribution_drawing.h"
#include "lethe/report/draw/line_chart.h"

namespace lethe::report {

// Who can be found and what is lost.
std::string vectors_headline(const Json& assessment);

std::vector<ExplainedTable> vector_tables(const Json& assessment);

// Against the k of each release, the original at k = 1; none where two releases have the same k or
// there is only one.
std::vector<LineChart> vector_charts(const Json& assessment);

// Distances between documents before and after, of at most four of the releases.
std::vector<CategoryBars> distance_bars(const Json& assessment);

}  // namespace lethe::report
