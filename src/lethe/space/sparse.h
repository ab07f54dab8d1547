// The space of sparse rows without negative values seen by direction alone: documents as vectors of
// terms. The distance is 1 - cosine; the centre of some rows is the direction of their sum, which
// is the one with the least sum of distances to them.
//
// Cosine and Euclidean distance put unit vectors into the same order, and so do the distances from
// the direction of the sum and from the mean: over unit vectors this is the space of classical
// microaggregation too.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/data/sparse_rows.h"
#include "lethe/space/space.h"
#include "lethe/space/sparse_pool.h"
#include "lethe/space/sparse_sum.h"

namespace lethe {

class SparseSpace {
  public:
    using Point = SparseDirection;
    using Pool = SparsePool;

    // The centre of the rows that were not removed.
    class RunningCentroid {
      public:
        explicit RunningCentroid(const SparseSpace& space);
        void remove(std::int64_t row) { sum_.remove(space_.rows_[row]); }
        Point point() const { return sum_.direction(); }

      private:
        const SparseSpace& space_;
        SparseSum sum_;
    };

    // Rows of unit length without negative values; they must outlive the space. Error(input) for
    // others, empty ones among them.
    explicit SparseSpace(const SparseRows& unit_rows);

    const SparseRows& sparse_rows() const { return rows_; }
    std::int64_t rows() const { return rows_.rows(); }
    Point point(std::int64_t row) const;
    double distance(std::int64_t a, std::int64_t b) const {
        return cosine_distance(dot(rows_[a], rows_[b]));
    }
    double distance(const Point& point, std::int64_t row) const {
        return cosine_distance(dot(rows_[row], point.values) / point.norm);
    }
    Point centroid(std::span<const std::int64_t> rows) const;

  private:
    const SparseRows& rows_;
};

}  // namespace lethe
