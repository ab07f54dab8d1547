#include "lethe/report/draw/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/draw/plot.h"

namespace lethe::report {
namespace {

constexpr double kLineChartWidth = 400, kHeight = 236;
constexpr double kLeft = 46, kTop = 30, kBottom = 196;
constexpr double kNameSize = 11.5;
constexpr double kDot = 2;

// Lines and bands get the room between their ends and the edge that the longest name needs.
double right_end(const LineChart& chart) {
    double widest = 0;
    for (const auto& line : chart.lines)
        widest = std::max(widest, text_width(line.name, kNameSize));
    return kLineChartWidth - std::min(widest + 20, 170.0);
}

struct ChartRange {
    double low, high;
};

ChartRange x_range(const LineChart& chart) {
    ChartRange range{chart.lines[0].points[0].first, chart.lines[0].points[0].first};
    for (const auto& line : chart.lines) {
        for (const auto& [x, y] : line.points) {
            range.low = std::min(range.low, x);
            range.high = std::max(range.high, x);
        }
    }
    return range;
}

ChartRange y_range(const LineChart& chart) {
    ChartRange range{0, 0};
    for (const auto& line : chart.lines) {
        for (const auto& [x, y] : line.points) {
            range.low = std::min(range.low, y);
            range.high = std::max(range.high, y);
        }
    }
    for (const auto& band : chart.bands) range.high = std::max(range.high, band.high);
    if (range.low < 0) range.low = -nice_ceiling(-range.low);
    if (chart.top && *chart.top >= range.high) return {range.low, *chart.top};
    return {range.low, range.high > 0 ? nice_ceiling(range.high) : 1};
}

std::string style_of(std::size_t line) {
    return fmt::format("c-m{} c-line c-dash{}", line % 8 + 1, line % 4);
}

std::string description(const LineChart& chart) {
    std::string text;
    for (const auto& line : chart.lines) {
        if (chart.scatter) {
            const auto [low, high] =
                std::ranges::minmax_element(line.points, {}, &std::pair<double, double>::second);
            text += fmt::format("{}{}: {} points, {} from {} to {}.", text.empty() ? "" : " ",
                                line.name, line.points.size(), chart.y, figure_text(low->second),
                                figure_text(high->second));
            continue;
        }
        text += fmt::format("{}{}: from {} at {} {} to {} at {}.", text.empty() ? "" : " ",
                            line.name, figure_text(line.points.front().second), chart.x,
                            figure_text(line.points.front().first),
                            figure_text(line.points.back().second),
                            figure_text(line.points.back().first));
    }
    return text;
}

void draw_bands(Drawing& drawing, const LineChart& chart, const Plot& plot) {
    for (const auto& band : chart.bands) {
        const double top = plot.y.clamped(band.high), bottom = plot.y.clamped(band.low);
        drawing.begin_group("", fmt::format("{}: {} to {}", band.name, figure_text(band.low),
                                            figure_text(band.high)));
        drawing.rectangle(plot.x.from, top, plot.x.to - plot.x.from, bottom - top, "c-band");
        drawing.label(plot.x.from + 5, top + 11, band.name, "c-small");
        drawing.end_group();
    }
}

void draw_lines(Drawing& drawing, const LineChart& chart, const Plot& plot) {
    std::vector<EndLabel> labels;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const auto& points = chart.lines[i].points;
        if (chart.scatter) {
            double height = 0;
            for (const auto& [x, y] : points) {
                drawing.circle(plot.x(x), plot.y(y), kDot, fmt::format("c-m{}", i % 8 + 1));
                height += plot.y(y) / static_cast<double>(points.size());
            }
            labels.push_back({chart.lines[i].name, fmt::format("c-name c-t{}", i % 8 + 1), height});
            continue;
        }
        PathData path;
        path.move(plot.x(points[0].first), plot.y(points[0].second));
        for (std::size_t p = 1; p < points.size(); ++p) {
            path.line(plot.x(points[p].first), plot.y(points[p].second));
        }
        drawing.path(path.text(), style_of(i));
        labels.push_back({chart.lines[i].name, fmt::format("c-name c-t{}", i % 8 + 1),
                          plot.y(points.back().second)});
    }
    draw_end_labels(drawing, std::move(labels), plot.x.to, plot.y.to, plot.y.from);
}

// One strip for each place, with what every line has there.
void draw_hovers(Drawing& drawing, const LineChart& chart, const Plot& plot) {
    std::map<double, std::string> texts;
    for (const auto& line : chart.lines) {
        for (const auto& [x, y] : line.points) {
            std::string& text = texts[x];
            if (text.empty()) text = fmt::format("{} {}:", chart.x, figure_text(x));
            text += fmt::format(" {} {};", line.name, figure_text(y));
        }
    }
    for (auto at = texts.begin(); at != texts.end(); ++at) {
        const double x = plot.x(at->first);
        const double left =
            at == texts.begin() ? plot.x.from : (plot.x(std::prev(at)->first) + x) / 2;
        const double right =
            std::next(at) == texts.end() ? plot.x.to : (plot.x(std::next(at)->first) + x) / 2;
        at->second.back() = '.';
        drawing.hover(left, plot.y.to, right - left, plot.y.from - plot.y.to, at->second);
    }
}

}  // namespace

LineChart line_chart(const Json& chart) {
    LineChart result{text(chart, "title"), text(chart, "x"), text(chart, "y"), {}, {}, {}};
    result.top = number(chart, "top");
    result.scatter = flag(chart, "scatter");
    for (const Json& line : objects(chart, "lines")) {
        LineChart::Line read{text(line, "name"), {}};
        const Json& points = field(line, "points");
        if (points.is_array()) {
            for (const Json& point : points) {
                if (!point.is_array() || point.size() != 2) continue;
                const auto x = number(point[0]), y = number(point[1]);
                if (x && y) read.points.emplace_back(*x, *y);
            }
        }
        std::ranges::stable_sort(read.points, {}, &std::pair<double, double>::first);
        result.lines.push_back(std::move(read));
    }
    for (const Json& band : objects(chart, "bands")) {
        const auto low = number(band, "low"), high = number(band, "high");
        if (low && high && *low <= *high) result.bands.push_back({text(band, "name"), *low, *high});
    }
    return result;
}

std::string line_chart_svg(const LineChart& given, std::string_view id) {
    LineChart chart = given;
    std::erase_if(chart.lines, [](const LineChart::Line& line) { return line.points.size() < 2; });
    if (chart.lines.empty()) return {};
    const ChartRange along = x_range(chart), up = y_range(chart);
    const Plot plot{{along.low, along.high, kLeft, right_end(chart)},
                    {up.low, up.high, kBottom, kTop}};
    Drawing drawing(kLineChartWidth, kHeight, id, chart.title, description(chart));
    drawing.rectangle(0, 0, kLineChartWidth, kHeight, "c-paper");
    draw_bands(drawing, chart, plot);
    draw_ticks(drawing, plot, 4, 5);
    draw_lines(drawing, chart, plot);
    drawing.label(kLeft, kTop - 14, chart.y, "c-title");
    drawing.label(plot.x.to, kBottom + 34, chart.x + " \xE2\x86\x92", "c-title", Anchor::end);
    if (!chart.scatter) draw_hovers(drawing, chart, plot);
    return std::move(drawing).finish();
}

}  // namespace lethe::report
