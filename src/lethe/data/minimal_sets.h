// The minimal sample uniques of every row of a table at once (algo/statistics/minimal_uniques is
// quicker for a few rows): the smallest sets of columns in which a row is alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

struct MinimalSets {
    // Those that single out at least one row, as places in the columns; ascending by size, then by
    // place.
    std::vector<std::vector<std::size_t>> sets;
    std::vector<std::int64_t> rows;                   // by set: how many rows it singles out
    std::vector<std::vector<std::uint32_t>> sets_of;  // by row: into `sets`, ascending
};

// Sets of at most three columns on which a row agrees with no other while it agrees with one on
// every part of the set; of each row the first `listed`. Missing values take part in no set.
// About minimal_set_steps steps, parallel over pairs of columns; holds a bit for each of them.
MinimalSets all_minimal_uniques(const Context& context, const Table& table,
                                std::span<const std::string> columns, std::size_t listed);

// Sets of one to three columns, times rows.
double minimal_set_steps(std::int64_t rows, std::size_t columns);

}  // namespace lethe
