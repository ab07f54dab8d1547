// Groups of consecutive values of one sorted column. A grouping is given by its boundaries
// 0 = b[0] < b[1] < ... < b[g] = n: group i holds the positions b[i] .. b[i + 1] - 1. All groups
// have k .. 2k - 1 values. Error(unmet) for fewer than k values, Error(usage) for k < 1.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

// The grouping into groups of at least k whose within-group sum of squares is least (Hansen and
// Mukherjee: A polynomial algorithm for optimal univariate microaggregation, 2003). `sorted` is
// ascending and finite. Sums are relative to neighbouring values, so a common offset does no harm.
// Where groupings are equally good, the groups at the end are the shortest possible.
// O(n log k) time, O(n) memory. See univariate.cc.
std::vector<std::int64_t> optimal_univariate(const Context& context, std::span<const double> sorted,
                                             std::int64_t k);

// Groups of k; the last takes the remainder.
std::vector<std::int64_t> consecutive_groups(std::int64_t count, std::int64_t k);

}  // namespace lethe
