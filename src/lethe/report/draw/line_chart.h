// Lines over a common axis, each with its name at its end: how something changes with k, say. The
// lines differ in colour and in their dashes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

struct LineChart {
    struct Line {
        std::string name;
        std::vector<std::pair<double, double>> points;  // by ascending x
    };
    // A range that was published, as a band across the chart.
    struct Band {
        std::string name;
        double low = 0, high = 0;
    };

    std::string title;
    std::string x, y;  // names of the axes
    std::vector<Line> lines;
    std::vector<Band> bands = {};
    std::optional<double> top = {};  // where the vertical axis ends; otherwise as the values need
    bool scatter = false;            // points that no line joins
};

// From {"title", "x", "y", "lines": [{"name", "points": [[x, y], ...]}], "bands": [{"name", "low",
// "high"}], "top", "scatter"}. Points that are not numbers are left out.
LineChart line_chart(const Json& chart);

// The drawing, the width of a phone or of a column on a desk; empty without a line of two points.
std::string line_chart_svg(const LineChart& chart, std::string_view id);

}  // namespace lethe::report
