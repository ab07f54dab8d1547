// Columns of a table from the cells of a sheet. Only for data/formats/xlsx.
//
// A column is numeric where each of its cells is a number, or a text that is written as one or says
// that it is missing (NA, N/A, null, NULL), and at least one is a number. Its notation is that of
// the formats: dates where all numbers are dates, percent or currency where all are. Numbers, dates
// and texts beside each other are categories, each called as it is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/data/formats/xlsx/sheet_cells.h"

namespace lethe::formats {

// As a person sees it, dates in ISO 8601 where their format does not say all of them.
std::string text_of_sheet_cell(const SheetCell& cell, const SheetSource& source);

struct SheetColumnPart {
    std::string name;
    std::string sheet;       // of which it is a column, for problems
    std::size_t column = 0;  // of the sheet
    std::uint32_t first = 0;
    std::int64_t rows = 0;  // of the table
    const std::vector<std::uint32_t>& sheet_rows;
};

// `missing`: texts that mean missing. Null where there are problems, which are added.
ColumnPtr sheet_column(const SheetCells& cells, const SheetSource& source,
                       const SheetColumnPart& part, const std::vector<std::string>& missing,
                       Problems& problems);

}  // namespace lethe::formats
