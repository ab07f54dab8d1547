// The kinds of BlockRows, for block_rows.cc alone.
#pragma once

#include <limits>
#include <memory>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/core/context.h"

namespace lethe {

// Of the monotone families; see block_rows_front.cc.
std::unique_ptr<BlockRows> make_front_rows(const Context& context, const DistanceModel& model,
                                           const AlignedRecords& records);
// Of the bilinear forms; see block_rows_bilinear.cc.
std::unique_ptr<BlockRows> make_bilinear_rows(const Context& context, const DistanceModel& model,
                                              const AlignedRecords& records);

constexpr std::int64_t kBlocksAChunk = 16;
constexpr ParameterRange kEverywhere{-std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};

// To the t with value + t slope > 0.
inline void narrow(double value, double slope, ParameterRange& range) {
    if (slope > 0.0) {
        range.low = std::max(range.low, -value / slope);
    } else if (slope < 0.0) {
        range.high = std::min(range.high, -value / slope);
    } else if (!(value > 0.0)) {
        range.high = range.low;
    }
}

}  // namespace lethe
