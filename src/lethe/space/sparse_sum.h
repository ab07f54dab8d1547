// The sum of some sparse rows, which changes as rows come and go. It is exact in parts of 2^-40, so
// that it does not depend on the order in which they do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/data/sparse_rows.h"

namespace lethe {

// A direction: a value for each column, of any length.
struct SparseDirection {
    std::vector<double> values;
    double norm = 0;
};

// Of rows whose values are between 0 and 1; some four million of them fit.
class SparseSum {
  public:
    explicit SparseSum(std::int32_t columns) : parts_(static_cast<std::size_t>(columns), 0) {}

    void add(const SparseRow& row) { add(row, 1); }
    void remove(const SparseRow& row) { add(row, -1); }
    double operator[](std::int32_t column) const;
    double norm() const;
    SparseDirection direction() const;

  private:
    void add(const SparseRow& row, std::int64_t times);

    std::vector<std::int64_t> parts_;
};

// Over the columns of the row, in their order.
double dot(const SparseRow& row, std::span<const double> values);

}  // namespace lethe
