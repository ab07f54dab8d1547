// The mean of a shrinking set of points, which does not depend on how the set came about: each
// coordinate is the exact sum, rounded once, divided by the count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/space/points.h"

namespace lethe {

class RunningMean {
  public:
    explicit RunningMean(const Points& points);  // of all rows; the coordinates are not copied

    void remove(std::int64_t row);
    std::int64_t count() const { return count_; }
    std::vector<double> point() const;  // of at least one row

  private:
    Points points_;
    std::vector<ExactSum> sums_;
    std::int64_t count_;
};

// The same mean of some rows.
std::vector<double> mean_of_rows(const Points& points, std::span<const std::int64_t> rows);

}  // namespace lethe
