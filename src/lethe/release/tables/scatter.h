// Records as points: the original values of a column against the released ones, and two columns in
// each of two files. It shows values of the original, so every scatter says of itself that it is
// about the original, and nothing of it is ever published (method/publication.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe {

// {"about": "original", "form": "points" | "hexagons", "x": [low, high], "y": [low, high],
// "points": [[x, y, records], ...], "records", "missing", "beyond"}, and of hexagons "across"
// (hexagon_cells.h), whose middles the points are.
//
// Points are given where at most 400 differ, hexagons otherwise; both in the order of their places,
// so that nothing is told of the order of rows. The frame holds all values, or the middle 99
// percent of them where all would be more than three times as wide; "beyond" counts the records
// outside of it, which are drawn at its edge. "missing" lack one of the two values.

// Original against released values of a numeric column, on one scale, with their "correlation"
// (null where one of them is constant). `origin` as in AssessInput: the row of the original that a
// released row comes from.
Json scatter_of_column(const Context& context, const Table& original, const Table& masked,
                       std::span<const std::int64_t> origin, const std::string& name);

// {"about": "original", "columns": [a, b], "before": a scatter, "after": a scatter}: two numeric
// columns, of both files on the same scales.
Json scatter_of_pair(const Table& original, const Table& masked, const std::string& a,
                     const std::string& b);

}  // namespace lethe
