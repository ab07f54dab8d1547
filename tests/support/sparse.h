// Small sparse rows for tests: written out in full, or drawn at random.
#pragma once

#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::test {

// Rows of equal length.
inline SparseRows sparse(const std::vector<std::vector<double>>& rows) {
    SparseRows result(rows.empty() ? 0 : static_cast<std::int32_t>(rows.front().size()));
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (row[c] != 0) result.add(static_cast<std::int32_t>(c), row[c]);
        }
        result.end_row();
    }
    return result;
}

inline std::vector<double> dense(const SparseRow& row, std::int32_t columns) {
    std::vector<double> result(static_cast<std::size_t>(columns), 0.0);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        result[static_cast<std::size_t>(row.columns[i])] = row.values[i];
    }
    return result;
}

// Few different weights, so that there are equal rows and ties; some rows may be empty.
inline SparseRows random_sparse(Draws& draws, std::int64_t rows, std::int32_t columns) {
    SparseRows result(columns);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < columns; ++c) {
            if (draws.below(3) == 0) result.add(c, static_cast<double>(1 + draws.below(2)));
        }
        result.end_row();
    }
    return result;
}

}  // namespace lethe::test
