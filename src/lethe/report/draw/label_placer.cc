#include "lethe/report/draw/label_placer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lethe::report {
namespace {

struct Direction {
    double x, y;
};

// In order of preference: readers look for a label to the right of its point.
constexpr std::array kDirections = {
    Direction{1, 0}, Direction{0.8, -0.8}, Direction{0.8, 0.8},   Direction{0, -1},
    Direction{0, 1}, Direction{-1, 0},     Direction{-0.8, -0.8}, Direction{-0.8, 0.8}};
constexpr std::array kDistances = {4.0, 14.0, 26.0, 42.0, 62.0};

// The box on that side of the point, `gap` away from it.
Box box_at(double x, double y, double gap, Direction way, double width, double height) {
    const double left = way.x > 0   ? x + gap * way.x
                        : way.x < 0 ? x + gap * way.x - width
                                    : x - width / 2;
    const double middle = y + way.y * (gap + (way.x == 0 ? height / 2 : 0));
    return {left, middle - height / 2, left + width, middle + height / 2};
}

}  // namespace

std::vector<Box> boxes_along(double x1, double y1, double x2, double y2) {
    std::vector<Box> boxes;
    const double length = std::hypot(x2 - x1, y2 - y1);
    const double pieces = std::max(1.0, std::ceil(length / 12));
    for (double i = 0; i < pieces; ++i) {
        const double from = i / pieces, to = (i + 1) / pieces;
        const double ax = x1 + (x2 - x1) * from, bx = x1 + (x2 - x1) * to;
        const double ay = y1 + (y2 - y1) * from, by = y1 + (y2 - y1) * to;
        boxes.push_back({std::min(ax, bx) - 0.5, std::min(ay, by) - 0.5, std::max(ax, bx) + 0.5,
                         std::max(ay, by) + 0.5});
    }
    return boxes;
}

void LabelPlacer::disturb_line(double x1, double y1, double x2, double y2, double weight) {
    for (const Box& box : boxes_along(x1, y1, x2, y2)) disturb(box, weight);
}

std::optional<double> LabelPlacer::cost(const Box& box) const {
    if (!bounds_.holds(box)) return std::nullopt;
    if (std::ranges::any_of(blocked_, [&](const Box& other) { return other.overlaps(box); })) {
        return std::nullopt;
    }
    double sum = 0;
    for (const Soft& soft : soft_) sum += soft.box.overlaps(box) ? soft.weight : 0;
    return sum;
}

std::optional<PlacedLabel> LabelPlacer::place(double x, double y, double radius, double width,
                                              double height) {
    std::optional<PlacedLabel> best;
    double best_cost = 0;
    for (std::size_t ring = 0; ring < kDistances.size(); ++ring) {
        for (std::size_t side = 0; side < kDirections.size(); ++side) {
            const Box box =
                box_at(x, y, radius + kDistances[ring], kDirections[side], width, height);
            std::optional<double> price = cost(box);
            if (!price) continue;
            *price += 3.0 * static_cast<double>(ring) + 0.2 * static_cast<double>(side);
            if (best && *price >= best_cost) continue;
            best =
                PlacedLabel{box, kDirections[side].x<0, ring> 0, std::clamp(x, box.left, box.right),
                            std::clamp(y, box.top, box.bottom), *price};
            best_cost = *price;
        }
    }
    if (!best) return std::nullopt;
    block(best->box);
    if (best->far) disturb_line(x, y, best->line_x, best->line_y, 4);
    return best;
}

}  // namespace lethe::report
