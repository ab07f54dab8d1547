// Rank swapping without a bound on how far a value moves, so that knowing the method and its
// parameters excludes no record (Nin, Herranz, Torra: Rethinking rank swapping to decrease
// disclosure risk, 2008). As in swap_ranks each value is swapped at most once, in rank order, with
// one of higher rank. Result: for each rank the rank whose value it takes; rank i draws from the
// stream at position i. Logarithmic time a rank.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

// The ranks of bucket b of `buckets`, whose sizes differ by at most one: from bucket_begin(b) up to
// bucket_begin(b + 1).
std::int64_t bucket_begin(std::int64_t bucket, std::int64_t size, std::int64_t buckets);
std::int64_t bucket_of(std::int64_t rank, std::int64_t size, std::int64_t buckets);

// A rank of bucket r takes its partner from bucket s >= r with a probability in proportion to
// 2^-(s - r), uniformly among those free there; buckets that hold none are left out. Error(usage)
// for less than one bucket.
std::vector<std::int32_t> swap_ranks_in_buckets(const Context& context, std::int64_t size,
                                                std::int64_t buckets, const Stream& stream);

// The partner stands a normally distributed number of ranks above, rounded. A draw that does not
// lead to a free rank above is repeated, 32 draws in all; then the nearest free rank above is
// taken. Error(usage) for a mean or deviation that is negative or not finite.
std::vector<std::int32_t> swap_ranks_at_distance(const Context& context, std::int64_t size,
                                                 double mean, double deviation,
                                                 const Stream& stream);

}  // namespace lethe
