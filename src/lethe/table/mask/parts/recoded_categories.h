// Categories that become others, the same everywhere in a column.
#pragma once

#include <string>
#include <vector>

#include "lethe/data/column.h"

namespace lethe::mask {

// The column in which category k of the dictionary is shown as becomes[k]. The new dictionary holds
// what is shown, and nothing else: a category that is shown as itself keeps its place in the order,
// another one stands where the first of those stood that became it. Missing stays missing.
ColumnPtr recoded_categories(const Column& column, const std::vector<std::string>& becomes);

}  // namespace lethe::mask
