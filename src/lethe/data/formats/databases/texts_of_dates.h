// Columns of texts that were declared as dates or times. Only for data/formats.
#pragma once

#include "lethe/data/column.h"
#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {

// The column as dates or times, where each of its texts is written in one pattern of ISO 8601 and
// is written so again; null otherwise, and of numbers.
ColumnPtr dates_of_texts(const ColumnPtr& texts, Quantity quantity);

}  // namespace lethe::formats
