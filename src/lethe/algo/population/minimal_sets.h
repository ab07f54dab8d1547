// The minimal sample uniques of every row of a table at once (minimal_uniques.h is quicker for a
// few rows): the smallest sets of columns in which a row is alone.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

// One bit a row: row r is bit r % 64 of word r / 64.
using RowBits = std::vector<std::uint64_t>;

// Sets of at most `most` columns, as places in `columns`, on which a row agrees with no other while
// it agrees with one on every part of the set. Calls visit(set, rows) for each that singles out at
// least one row, ascending by size, then by place. Missing values take part in no set. About
// minimal_set_steps steps, parallel over pairs of columns; holds a bit for each of them.
void for_each_minimal_set(
    const Context& context, const Table& table, std::span<const std::string> columns,
    std::size_t most,
    const std::function<void(std::span<const std::size_t> set, const RowBits& rows)>& visit);

// Calls body(row) for the rows whose bit is set, ascending.
template <class Body>
void for_each_row(const RowBits& rows, Body&& body) {
    for (std::size_t w = 0; w < rows.size(); ++w) {
        for (std::uint64_t word = rows[w]; word != 0; word &= word - 1) {
            body(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
        }
    }
}

struct MinimalSets {
    // Those that single out at least one row, as places in the columns; ascending by size, then by
    // place.
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::int64_t> rows;                   // by set: how many rows it singles out
    std::vector<std::vector<std::uint32_t>> sets_of;  // by row: into `sets`, ascending
};

// Sets of at most `most` columns; of each row the first `listed`.
MinimalSets all_minimal_uniques(const Context& context, const Table& table,
                                std::span<const std::string> columns, std::size_t listed,
                                std::size_t most = 3);

// Sets of one to `most` columns, times rows.
double minimal_set_steps(std::int64_t rows, std::size_t columns, std::size_t most = 3);

}  // namespace lethe
