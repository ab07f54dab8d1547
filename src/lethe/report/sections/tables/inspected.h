// What the terminal and the page show of an inspection: columns by role, the ranking of the
// quasi-identifiers, the sharpest combinations.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/draw/line_chart.h"

namespace lethe::report {

struct InspectedRole {
    std::string heading;  // "Identifiers: to be dropped"
    std::vector<Json> columns;
};
std::vector<InspectedRole> inspected_roles(const Json& inspection);  // those that have columns

std::string shown_kind(const Json& column);  // the one that is proposed
Cell missing_cell(const Json& column);       // share of missing values and missing codes
std::string why(const Json& column);         // reason and missing codes

// Empty where nothing was ranked.
Grid ranking_grid(const Json& inspection);
std::string ranking_sentence(const Json& inspection);
Grid combinations_grid(const Json& inspection);

// Rows in classes of fewer than k, by k: as a table and as a curve; without a line where nothing
// was counted.
Grid lost_grid(const Json& inspection);
LineChart lost_chart(const Json& inspection);
// Whom which columns single out; empty where it was not asked for.
Grid alone_grid(const Json& inspection);
std::string alone_sentence(const Json& inspection);

}  // namespace lethe::report
