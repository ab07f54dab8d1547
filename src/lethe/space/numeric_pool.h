// The pool of records (see space.h) for points of R^d: every question is a search in a BoxTree, so
// it costs about the logarithm of the number of records where the dimension is small.
//
// Records with the same coordinates share one point of the tree, so that files with many equal
// records are not slower than others.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/box_tree.h"
#include "lethe/space/points.h"
#include "lethe/space/running_mean.h"

namespace lethe {

class NumericPool {
  public:
    NumericPool(const Context& context, const Points& points);  // views the points

    std::int64_t size() const { return mean_.count(); }
    std::int64_t farthest_from_centroid();
    std::int64_t farthest_from(std::int64_t row) const;
    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found) const;
    void remove(std::int64_t row);

  private:
    NumericPool(const Context& context, const Points& points,
                const std::vector<std::int32_t>& first_equal);

    Points points_;
    RunningMean mean_;
    BoxTree tree_;
    std::vector<std::int32_t> slot_of_;     // per row: its slot in the tree
    std::vector<std::int32_t> row_in_;      // per slot: its lowest row in the pool
    std::vector<std::int32_t> next_equal_;  // per row: the next row of its slot in the pool, or -1
    std::int64_t visits_since_anchor_ = 0;  // leaves looked at from the centroid
};

}  // namespace lethe
