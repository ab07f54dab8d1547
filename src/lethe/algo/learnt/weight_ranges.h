// How far the weights of a weighted mean (or of OWA) are determined by the people they must find:
// over all weights, none below 0 and summing to 1, under which each of some blocks is satisfied or
// just tied, the least and the most that each weight can be. See weight_ranges.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/learnt/block_rows.h"

namespace lethe {

struct WeightRange {
    double least = 0.0;
    double most = 1.0;
};

// The blocks must be open and satisfied together by some weights. Empty for other families, and
// where rounding hides an answer.
std::vector<WeightRange> weight_ranges(const BlockRows& rows, std::span<const std::int32_t> blocks);

}  // namespace lethe
