// Records as points: the original values of a column against the released ones, and two columns in
// each of two files. It shows values of the original, so every scatter says of itself that it is
// about the original, and nothing of it is ever published (method/publication.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/hexagon_cells.h"

namespace lethe::release {

// Points are given one by one where at most 400 differ, and otherwise the middles of hexagons; both
// in the order of their places, so that nothing is told of the order of rows. The frame holds all
// values, or the middle 99 percent of them where all would be more than three times as wide.
struct Scatter {
    std::optional<std::int64_t> across = {};  // of hexagons (hexagon_cells.h); none of points
    PlaneAxis x;
    PlaneAxis y;
    std::vector<PlaneCount> points = {};
    std::int64_t records = 0;
    std::int64_t missing = 0;  // records that lack one of the two values
    std::int64_t beyond = 0;   // records outside of the frame, which are drawn at its edge
};
// {"about": "original", "form": "points" | "hexagons", "x": [low, high], "y": [low, high],
// "points": [[x, y, records], ...], "records", "missing", "beyond"}, and of hexagons "across".
Json to_json(const Scatter& scatter);

// Original against released values of a numeric column, on one scale.
struct ColumnScatter {
    Scatter scatter;
    std::optional<double> correlation = {};  // none where one of them is constant
};
Json to_json(const ColumnScatter& column);  // a Scatter with "correlation"

// Two numeric columns, of both files on the same scales.
struct PairScatter {
    std::array<std::string, 2> columns;
    Scatter before;
    Scatter after;
};
Json to_json(const PairScatter& pair);  // {"about": "original", "columns", "before", "after"}

// `origin` as in AssessInput: the row of the original that a released row comes from.
ColumnScatter scatter_of_column(const Context& context, const Table& original, const Table& masked,
                                std::span<const std::int64_t> origin, const std::string& name);

PairScatter scatter_of_pair(const Table& original, const Table& masked, const std::string& a,
                            const std::string& b);

}  // namespace lethe::release
