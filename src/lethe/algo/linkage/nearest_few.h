// The few nearest points of each query, ties included.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/numeric.h"

namespace lethe {

// For each query the rows of the `count` nearest targets and of those as near as the last of them,
// ordered by distance, then row; all targets where there are fewer. Exact; a search tree, parallel.
// Error(usage) for a count below 1.
std::vector<std::vector<std::int32_t>> nearest_few(const Context& context,
                                                   const NumericSpace& queries,
                                                   const NumericSpace& targets, std::int64_t count);

}  // namespace lethe
