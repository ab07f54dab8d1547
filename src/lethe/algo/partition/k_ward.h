// k-Ward (Domingo-Ferrer, Mateo-Sanz: Practical data-oriented microaggregation, 2002): Ward's
// hierarchical clustering with groups of at least k. See k_ward.cc.
#pragma once

#include <cstdint>
#include <functional>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"

namespace lethe {

constexpr std::int64_t kMostKWardRecords = 10'000;

// `squared(a, b)` is the squared distance of two records in whole parts, at least 0, symmetric,
// below 2^31; it is asked from several threads. Squared distances of any origin will do.
//
//   1. Of 2k records or more, the two that are farthest apart (in a tie the lowest) begin a group
//      each: the first takes the k - 1 records nearest to it but for the second, the second the
//      k - 1 nearest of the rest; ties by number. All others are groups of one.
//   2. While a group has fewer than k records, the two groups are joined of which at least one has
//      fewer than k and whose union raises the sum of squares within groups least; in a tie the
//      pair with the lowest record, then with the lowest record of the other group.
//   3. Each group of 2k records or more is parted the same way.
//
// Groups are numbered by their lowest records; fewer than 2k records are one. Time of the order of
// records^2 (worst case cubed), memory 4 bytes x records^2. Error(usage, unmet) as
// check_cluster_size, Error(unmet) for more than kMostKWardRecords.
Clusters k_ward(const Context& context, std::int64_t records, std::int64_t k,
                const std::function<std::int64_t(std::int64_t, std::int64_t)>& squared);

}  // namespace lethe
