#include "lethe/report/draw/plot.h"

#include <algorithm>
#include <cmath>

#include "lethe/report/base/number_format.h"

namespace lethe::report {

void draw_ticks(Drawing& drawing, const Plot& plot, int down, int along, TickSide side) {
    const double bottom = plot.y.from;
    const Ticks heights = nice_ticks(plot.y.low, plot.y.high, down);
    for (const double tick : heights.values) {
        const double y = plot.y(tick);
        drawing.line(plot.x.from, y, plot.x.to, y, "c-grid");
        const bool left = side == TickSide::left;
        drawing.label(left ? plot.x.from - 7 : plot.x.to + 6, y + 3.5,
                      tick_text(tick, heights.step), "c-tick", left ? Anchor::end : Anchor::start);
    }
    drawing.line(plot.x.from, bottom, plot.x.to, bottom, "c-axis");
    const Ticks places = nice_ticks(plot.x.low, plot.x.high, along);
    for (const double tick : places.values) {
        const double x = plot.x(tick);
        drawing.line(x, bottom, x, bottom + 4, "c-axis");
        drawing.label(x, bottom + 16, tick_text(tick, places.step), "c-tick", Anchor::middle);
    }
}

void draw_end_labels(Drawing& drawing, std::vector<EndLabel> labels, double x, double top,
                     double bottom) {
    constexpr double kGap = 15, kReach = 14;
    std::ranges::stable_sort(labels, {}, &EndLabel::y);
    std::vector<double> places;
    for (const EndLabel& label : labels) {
        places.push_back(places.empty() ? std::max(label.y, top)
                                        : std::max(label.y, places.back() + kGap));
    }
    // Pushed down beyond the end: back up, the last first.
    double limit = bottom;
    for (std::size_t i = places.size(); i-- > 0;) {
        places[i] = std::min(places[i], limit);
        limit = places[i] - kGap;
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        drawing.line(x + 3, labels[i].y, x + kReach, places[i], "c-leader");
        drawing.label(x + kReach + 3, places[i] + 4, labels[i].text, labels[i].style);
    }
}

}  // namespace lethe::report
