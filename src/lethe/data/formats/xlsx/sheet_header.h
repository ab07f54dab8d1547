// Where the table of a sheet begins, and what its columns are called. Only for data/formats/xlsx.
//
// People put a title, a date and blank rows above a table. Blank rows are not counted at all. Of
// the first hundred others the widest says how wide the table is; the first that fills at least
// half of that, in more than one cell, is where it begins: a title stands in one cell, merged or
// not. That row is the header unless one of its cells is a number, a date or true or false.
//
// Where a cell of the header is merged over several columns, the row below belongs to the header
// too, and a column is called by both: "visit date" under "visit".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/xlsx/sheet_cells.h"

namespace lethe::formats {

struct SheetColumn {
    std::size_t column = 0;  // of the sheet
    std::string name;
};

struct SheetHeader {
    std::vector<SheetColumn> columns;  // with a name or a value
    std::uint32_t first = 0;           // row of values, among the rows that hold anything
    std::uint32_t skipped = 0;         // rows above the header, likewise
    std::uint32_t rows = 0;            // of the header; 0: none
};

// Error(input) where columns with values have no name, or two have the same.
SheetHeader find_sheet_header(const SheetCells& cells, const SheetSource& source,
                              std::optional<bool> header, const std::string& sheet);

}  // namespace lethe::formats
