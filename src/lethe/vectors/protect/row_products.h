// Inner products of one row with all rows of a collection, through an inverted index: of each term
// the rows that have it. They are summed in the order of the terms, so that they are the very
// numbers that `dot` gives.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

class RowProducts {
  public:
    explicit RowProducts(const SparseRows& rows) : rows_(rows.rows()), terms_(transposed(rows)) {}

    std::int64_t rows() const { return rows_; }
    // Of every row from `first` on; 0 for those before, and for those that share no term with it.
    void of(const SparseRow& row, std::vector<double>& products, std::int64_t first = 0) const;

  private:
    std::int64_t rows_;
    SparseRows terms_;
};

}  // namespace lethe::vectors
