// Cells made missing.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/data/column.h"

namespace lethe {

// The column with the given rows missing. Other values keep their spelling.
ColumnPtr without_cells(const Column& column, std::span<const std::int64_t> rows);

}  // namespace lethe
