// Methods that exchange values between neighbouring ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

// How far, in ranks, `percent` of `size` values reaches: floor(percent * size / 100), at least 1. A
// percentage is meant as written in decimals: 0.57 % of 10,000 is 57.
std::int64_t rank_window(double percent, std::int64_t size);

// Rank swapping (Moore 1996) with each value swapped once: in rank order, a rank that is not yet
// swapped picks uniformly among the ranks above it, at most `window` away, that are not swapped
// either; without any it keeps its value. Result: for each rank the rank whose value it takes. Rank
// i draws from the stream at position i, and takes the r-th of its candidates in rank order.
//
// Logarithmic in the window for each rank, whatever the window. Error(usage) for a window below 1.
std::vector<std::int32_t> swap_ranks(const Context& context, std::int64_t size, std::int64_t window,
                                     const Stream& stream);

// order[rank] for each of the ranks: where `order` lists rows by rank, swap_ranks on rows.
std::vector<std::int32_t> rows_at_ranks(const Context& context, std::span<const std::int32_t> order,
                                        std::span<const std::int32_t> ranks);

}  // namespace lethe
