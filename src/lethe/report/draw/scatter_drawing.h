// Records as points of a plane: one by one, or as hexagons that are darker the more they hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

struct ScatterPlot {
    std::string title;
    std::string x, y;  // what the axes are
    double x_low = 0, x_high = 0, y_low = 0, y_high = 0;
    struct Place {
        double x = 0, y = 0, records = 0;
    };
    std::vector<Place> places;
    std::int64_t across = 0;  // hexagons over the width; 0: points
    bool diagonal = false;    // both axes are of one column: what did not change lies on a line
};

// The frame and places of a scatter (release/tables/scatter.h), as far as it is one.
ScatterPlot scatter_plot(const Json& scatter);

// What lies beyond the frame is drawn at its edge. Empty where there is no place.
std::string scatter_svg(const ScatterPlot& plot, std::string_view id);

}  // namespace lethe::report
