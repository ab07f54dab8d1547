// Rows in the order of a column's values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe {

// The rows that hold a value, ascending by it, ties by row. Numbers by size (-0 equals 0),
// categories by code, which is the order of an ordinal column. Linear, parallel; 24 bytes a row
// beside the result. Error(input) above 2^31 - 1 rows.
std::vector<std::int32_t> ranking(const Context& context, const Column& column);
std::vector<std::int32_t> ranking(const Context& context, std::span<const double> values);

}  // namespace lethe
