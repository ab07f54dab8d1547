// How many rows are alone in a set of columns, in each of them alone, in all but one, and in small
// combinations. Missing is a value of its own, as in group_rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

struct Uniqueness {
    std::int64_t unique = 0;   // rows that no other row is like
    std::int64_t classes = 0;  // different rows

    friend bool operator==(const Uniqueness&, const Uniqueness&) = default;
};

struct Combination {
    std::vector<std::size_t> columns;  // positions in the list, ascending
    std::int64_t unique = 0;

    friend bool operator==(const Combination&, const Combination&) = default;
};

struct ColumnUniqueness {
    Uniqueness all;                   // in all columns together
    std::vector<Uniqueness> alone;    // in each
    std::vector<Uniqueness> without;  // in all but each
    // The columns that combinations were tried of, by position: all, or those with most different
    // values where there are too many rows and columns to try all pairs.
    std::vector<std::size_t> combined;
    std::vector<Combination> pairs;    // the sharpest of all pairs of these, at most `shown`
    std::vector<Combination> triples;  // the sharpest of those that one of these pairs can grow to
};

// Exact counts over all rows. About 3 groupings a column, and a pass over the rows that share a
// value for each pair; holds 8 bytes a row and column.
ColumnUniqueness uniqueness_by_column(const Context& context, const Table& table,
                                      std::span<const std::string> columns, std::size_t shown = 5);

}  // namespace lethe
