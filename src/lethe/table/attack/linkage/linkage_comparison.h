// The columns of two tables as probabilistic linkage compares them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/linkage/level_agreement.h"
#include "lethe/method/comparison.h"
#include "lethe/table/attack/linkage/probabilistic_settings.h"

namespace lethe::attack {

// x holds the given rows of the original, y the whole masked table.
//
// By levels: numbers by the widths of the settings; ordered categories by 0, 1 and 2 steps; others
// by being equal. A category that only the masked table has stands for those that it replaced: an
// intruder who knows how categories were merged, or reads it off the label. Otherwise there is one
// width, and a category agrees with the same text alone.
std::vector<LevelColumn> compared_columns(const AssessInput& input,
                                          std::span<const std::string> names,
                                          std::span<const std::int64_t> rows,
                                          const ProbabilisticSettings& settings);

}  // namespace lethe::attack
