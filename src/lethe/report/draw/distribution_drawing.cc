#include "lethe/report/draw/distribution_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/draw/selectable.h"

namespace lethe::report {
namespace {

constexpr double kDistributionWidth = 360;  // of a phone, and of a column on a desk

double largest_value(const std::vector<double>& values, double least = 0) {
    return values.empty() ? least : std::max(least, std::ranges::max(values));
}

void count_axis(Drawing& drawing, const AxisScale& y, double left, double right) {
    const Ticks ticks = nice_ticks(0, y.high, 3);
    for (const double tick : ticks.values) {
        drawing.line(left, y(tick), right, y(tick), tick == 0 ? "c-axis" : "c-grid");
        drawing.label(left - 6, y(tick) + 3.5, tick_text(tick, ticks.step), "c-tick", Anchor::end);
    }
}

void value_axis(Drawing& drawing, const AxisScale& x, double bottom) {
    const Ticks ticks = nice_ticks(x.low, x.high, 4);
    double free_from = 0;
    for (const double tick : ticks.values) {
        const std::string label = tick_text(tick, ticks.step);
        const double half = text_width(label, 10) / 2;
        drawing.line(x(tick), bottom, x(tick), bottom + 3, "c-axis");
        if (x(tick) - half < free_from || x(tick) + half > kDistributionWidth) continue;
        drawing.label(x(tick), bottom + 14, label, "c-tick", Anchor::middle);
        free_from = x(tick) + half + 6;
    }
}

// Heights such that the area of a bar is its count, in units of the average bin.
std::vector<double> densities(const std::vector<double>& counts, const std::vector<double>& edges) {
    const double average = (edges.back() - edges.front()) / static_cast<double>(counts.size());
    std::vector<double> result;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double width = edges[i + 1] - edges[i];
        result.push_back(width > 0 ? counts[i] * average / width : 0);
    }
    return result;
}

PathData outline(const std::vector<double>& heights, const std::vector<double>& edges,
                 const AxisScale& x, const AxisScale& y) {
    PathData path;
    path.move(x(edges[0]), y(0));
    for (std::size_t i = 0; i < heights.size(); ++i) {
        path.line(x(edges[i]), y(heights[i])).line(x(edges[i + 1]), y(heights[i]));
    }
    return path.line(x(edges.back()), y(0));
}

// One file, or two with as many bars.
bool fits(std::size_t bars, const std::vector<double>& before, const std::vector<double>& after) {
    return bars > 0 && before.size() == bars && (after.empty() || after.size() == bars);
}

bool drawable(const Histogram& histogram) {
    const std::vector<double>& edges = histogram.edges;
    return edges.size() >= 2 && fits(edges.size() - 1, histogram.before, histogram.after) &&
           std::ranges::is_sorted(edges) && edges.back() > edges.front();
}

std::optional<double> value_at(const std::vector<double>& values, std::size_t i) {
    return values.empty() ? std::nullopt : std::optional(values[i]);
}

std::string counts_of_both(double before, std::optional<double> after) {
    if (!after) return figure_text(before);
    return fmt::format("{} before, {} after", figure_text(before), figure_text(*after));
}

std::string title_of(const std::string& column, bool two) {
    return two ? column + ", before and after" : column;
}

Histogram histogram_of(const Json& distribution) {
    const bool one = distribution.is_object() && distribution.contains("counts");
    return {text(distribution, "column"), numbers(distribution, "edges"),
            numbers(distribution, one ? "counts" : "before"), numbers(distribution, "after")};
}

CategoryBars bars_of(const Json& distribution) {
    const bool one = distribution.is_object() && distribution.contains("counts");
    return {text(distribution, "column"), texts(distribution, "labels"),
            numbers(distribution, one ? "counts" : "before"), numbers(distribution, "after")};
}

bool is_numeric(const Json& distribution) { return text(distribution, "kind") == "numeric"; }

}  // namespace

std::string histogram_svg(const Histogram& histogram, std::string_view id) {
    if (!drawable(histogram)) return {};
    const std::vector<double>& edges = histogram.edges;
    const std::size_t bins = histogram.before.size();
    const bool two = !histogram.after.empty();
    constexpr double kHeight = 168, kLeft = 40, kRight = kDistributionWidth - 8, kTop = 8,
                     kBottom = 144;
    const std::vector<double> before = densities(histogram.before, edges);
    const std::vector<double> after = two ? densities(histogram.after, edges) : before;
    const AxisScale x{edges.front(), edges.back(), kLeft, kRight};
    const AxisScale y{0, nice_ceiling(largest_value(after, largest_value(before))), kBottom, kTop};
    Drawing drawing(kDistributionWidth, kHeight, id, title_of(histogram.column, two),
                    fmt::format("Histogram in {} bins from {} to {}{}.", bins, figure_text(x.low),
                                figure_text(x.high),
                                two ? ": an outline for the original, a filled shape for the "
                                      "release"
                                    : ""));
    drawing.describe(selectable_bars(BarDirection::side_by_side, {kLeft, kTop, kRight, kBottom},
                                     histogram.column));
    count_axis(drawing, y, kLeft, kRight);
    drawing.path(outline(after, edges, x, y).close().text(), "c-after");
    if (two) drawing.path(outline(before, edges, x, y).text(), "c-before");
    value_axis(drawing, x, kBottom);
    for (std::size_t i = 0; i < bins; ++i) {
        const double left = x(edges[i]), right = x(edges[i + 1]);
        const auto other = value_at(histogram.after, i);
        drawing.hover(left, kTop, right - left, kBottom - kTop,
                      fmt::format("{} to {}: {}", figure_text(edges[i]), figure_text(edges[i + 1]),
                                  counts_of_both(histogram.before[i], other)),
                      data_of(SelectableBar{.number = i,
                                            .begin = left,
                                            .end = right,
                                            .from = edges[i],
                                            .to = edges[i + 1],
                                            .count = histogram.before[i],
                                            .after = other}));
    }
    return std::move(drawing).finish();
}

std::string bars_svg(const CategoryBars& bars, std::string_view id) {
    const std::size_t number = bars.labels.size();
    if (!fits(number, bars.before, bars.after)) return {};
    const bool two = !bars.after.empty();
    constexpr double kTop = 4, kLeft = 118, kRight = kDistributionWidth - 46;
    const double row = two ? 27 : 20;
    const double bottom = kTop + row * static_cast<double>(number);
    const AxisScale x{0, std::max(largest_value(bars.after, largest_value(bars.before)), 1e-300),
                      kLeft, kRight};
    Drawing drawing(
        kDistributionWidth, bottom + 4, id, title_of(bars.column, two),
        two ? fmt::format("Pairs of bars for {} categories: an outlined bar for the original, a "
                          "filled one for the release.",
                          number)
            : fmt::format("Bars for {} categories.", number));
    if (bars.people) {
        drawing.describe(selectable_bars(BarDirection::below_each_other,
                                         {0, kTop, kDistributionWidth, bottom}, bars.column));
    }
    for (std::size_t i = 0; i < number; ++i) {
        const double top = kTop + row * static_cast<double>(i);
        const auto other = value_at(bars.after, i);
        const Attributes data = bars.people ? data_of(SelectableBar{.number = i,
                                                                    .begin = top,
                                                                    .end = top + row,
                                                                    .label = bars.labels[i],
                                                                    .count = bars.before[i],
                                                                    .after = other})
                                            : Attributes();
        drawing.begin_group(
            "c-row", fmt::format("{}: {}", bars.labels[i], counts_of_both(bars.before[i], other)),
            data);
        drawing.label(kLeft - 8, top + (two ? 16 : 13), fit(clean(bars.labels[i]), 18), "c-name",
                      Anchor::end);
        const double end = x(bars.before[i]);
        if (two) {
            drawing.rectangle(kLeft, top + 2.5, end - kLeft, 8, "c-before");
            drawing.rectangle(kLeft, top + 12.5, x(*other) - kLeft, 9, "c-after");
            drawing.label(end + 5, top + 10, tick_text(bars.before[i], 1), "c-small");
            drawing.label(x(*other) + 5, top + 21, tick_text(*other, 1), "c-small");
        } else {
            drawing.rectangle(kLeft, top + 4, end - kLeft, 11, "c-after");
            drawing.label(end + 5, top + 13, tick_text(bars.before[i], 1), "c-small");
        }
        drawing.end_group();
    }
    drawing.line(kLeft, kTop, kLeft, bottom, "c-axis");
    return std::move(drawing).finish();
}

std::string distribution_svg(const Json& distribution, std::string_view id) {
    return is_numeric(distribution) ? histogram_svg(histogram_of(distribution), id)
                                    : bars_svg(bars_of(distribution), id);
}

std::string distribution_spark_svg(const Json& distribution) {
    constexpr double kWidth = 128, kHeight = 40;
    std::vector<double> edges, heights;
    if (is_numeric(distribution)) {
        const Histogram histogram = histogram_of(distribution);
        if (!drawable(histogram)) return {};
        edges = histogram.edges;
        heights = densities(histogram.before, edges);
    } else {
        const CategoryBars bars = bars_of(distribution);
        if (!fits(bars.labels.size(), bars.before, bars.after)) return {};
        // A gap beside each bar: categories do not touch.
        for (std::size_t i = 0; i < bars.before.size(); ++i) {
            const auto place = static_cast<double>(i);
            edges.insert(edges.end(), {place, place + 0.8});
            heights.insert(heights.end(), {bars.before[i], 0});
        }
        edges.push_back(static_cast<double>(bars.before.size()));
    }
    const AxisScale x{edges.front(), edges.back(), 0, kWidth};
    const AxisScale y{0, std::max(largest_value(heights), 1e-300), kHeight, 1};
    Markup out;
    out.open("svg", {{"class", "chart"},
                     {"viewBox", fmt::format("0 0 {} {}", kWidth, kHeight)},
                     {"preserveAspectRatio", "none"},
                     {"aria-hidden", "true"}});
    out.empty("path", {{"class", "c-after"}, {"d", outline(heights, edges, x, y).close().text()}});
    return std::move(out.close()).finish();
}

}  // namespace lethe::report
