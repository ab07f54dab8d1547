#include "lethe/report/draw/scatter_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/draw/plot.h"

namespace lethe::report {
namespace {

constexpr double kScatterWidth = 400, kScatterHeight = 372;
constexpr double kScatterLeft = 62, kScatterTop = 30, kScatterSide = 296;
constexpr std::size_t kMostPlaces = 5000;
constexpr std::int64_t kMostAcross = 200;
constexpr std::size_t kHexagonShades = 9;
constexpr double kPoint = 2.2, kLargestPoint = 9;  // radius

Plot plane_of(const ScatterPlot& plot) {
    return {{plot.x_low, plot.x_high, kScatterLeft, kScatterLeft + kScatterSide},
            {plot.y_low, plot.y_high, kScatterTop + kScatterSide, kScatterTop}};
}

double most_records(const ScatterPlot& plot) {
    return std::ranges::max_element(plot.places, {}, &ScatterPlot::Place::records)->records;
}

// 1 to 9, by the logarithm: a tenth as many is as much lighter everywhere.
std::size_t hexagon_shade(double records, double most) {
    if (!(most > 1)) return kHexagonShades;
    const double share = std::log(std::max(records, 1.0)) / std::log(most);
    return 1 +
           static_cast<std::size_t>(std::lround(static_cast<double>(kHexagonShades - 1) * share));
}

// All hexagons of a shade are one path.
void draw_hexagons(Drawing& drawing, const ScatterPlot& plot, const Plot& plane) {
    const double width = kScatterSide / static_cast<double>(plot.across);
    const double high = width / std::numbers::sqrt3;
    const std::array<std::pair<double, double>, 6> corners = {{{0, -high},
                                                               {width / 2, -high / 2},
                                                               {width / 2, high / 2},
                                                               {0, high},
                                                               {-width / 2, high / 2},
                                                               {-width / 2, -high / 2}}};
    const double most = most_records(plot);
    std::array<PathData, kHexagonShades + 1> paths;
    for (const ScatterPlot::Place& place : plot.places) {
        PathData& path = paths[hexagon_shade(place.records, most)];
        const double x = plane.x(place.x), y = plane.y(place.y);
        path.move(x + corners[0].first, y + corners[0].second);
        for (std::size_t i = 1; i < corners.size(); ++i) {
            path.line(x + corners[i].first, y + corners[i].second);
        }
        path.close();
    }
    for (std::size_t shade = 1; shade <= kHexagonShades; ++shade) {
        if (!paths[shade].text().empty()) {
            drawing.path(paths[shade].text(), fmt::format("c-s{}", shade));
        }
    }
}

void draw_points(Drawing& drawing, const ScatterPlot& plot, const Plot& plane) {
    for (const ScatterPlot::Place& place : plot.places) {
        const double radius = std::min(kPoint * std::sqrt(place.records), kLargestPoint);
        drawing.circle(plane.x.clamped(place.x), plane.y.clamped(place.y), radius, "c-last");
    }
}

std::string scatter_description(const ScatterPlot& plot) {
    double records = 0;
    for (const ScatterPlot::Place& place : plot.places) records += place.records;
    return fmt::format(
        "{} records at {} {}. {}: {} to {}; {}: {} to {}.{}", count_text(std::llround(records)),
        plot.places.size(), plot.across > 0 ? "hexagons, darker where more are" : "points", plot.x,
        figure_text(plot.x_low), figure_text(plot.x_high), plot.y, figure_text(plot.y_low),
        figure_text(plot.y_high), plot.diagonal ? " On the line lies what did not change." : "");
}

bool is_drawable(const ScatterPlot& plot) {
    return !plot.places.empty() && plot.places.size() <= kMostPlaces && plot.across >= 0 &&
           plot.across <= kMostAcross && plot.x_low <= plot.x_high && plot.y_low <= plot.y_high;
}

}  // namespace

ScatterPlot scatter_plot(const Json& scatter) {
    ScatterPlot plot;
    const std::vector<double> x = numbers(scatter, "x"), y = numbers(scatter, "y");
    const Json& points = field(scatter, "points");
    if (x.size() != 2 || y.size() != 2 || !points.is_array()) return plot;
    plot.x_low = x[0];
    plot.x_high = x[1];
    plot.y_low = y[0];
    plot.y_high = y[1];
    plot.across = count(scatter, "across").value_or(0);
    for (const Json& point : points) {
        if (!point.is_array() || point.size() != 3) continue;
        const auto along = number(point[0]), up = number(point[1]), records = number(point[2]);
        if (along && up && records && *records > 0) plot.places.push_back({*along, *up, *records});
    }
    return plot;
}

std::string scatter_svg(const ScatterPlot& plot, std::string_view id) {
    if (!is_drawable(plot)) return {};
    const Plot plane = plane_of(plot);
    Drawing drawing(kScatterWidth, kScatterHeight, id, plot.title, scatter_description(plot));
    drawing.rectangle(0, 0, kScatterWidth, kScatterHeight, "c-paper");
    draw_ticks(drawing, plane, 4, 4);
    plot.across > 0 ? draw_hexagons(drawing, plot, plane) : draw_points(drawing, plot, plane);
    if (plot.diagonal) {
        drawing.line(plane.x.from, plane.y.from, plane.x.to, plane.y.to, "c-score");
    }
    drawing.label(kScatterLeft, kScatterTop - 14, plot.y, "c-title");
    drawing.label(plane.x.to, plane.y.from + 34, plot.x + " \xE2\x86\x92", "c-title", Anchor::end);
    return std::move(drawing).finish();
}

}  // namespace lethe::report
