// Which points of a release are nearest to each tuple of a space.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

struct NearestPoints {
    std::int64_t parts = std::numeric_limits<std::int64_t>::max();  // the least distance
    std::int64_t rows = 0;  // of the points at that distance, together
    std::int64_t row = -1;  // the lowest of them
};

// By tuple; ties are exact. Time O(tuples x points x columns), parallel; memory linear.
std::vector<NearestPoints> nearest_points(const Context& context, const TupleSpace& space,
                                          const TupleSpace::Points& points);

}  // namespace lethe
