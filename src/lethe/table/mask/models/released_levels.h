// What vectors of levels make of the rows: what they show.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/lattice/levels.h"
#include "lethe/core/error.h"
#include "lethe/data/column.h"

namespace lethe::mask {

// The column with its labels of a level: row i of `old` shows label_of[lines[i]]. Rows marked in
// `to_top` (empty: none) show the label of the top.
ColumnPtr column_at_level(const Column& old, const lattice::Levels& levels, int level,
                          const std::vector<std::int32_t>& lines, const std::vector<char>& to_top);

// The same where rows differ in their levels: row i shows its label of level_of_row[i].
ColumnPtr column_at_levels(const Column& old, const lattice::Levels& levels,
                           const std::vector<int>& level_of_row,
                           const std::vector<std::int32_t>& lines);

// A problem where a label stands for other values at another level, so that of a row that shows it
// nobody could tell which. It does not name the label, which may be a value of the data.
void check_labels_differ(const lattice::Levels& levels, Problems& problems);

}  // namespace lethe::mask
