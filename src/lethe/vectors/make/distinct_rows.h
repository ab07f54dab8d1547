// Equal rows once, with how often they come: protected vectors come in groups of at least k, so
// that what is computed for each different one costs 1/k.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct DistinctRows {
    SparseRows rows;                  // in the order of their first occurrences
    std::vector<std::int32_t> of;     // of each given row: which one it is
    std::vector<std::int64_t> count;  // of each different row: how often it comes
    std::vector<std::int64_t>
        places;                      // the given rows sorted by which one they are, then by number
    std::vector<std::size_t> begin;  // of the places of each different row; one more at the end

    std::int64_t size() const { return rows.rows(); }
};

DistinctRows distinct_rows(const SparseRows& rows);

}  // namespace lethe::vectors
