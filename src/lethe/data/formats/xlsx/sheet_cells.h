// The cells of a sheet as they stand in the file, column by column, before anything is decided of
// them. Only for data/formats/xlsx.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/text_index.h"
#include "lethe/data/formats/xlsx/workbook.h"

namespace lethe::formats {

enum class SheetCellKind : std::uint8_t {
    number,
    truth,
    text,     // number: its code among the texts of the workbook
    error,    // "#DIV/0!", likewise
    unsolved  // a formula without its result
};

// 16 bytes: what a sheet of n values takes beside the table that is made of it is 16 n.
struct SheetCell {
    double number = 0;
    std::uint32_t row = 0;          // of the rows that hold anything, from 0
    std::uint32_t format : 24 = 0;  // of a number, among SheetStyles::formats
    SheetCellKind kind : 8 = SheetCellKind::number;
};

// Cells shown as one; rows and columns of the sheet, from 0, both ends included.
struct MergedCells {
    std::uint32_t top = 0, left = 0, bottom = 0, right = 0;
};

struct SheetCells {
    std::vector<std::vector<SheetCell>> columns;  // by column of the sheet; rows ascend
    std::vector<std::uint32_t> rows;              // of the sheet, from 0, that hold anything
    std::vector<MergedCells> merged;              // those in the first rows
    std::int64_t merged_elsewhere = 0;
    std::int64_t count = 0;  // cells

    const SheetCell* find(std::uint32_t row, std::size_t column) const;  // null: empty
};

// Merged cells are kept where they begin in the first so many rows that hold anything.
constexpr std::size_t kHeadRows = 100;

std::string cell_name(std::uint32_t row, std::size_t column);  // from 0: "A1"
std::string column_letters(std::size_t column);                // from 0: "A"

struct SheetSource {
    const std::string& path;
    const Workbook& workbook;
    const SheetStyles& styles;
    const std::vector<std::int32_t>& shared;
    TextIndex& texts;  // texts of the sheet's own are added
};

// Empty cells and #N/A are no cells, but a row with #N/A is one that holds something. Error(input)
// naming the cell where one is not of the format.
SheetCells read_sheet(const Context& context, ZipFile& zip, const SheetEntry& sheet,
                      const SheetSource& source);

}  // namespace lethe::formats
