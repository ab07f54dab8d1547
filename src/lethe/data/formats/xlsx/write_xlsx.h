// Writing Excel workbooks. Only for data/formats.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::formats {

// One sheet, "data". Numbers have up to 16 digits. Dates from 1900 on are dates in the format that
// their notation or their own workbook says; a column that has an earlier one is written as text.
// Missing is the empty cell, and so is an empty text; a row without any value has #N/A in its first
// cell, because blank rows are no rows to those who read a sheet. The same table is always the same
// bytes. Error(usage) beyond 1,048,575 rows, 16,384 columns or 32,767 characters of a text.
void write_xlsx(const Context& context, const Table& table, const std::string& path,
                const std::string& shown);

}  // namespace lethe::formats
