// Contingency tables of two files over the same columns, as their cells that hold records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"

namespace lethe {

// A column of both files as codes below `bound`.
struct CodedPair {
    std::span<const std::int32_t> x;
    std::span<const std::int32_t> y;
    std::int32_t bound = 0;
};

// A cell with its records in each file; one of them has some. Of two columns a cell's key is
// code of the first * bound of the second + code of the second, and so on for more columns as far
// as 64 bits reach; beyond that keys only tell cells apart.
struct Cell {
    std::uint64_t key = 0;
    std::int64_t x = 0;
    std::int64_t y = 0;
};

// Ascending by key. Linear in rows x columns; beside the result it holds 16 bytes a possible cell
// or 20 bytes a row, whichever is less. The spans of a file have one length; those of y may be
// empty, for a table of x alone.
std::vector<Cell> count_cells(const Context& context, std::span<const CodedPair> columns);

// The cells of the single records: rows of x, then rows of y, in the same cell when they agree on
// every column. Linear in rows x columns.
Groups cells_of_rows(const Context& context, std::span<const CodedPair> columns);

}  // namespace lethe
