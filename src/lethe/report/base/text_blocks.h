// Blocks of text that several results begin or end with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"

namespace lethe::report {

// Tables one below the other.
std::string blocks(const std::vector<Grid>& grids);

// "masked: release.csv (1,000 records)"; nothing where neither is known.
std::string file_line(const Json& about, std::string_view what);

}  // namespace lethe::report
