// What the rank-swapping methods share: each column is ranked on its own, ranks are paired, and the
// values of a pair change places.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::mask {

// How one column's values are swapped.
struct RankSwap {
    std::vector<std::int32_t> source;  // for each rank the rank whose value it takes
    Json fact;                         // of this column, for the release record
};
using SwapRanks = std::function<RankSwap(const Context&, const std::string& column,
                                         std::int64_t values, const Stream&)>;

// Swaps every column of the step, in parallel; missing values stay and are not ranked. The facts
// stand under `fact`, by column.
MaskOutput swap_columns(const MaskInput& input, const std::string& fact, const SwapRanks& swap);

}  // namespace lethe::mask
