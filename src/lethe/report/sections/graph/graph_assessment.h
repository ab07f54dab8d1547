// What an assessment of protected graphs (graph/measure/assess_graph.h) says: its headline, its
// tables with a sentence each, and its curves over several releases. For the terminal and the page
// alike.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/explained_table.h"
#include "lethe/report/draw/line_chart.h"

namespace lethe::report {

std::string graph_headline(const Json& assessment);

std::vector<ExplainedTable> graph_tables(const Json& assessment);

// Loss and risk against k; none for fewer than two releases with different k.
std::vector<LineChart> graph_charts(const Json& assessment);

}  // namespace lethe::report
