#include "lethe/report/draw/selectable.h"

#include <fmt/format.h>

namespace lethe::report {
namespace {

// The shortest text that reads back to the same number.
std::string exactly(double value) { return fmt::format("{}", value); }

std::string coordinates(const std::vector<double>& places) {
    std::string text;
    for (const double place : places) text += (text.empty() ? "" : " ") + coordinate(place);
    return text;
}

std::string ends_of(const AxisScale& axis) { return exactly(axis.low) + " " + exactly(axis.high); }

Attribute frame_of(const Box& frame) {
    return {"data-frame", coordinates({frame.left, frame.top, frame.right, frame.bottom})};
}

}  // namespace

Attributes selectable_bars(BarDirection direction, const Box& frame, std::string_view axis) {
    return {{"data-brush", direction == BarDirection::side_by_side ? "x" : "y"},
            frame_of(frame),
            {"data-axis", axis}};
}

Attributes selectable_plane(const Plot& plot) {
    return {{"data-brush", "xy"},
            frame_of(plot.frame()),
            {"data-x-range", ends_of(plot.x)},
            {"data-y-range", ends_of(plot.y)}};
}

Attributes data_of(const SelectableBar& bar) {
    Attributes data{{"data-bin", bar.number}, {"data-span", coordinates({bar.begin, bar.end})}};
    if (bar.from) data.emplace_back("data-from", exactly(*bar.from));
    if (bar.to) data.emplace_back("data-to", exactly(*bar.to));
    if (!bar.label.empty()) data.emplace_back("data-label", bar.label);
    data.emplace_back(bar.after ? "data-before" : "data-count", exactly(bar.count));
    if (bar.after) data.emplace_back("data-after", exactly(*bar.after));
    return data;
}

Attributes data_of(const SelectablePoint& point) {
    Attributes data;
    if (!point.key.empty()) data.emplace_back("data-key", point.key);
    data.emplace_back("data-x", exactly(point.x));
    data.emplace_back("data-y", exactly(point.y));
    return data;
}

}  // namespace lethe::report
