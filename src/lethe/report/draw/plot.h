// A frame with two axes, and the lines and ticks that every such frame has.
#pragma once

#include <string>
#include <vector>

#include "lethe/report/base/scale.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/draw/label_placer.h"

namespace lethe::report {

struct Plot {
    AxisScale x, y;  // y.from is the bottom

    Box frame() const { return {x.from, y.to, x.to, y.from}; }
    bool holds(double x_value, double y_value) const {
        return x_value >= x.low && x_value <= x.high && y_value >= y.low && y_value <= y.high;
    }
};

enum class TickSide { left, right };

// Horizontal lines with their figures on one side, and ticks along the bottom; about as many as
// asked for.
void draw_ticks(Drawing& drawing, const Plot& plot, int down, int along,
                TickSide side = TickSide::left);

// Labels at the ends of lines: each near its own height, none above another.
struct EndLabel {
    std::string text;
    std::string style;
    double y = 0;  // where its line ends
};
void draw_end_labels(Drawing& drawing, std::vector<EndLabel> labels, double x, double top,
                     double bottom);

}  // namespace lethe::report
