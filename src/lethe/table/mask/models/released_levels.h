// What a vector of levels makes of the rows: who is suppressed, and what the others show.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/lattice/evaluation.h"
#include "lethe/data/column.h"

namespace lethe::mask {

// Whether each released row is suppressed at a node that the evaluation has judged feasible.
std::vector<char> suppressed_rows(const lattice::Evaluation& evaluation, const lattice::Node& node);

// The column with its labels of a level: row i of `old` shows label_of[lines[i]]. Rows marked in
// `to_top` (empty: none) show the label of the top.
ColumnPtr column_at_level(const Column& old, const lattice::Levels& levels, int level,
                          const std::vector<std::int32_t>& lines, const std::vector<char>& to_top);

}  // namespace lethe::mask
