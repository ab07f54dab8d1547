// Which households change places, by targeted record swapping.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/random.h"

namespace lethe::mask {

// Households are numbered from 0. All lists of a level or a profile have a number for each.
struct SwapRequest {
    std::vector<std::vector<std::int32_t>> area;     // by level, coarse to fine; nested
    std::vector<std::vector<std::int64_t>> alike;    // by level: people like its rarest member
    std::vector<std::vector<std::int32_t>> profile;  // in the order in which they are tried
    std::int64_t limit = 0;  // at risk: a member with at most so many people alike
    double rate = 0;         // share of the households of an area that is to be swapped
};

struct HouseholdSwaps {
    std::vector<std::int32_t> partner;               // -1: it stays
    std::vector<std::int64_t> at_risk;               // by level: at risk there, not yet swapped
    std::vector<std::vector<std::int32_t>> without;  // by level: at risk there, without a donor
    std::int64_t short_of = 0;  // households that the rate asks for and that found no donor
};

// Of a donor at this risk, in parts of 2^32: what is drawn by is a whole number, so that sums are
// exact in any order.
std::uint64_t donor_weight(std::int64_t alike);

// How many households of each area of a level the rate asks for: s N in all, cut into whole numbers
// along the areas, so that the sum is that of all areas (rounded down).
std::vector<std::int64_t> households_by_rate(const std::vector<std::int32_t>& area, double rate);

// The order of draws is part of the result. At level h the households at risk come in the order of
// stream("level h/order").at(household), and each draws its donor by stream("level h/donor")
// .at(household), among donors in the order of area and household. Those of the rate come in the
// order of stream("rate/order") and draw by stream("rate/donor"). About (levels + 2) profiles n log
// n.
HouseholdSwaps swap_households(const SwapRequest& request, const Random& random);

}  // namespace lethe::mask
