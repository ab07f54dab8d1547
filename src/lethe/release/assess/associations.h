// How columns hang together: correlations of numbers, Cramer's V of categories.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe::release {

// Square and symmetric, 1 on the diagonal. Nothing where one of the columns has fewer than two
// values over the rows in which both are there.
using AssociationMatrix = std::vector<std::vector<std::optional<double>>>;

// Pearson's, of numeric columns (see algo/statistics/moments.h for their limits).
AssociationMatrix correlation_matrix(const Context& context, std::span<const ColumnPtr> columns);

// sqrt(chi^2 / (n min(r - 1, c - 1))) over the r and c categories that occur. Linear in the rows
// for each pair, or a sort where there are very many combinations.
AssociationMatrix cramer_matrix(const Context& context, std::span<const ColumnPtr> columns);
std::optional<double> cramers_v(const Column& a, const Column& b);

}  // namespace lethe::release
