// How often each category of a column occurs.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe {

// One count for each entry of the dictionary, in its order; missing values are not counted.
// Error(internal) for a numeric column.
std::vector<std::int64_t> category_counts(const Context& context, const Column& column);

}  // namespace lethe
