// The linear sum assignment problem: choose pairs (row, column), no row and no column twice, as
// many as there can be, such that the sum of their weights is least or largest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

enum class Goal { minimise, maximise };

// The column of each row; -1 for a row without one, where there are more rows than columns.
// `weights` is a row-major matrix of finite numbers. The sum is optimal up to the rounding of
// additions; exactly, if the weights are integers whose sums stay below 2^53. O(r^2 c) for the
// shorter side r and the longer side c, usually much less. See assignment.cc.
std::vector<std::int64_t> assign(const Context& context, std::span<const double> weights,
                                 std::int64_t rows, std::int64_t columns, Goal goal);

}  // namespace lethe
