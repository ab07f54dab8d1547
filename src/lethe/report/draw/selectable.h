// What pages need to let a reader select a part of a drawing, as attributes of its elements: a run
// of bars, or a rectangle between two axes. On paper and in a signed report they do nothing.
//
//   drawing  data-brush     "x": bars side by side, "y": one below the other, "xy": points
//            data-frame     left, top, right and bottom of where they lie, in units of the drawing
//            data-axis      what the bars are of
//            data-x-range, data-y-range    the values at the ends of the frame
//   bar      data-bin       its number
//            data-span      where it begins and ends along the axis, in units of the drawing
//            data-from, data-to, data-label    the values that it stands for
//            data-count, or data-before and data-after    how many it holds
//   point    data-key, data-x, data-y
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/report/base/markup.h"
#include "lethe/report/draw/plot.h"

namespace lethe::report {

enum class BarDirection { side_by_side, below_each_other };

Attributes selectable_bars(BarDirection direction, const Box& frame, std::string_view axis);
Attributes selectable_plane(const Plot& plot);

struct SelectableBar {
    std::size_t number = 0;
    double begin = 0, end = 0;
    // Numbers as they are, to the last digit; a name as it is shown.
    std::optional<double> from = {}, to = {};
    std::string label = {};
    // Of one file, or of two; the second is after.
    double count = 0;
    std::optional<double> after = {};
};
Attributes data_of(const SelectableBar& bar);

struct SelectablePoint {
    std::string key;  // none: it cannot be chosen
    double x = 0, y = 0;
};
Attributes data_of(const SelectablePoint& point);

}  // namespace lethe::report
