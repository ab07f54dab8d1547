#include "lethe/report/draw/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

// Small charts are drawn 360 wide: the width of a phone, and of a column on a desk.
constexpr double kChartWidth = 360;

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
        if (x(tick) - half < free_from || x(tick) + half > kChartWidth) continue;
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

std::string before_after(double before, double after) {
    return fmt::format("{} before, {} after", figure_text(before), figure_text(after));
}

}  // namespace

std::string histogram_svg(const HistogramPair& pair, std::string_view id) {
    const std::size_t bins = pair.edges.size() < 2 ? 0 : pair.edges.size() - 1;
    if (bins == 0 || pair.before.size() != bins || pair.after.size() != bins) return {};
    if (!std::ranges::is_sorted(pair.edges) || !(pair.edges.back() > pair.edges.front())) return {};
    constexpr double kHeight = 168, kLeft = 40, kRight = kChartWidth - 8, kTop = 8, kBottom = 144;
    const std::vector<double> before = densities(pair.before, pair.edges);
    const std::vector<double> after = densities(pair.after, pair.edges);
    const AxisScale x{pair.edges.front(), pair.edges.back(), kLeft, kRight};
    const AxisScale y{0, nice_ceiling(largest_value(after, largest_value(before))), kBottom, kTop};
    Drawing drawing(
        kChartWidth, kHeight, id, pair.column + ", before and after",
        fmt::format("Histogram in {} bins from {} to {}: an outline for the original, a "
                    "filled shape for the release.",
                    bins, figure_text(x.low), figure_text(x.high)));
    count_axis(drawing, y, kLeft, kRight);
    drawing.path(outline(after, pair.edges, x, y).close().text(), "c-after");
    drawing.path(outline(before, pair.edges, x, y).text(), "c-before");
    value_axis(drawing, x, kBottom);
    for (std::size_t i = 0; i < bins; ++i) {
        const double left = x(pair.edges[i]);
        drawing.hover(
            left, kTop, x(pair.edges[i + 1]) - left, kBottom - kTop,
            fmt::format("{} to {}: {}", figure_text(pair.edges[i]), figure_text(pair.edges[i + 1]),
                        before_after(pair.before[i], pair.after[i])));
    }
    return std::move(drawing).finish();
}

std::string bars_svg(const BarPair& pair, std::string_view id) {
    const std::size_t bars = pair.labels.size();
    if (bars == 0 || pair.before.size() != bars || pair.after.size() != bars) return {};
    constexpr double kRow = 27, kTop = 4, kLeft = 118, kRight = kChartWidth - 46;
    const double height = kTop + kRow * static_cast<double>(bars) + 4;
    const AxisScale x{0, std::max(largest_value(pair.after, largest_value(pair.before)), 1e-300),
                      kLeft, kRight};
    Drawing drawing(
        kChartWidth, height, id, pair.column + ", before and after",
        fmt::format("Pairs of bars for {} categories: an outlined bar for the original, a "
                    "filled one for the release.",
                    bars));
    for (std::size_t i = 0; i < bars; ++i) {
        const double top = kTop + kRow * static_cast<double>(i);
        drawing.begin_group("c-row", fmt::format("{}: {}", pair.labels[i],
                                                 before_after(pair.before[i], pair.after[i])));
        drawing.label(kLeft - 8, top + 16, fit(clean(pair.labels[i]), 18), "c-name", Anchor::end);
        drawing.rectangle(kLeft, top + 2.5, x(pair.before[i]) - kLeft, 8, "c-before");
        drawing.rectangle(kLeft, top + 12.5, x(pair.after[i]) - kLeft, 9, "c-after");
        drawing.label(x(pair.before[i]) + 5, top + 10, tick_text(pair.before[i], 1), "c-small");
        drawing.label(x(pair.after[i]) + 5, top + 21, tick_text(pair.after[i], 1), "c-small");
        drawing.end_group();
    }
    drawing.line(kLeft, kTop, kLeft, height - 4, "c-axis");
    return std::move(drawing).finish();
}

std::string distribution_svg(const Json& distribution, std::string_view id) {
    const std::string column = text(distribution, "column");
    const std::vector<double> before = numbers(distribution, "before");
    const std::vector<double> after = numbers(distribution, "after");
    if (text(distribution, "kind") == "numeric") {
        return histogram_svg({column, numbers(distribution, "edges"), before, after}, id);
    }
    return bars_svg({column, texts(distribution, "labels"), before, after}, id);
}

std::string gauge_svg(const Gauge& gauge, std::string_view id) {
    constexpr double kHeight = 44, kLeft = 4, kRight = kChartWidth - 2, kTop = 8, kTrack = 14;
    const double end = gauge.value <= 100 ? 100 : nice_ceiling(gauge.value);
    const AxisScale x{0, end, kLeft, kRight};
    Drawing drawing(kChartWidth, kHeight, id,
                    fmt::format("{}: {}", gauge.title, percent_text(gauge.value)),
                    gauge.rule ? gauge.rule->text() : "A scale in percent.");
    std::vector<double> ticks = {0};
    if (gauge.rule) ticks.insert(ticks.end(), {gauge.rule->medium, gauge.rule->high});
    for (std::size_t zone = 0; zone < ticks.size(); ++zone) {
        const double to = zone + 1 < ticks.size() ? ticks[zone + 1] : end;
        drawing.rectangle(x(ticks[zone]), kTop, x(to) - x(ticks[zone]), kTrack,
                          fmt::format("c-zone{}", gauge.rule ? zone + 1 : 2));
    }
    const double low = gauge.low.value_or(0);
    const double high = gauge.high.value_or(gauge.value);
    if (gauge.low && high > low) {
        drawing.begin_group(
            "c-range", fmt::format("between {} and {}", percent_text(low), percent_text(high)));
        drawing.rectangle(x.clamped(low), kTop + 3, std::max(x.clamped(high) - x.clamped(low), 1.0),
                          kTrack - 6, "c-after");
        drawing.end_group();
    } else {
        drawing.rectangle(kLeft, kTop + 3, x.clamped(gauge.value) - kLeft, kTrack - 6, "c-fill");
    }
    drawing.rectangle(x.clamped(gauge.value) - 1.5, kTop - 4, 3, kTrack + 8, "c-mark");
    ticks.insert(ticks.end(), {end / 2, end});
    double free_from = -1;
    for (const double tick : ticks) {
        const std::string label = figure_text(tick) + (tick == end ? " %" : "");
        if (x(tick) < free_from) continue;
        drawing.label(tick == end ? kRight : x(tick), kHeight - 6, label, "c-tick",
                      tick == end ? Anchor::end : Anchor::middle);
        free_from = x(tick) + text_width(label, 10) + 6;
    }
    return std::move(drawing).finish();
}

namespace {

// A slice of a disc from twelve o'clock, clockwise.
std::string slice(double x, double y, double radius, double share) {
    const double angle = 2 * std::numbers::pi * share;
    return fmt::format("M{} {}V{}A{} {} 0 {} 1 {} {}Z", coordinate(x), coordinate(y),
                       coordinate(y - radius), coordinate(radius), coordinate(radius),
                       share > 0.5 ? 1 : 0, coordinate(x + radius * std::sin(angle)),
                       coordinate(y - radius * std::cos(angle)));
}

}  // namespace

std::string hundred_svg(double percent, std::string_view id) {
    constexpr int kAcross = 20, kDown = 5;
    constexpr double kStep = 17, kRadius = 6;
    Drawing drawing(kStep * kAcross + 2, kStep * kDown + 2, id,
                    fmt::format("{} of the people", percent_text(percent)),
                    "A hundred dots, each for one in a hundred people; those found are filled.");
    for (int i = 0; i < kAcross * kDown; ++i) {
        const double x = 1 + kStep * (i % kAcross + 0.5);
        const double y = 1 + kStep * (i / kAcross + 0.5);
        const double share = std::clamp(percent - i, 0.0, 1.0);
        drawing.circle(x, y, kRadius, share >= 1 ? "c-found" : "c-safe");
        if (share > 0.02 && share < 1) drawing.path(slice(x, y, kRadius, share), "c-found");
    }
    return std::move(drawing).finish();
}

namespace {

std::optional<std::int64_t> size_named(std::string_view label) {
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), size);
    if (error != std::errc() || end != label.data() + label.size()) return std::nullopt;
    return size;
}

std::optional<std::int64_t> whole_number(const Json& value) {
    return value.is_number_integer() ? std::optional(rounded(value.get<double>())) : std::nullopt;
}

std::string size_range(std::int64_t size) {
    if (size < 5) return std::to_string(size);
    if (size < 10) return "5-9";
    if (size < 20) return "10-19";
    if (size < 50) return "20-49";
    return size < 100 ? "50-99" : "100+";
}

}  // namespace

ClassSizes class_sizes(const Json& histogram) {
    ClassSizes sizes;
    if (!histogram.is_structured()) return sizes;
    std::map<std::int64_t, std::int64_t> people_of;
    std::vector<ClassSizes::Bar> named;
    for (const auto& [key, item] : histogram.items()) {
        const bool is_pair = histogram.is_array() && item.is_array() && item.size() == 2;
        const std::optional<double> people = number(is_pair ? item[1] : item);
        if (!people || *people < 0) continue;
        const std::optional<std::int64_t> size = is_pair ? whole_number(item[0]) : size_named(key);
        if (size) {
            people_of[*size] += rounded(*people);
        } else {
            named.push_back({clean(key), rounded(*people), false});
        }
    }
    for (const auto& [size, people] : people_of) {
        const std::string label = size_range(size);
        if (sizes.bars.empty() || sizes.bars.back().label != label) {
            sizes.bars.push_back({label, 0, size == 1});
        }
        sizes.bars.back().people += people;
    }
    sizes.bars.insert(sizes.bars.end(), named.begin(), named.end());
    return sizes;
}

std::string class_sizes_svg(const ClassSizes& sizes, std::string_view id) {
    if (sizes.bars.empty()) return {};
    constexpr double kHeight = 150, kLeft = 8, kRight = kChartWidth - 8, kTop = 18, kBottom = 112;
    double most = 1;
    for (const auto& bar : sizes.bars) most = std::max(most, static_cast<double>(bar.people));
    const AxisScale y{0, most, kBottom, kTop};
    const double step = std::min((kRight - kLeft) / static_cast<double>(sizes.bars.size()), 60.0);
    Drawing drawing(kChartWidth, kHeight, id, "People by the size of their class",
                    "Bars of how many people share their values with how many others. The bar of "
                    "classes of one, people who are alone, is emphasised.");
    for (std::size_t i = 0; i < sizes.bars.size(); ++i) {
        const auto& bar = sizes.bars[i];
        const double left = kLeft + step * static_cast<double>(i);
        const double middle = left + step / 2;
        const double top = y(static_cast<double>(bar.people));
        drawing.begin_group(
            "c-row", fmt::format("classes of {}: {} people", bar.label, count_text(bar.people)));
        drawing.rectangle(left + step * 0.14, top, step * 0.72, kBottom - top,
                          bar.alone ? "c-alone" : "c-after");
        drawing.label(middle, top - 5, count_text(bar.people), "c-small", Anchor::middle);
        drawing.label(middle, kBottom + 14, bar.label, "c-tick", Anchor::middle);
        drawing.end_group();
    }
    const double end = kLeft + step * static_cast<double>(sizes.bars.size());
    drawing.line(kLeft, kBottom, end, kBottom, "c-axis");
    drawing.label(kLeft, kHeight - 6, "size of the class", "c-tick");
    return std::move(drawing).finish();
}

}  // namespace lethe::report
