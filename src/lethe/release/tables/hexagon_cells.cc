// Middles of hexagons are two lattices of rectangles, 1 wide and sqrt(3) high in units of a
// hexagon's width, the second shifted by half of both. The nearest middle of each lattice is found
// by rounding; the nearer of the two is the hexagon.
#include "lethe/release/tables/hexagon_cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace lethe::release {
namespace {

// Twice the place in the lattice: even numbers are of the first, odd ones of the second.
using HexagonKey = std::pair<std::int64_t, std::int64_t>;  // row, place in it

struct NearMiddle {
    HexagonKey key;
    double away = 0;  // squared
};

NearMiddle near_middle(double u, double v, double shift) {
    const double place = std::round(u - shift), row = std::round(v / std::numbers::sqrt3 - shift);
    const double du = u - (place + shift), dv = v - (row + shift) * std::numbers::sqrt3;
    return {{std::llround(2 * (row + shift)), std::llround(2 * (place + shift))},
            du * du + dv * dv};
}

}  // namespace

double PlaneAxis::share(double value) const {
    if (!(high > low)) return 0.5;
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

double PlaneAxis::value(double share) const { return low + share * (high - low); }

std::vector<PlaneCount> hexagon_cells(std::span<const double> x, std::span<const double> y,
                                      const PlaneAxis& along, const PlaneAxis& up,
                                      std::int64_t across) {
    const auto scale = static_cast<double>(across);
    std::map<HexagonKey, std::int64_t> counts;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = scale * along.share(x[i]), v = scale * up.share(y[i]);
        const NearMiddle first = near_middle(u, v, 0), second = near_middle(u, v, 0.5);
        ++counts[second.away < first.away ? second.key : first.key];
    }
    std::vector<PlaneCount> cells;
    for (const auto& [key, records] : counts) {
        const double u = static_cast<double>(key.second) / 2 / scale;
        const double v = static_cast<double>(key.first) / 2 * std::numbers::sqrt3 / scale;
        cells.push_back({along.value(u), up.value(v), records});
    }
    return cells;
}

}  // namespace lethe::release
