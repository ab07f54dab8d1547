// The pool (see space.h) of a space of sparse rows: an inverted index answers who is near a row,
// and bounds that are put right only when they are needed who is farthest from the centre. See
// sparse_pool.cc.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"
#include "lethe/space/sparse_sum.h"

namespace lethe {

class SparseSpace;

// 1 - cosine; 0 where rounding puts the cosine above 1.
inline double cosine_distance(double cosine) { return cosine < 1 ? 1 - cosine : 0; }

class SparsePool {
  public:
    SparsePool(const Context& context, const SparseSpace& space);

    std::int64_t size() const { return alive_; }
    std::int64_t farthest_from_centroid();
    std::int64_t farthest_from(std::int64_t row);
    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found);
    void remove(std::int64_t row);

  private:
    struct Bound {
        double least = 0;  // cosine with the centre times its length, at least, before removals
        std::int32_t place = 0;
        bool operator<(const Bound& other) const { return least > other.least; }  // a min-heap
    };

    void close_gaps();
    void post_rows();
    void measure_from(std::int64_t row);

    const Context& context_;
    const SparseRows& rows_;
    std::int64_t alive_ = 0;
    // Rows have places, ascending; a removed one keeps its place until the gaps are closed.
    std::vector<std::int32_t> row_at_;    // -1: removed
    std::vector<std::int32_t> place_of_;  // of each row
    std::vector<std::size_t> post_begin_;
    std::vector<std::int32_t> post_place_;
    std::vector<double> post_value_;

    std::int64_t measured_ = -1;  // the row that `cosine_` was measured from
    std::vector<double> cosine_;  // of each place
    std::vector<std::pair<double, std::int32_t>> near_;

    SparseSum centre_;
    std::vector<double> weights_;  // of the centre
    std::int64_t removed_ = 0;
    std::vector<Bound> bounds_;  // a heap
    std::vector<Bound> looked_at_;
};

}  // namespace lethe
