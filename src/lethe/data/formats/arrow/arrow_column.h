// A column as the buffers that Arrow data have. Only for data/formats/arrow.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/data/formats/arrow/arrow_type.h"

namespace lethe::formats {

// Buffers point into `own` or into the column.
struct ArrowColumn {
    std::string name, format;
    std::int64_t length = 0, nulls = 0;
    std::vector<const void*> buffers;
    std::vector<std::shared_ptr<const std::vector<char>>> own;
    ColumnPtr column;
    std::unique_ptr<ArrowColumn> dictionary;
};

// With the type that it came with; nothing where some value does not fit into that. Dates and times
// are rounded as they are written.
std::optional<ArrowColumn> arrow_column_of_type(ColumnPtr column, const ArrowType& type);

// Where nothing is known of a type: a double, a date, a time or a moment, or a text.
ArrowColumn arrow_column(const ColumnPtr& column);

}  // namespace lethe::formats
