// Points of a plane gathered into regular hexagons, so that many of them can be drawn and none of
// them is seen alone. Hexagons rather than squares: every point is nearest to the middle of its
// own, and a cloud has no false rows and columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe::release {

struct PlaneAxis {
    double low = 0, high = 0;

    double share(double value) const;  // 0 at the low end, 1 at the high one, and never beyond
    double value(double share) const;
};

// So many records at a place.
struct PlaneCount {
    double x = 0, y = 0;
    std::int64_t records = 0;

    bool operator==(const PlaneCount&) const = default;
};

// The hexagons that hold a point, by their middles, from the bottom up and from left to right.
// `across` of them lie side by side over the width of a frame that is as high as wide; values
// beyond the frame count at its edge. x and y are of the same length. Linear in the points, but for
// a sort of the hexagons.
std::vector<PlaneCount> hexagon_cells(std::span<const double> x, std::span<const double> y,
                                      const PlaneAxis& along, const PlaneAxis& up,
                                      std::int64_t across);

}  // namespace lethe::release
