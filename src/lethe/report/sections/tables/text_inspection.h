// The inspection of a table, for a terminal of eighty columns.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/report/draw/charts.h"

namespace lethe::report {

std::string inspection_text(const Json& inspection);

// How many people are in classes of each size, as bars of characters; empty without sizes.
std::string class_bars(const ClassSizes& sizes);

}  // namespace lethe::report
