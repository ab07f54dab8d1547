// The least hitting set: the fewest elements so that every set holds one of them. See
// hitting_set.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

using ElementSet = std::vector<std::int32_t>;  // elements 0 .. count - 1, ascending

struct HittingLimits {
    double seconds = std::numeric_limits<double>::infinity();  // by the context's clock
    // Stop as soon as the bound reaches this: "is there a hitting set smaller than that?"
    std::int64_t enough = std::numeric_limits<std::int64_t>::max();
};

struct HittingSet {
    std::vector<std::int32_t> elements;  // a hitting set, the best found
    std::int64_t bound = 0;              // no hitting set is smaller: checked in exact arithmetic
    std::int64_t nodes = 0;
    // The sets that the bound rests on, by their places, ascending.
    std::vector<std::size_t> used;
};

// Anytime: at a limit the bound and the elements are the best so far. Error(usage) for an empty set
// or an element out of range.
HittingSet least_hitting_set(const Context& context, std::int32_t elements,
                             const std::vector<ElementSet>& sets, const HittingLimits& limits = {});

}  // namespace lethe
