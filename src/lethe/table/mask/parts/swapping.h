// What the swapping methods share: values change places. Rank swapping ranks each column on its own
// and pairs ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/method/method.h"

namespace lethe::mask {

// The column in which row order[i] holds the value of row source[i], and all other rows their own.
// `order` and `source` list the same rows, all of which hold a value.
ColumnPtr exchanged(const Column& column, std::span<const std::int32_t> order,
                    std::span<const std::int32_t> source);

// Of the part of the ranks that a value may move over.
inline Range up_to_100_percent() { return {0.0, 100.0, true, false}; }

// How one column's values are swapped.
struct RankSwap {
    std::vector<std::int32_t> source;  // for each rank the rank whose value it takes
    Json fact;                         // of this column, for the release record
};
using SwapRanks = std::function<RankSwap(const Context&, const std::string& column,
                                         std::int64_t values, const Stream&)>;

// Swaps every column of the step, in parallel; missing values stay and are not ranked. A column
// with a taxonomy is ranked by meaning (algo/statistics/semantic_order.h), by the distances of
// `measure`. The facts stand under `fact`, by column.
MaskOutput swap_columns(const MaskInput& input, const std::string& fact, const SwapRanks& swap,
                        const MeasureOptions& measure = {});

}  // namespace lethe::mask
