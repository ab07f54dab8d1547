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
#include "lethe/report/draw/selectable.h"

namespace lethe::report {
namespace {

// Small charts are drawn 360 wide: the width of a phone, and of a column on a desk.
constexpr double kChartWidth = 360;
constexpr std::string_view kClassAxis = "size of the class";

}  // namespace

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
    const double end = kLeft + step * static_cast<double>(sizes.bars.size());
    drawing.describe(
        selectable_bars(BarDirection::side_by_side, {kLeft, 0, end, kBottom}, kClassAxis));
    for (std::size_t i = 0; i < sizes.bars.size(); ++i) {
        const auto& bar = sizes.bars[i];
        const double left = kLeft + step * static_cast<double>(i);
        const double middle = left + step / 2;
        const double top = y(static_cast<double>(bar.people));
        drawing.begin_group(
            "c-row", fmt::format("classes of {}: {} people", bar.label, count_text(bar.people)),
            data_of(SelectableBar{.number = i,
                                  .begin = left,
                                  .end = left + step,
                                  .label = bar.label,
                                  .count = static_cast<double>(bar.people)}));
        drawing.rectangle(left + step * 0.14, top, step * 0.72, kBottom - top,
                          bar.alone ? "c-alone" : "c-after");
        drawing.label(middle, top - 5, count_text(bar.people), "c-small", Anchor::middle);
        drawing.label(middle, kBottom + 14, bar.label, "c-tick", Anchor::middle);
        drawing.end_group();
    }
    drawing.line(kLeft, kBottom, end, kBottom, "c-axis");
    drawing.label(kLeft, kHeight - 6, kClassAxis, "c-tick");
    return std::move(drawing).finish();
}

}  // namespace lethe::report
