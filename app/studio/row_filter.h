// Which rows of a table are asked for: those of which every condition holds.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::studio {

// Numbers of rows from 0. Four bytes each: a table that is held in memory has no more rows.
using RowList = std::vector<std::uint32_t>;

// From a list of conditions,
//   {"column", "from", "to", "closed"}  a number from `from` to below `to`; closed: up to it
//   {"column", "values": [text, ..]}    one of these values
//   {"column", "without": [text, ..]}   a value that is none of these
//   {"rows": [number, ..]}              one of these rows, counted from 1; they come in this order
// A missing value meets no condition of its column. Error(usage) says what is wrong and names no
// value.
RowList rows_where(const Table& table, const Json& filter);

}  // namespace lethe::studio
