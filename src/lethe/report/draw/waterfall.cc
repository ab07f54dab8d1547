#include "lethe/report/draw/waterfall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

double bits_of(std::int64_t count) { return std::log2(static_cast<double>(count)); }

bool falls(const Waterfall& waterfall) {
    std::int64_t before = waterfall.start;
    for (const Waterfall::Step& step : waterfall.steps) {
        if (step.left < 1 || step.left > before) return false;
        before = step.left;
    }
    return !waterfall.steps.empty();
}

}  // namespace

Waterfall waterfall_of(const Json& explanation) {
    Waterfall waterfall{count(explanation, "records").value_or(0), {}};
    for (const Json& step : objects(explanation, "steps")) {
        waterfall.steps.push_back({text(step, "column"), count(step, "left").value_or(0)});
    }
    return waterfall;
}

std::string waterfall_svg(const Waterfall& waterfall, std::string_view id) {
    if (!falls(waterfall)) return {};
    constexpr double kWaterfallWidth = 400, kFallLeft = 10, kFallRight = kWaterfallWidth - 14,
                     kFallTop = 6;
    constexpr double kStep = 34, kBar = 11;
    const double bottom = kFallTop + kStep * static_cast<double>(waterfall.steps.size());
    // From one candidate on the left to all on the right.
    const AxisScale x{0, std::max(1.0, bits_of(waterfall.start)), kFallLeft, kFallRight};
    Drawing drawing(kWaterfallWidth, bottom + 34, id, "How few candidates are left",
                    fmt::format("{} candidates at first, {} after {} columns; each bar is what a "
                                "column takes away, in bits.",
                                count_text(waterfall.start),
                                count_text(waterfall.steps.back().left), waterfall.steps.size()));
    const Ticks ticks = nice_ticks(x.low, x.high, 6);
    for (const double tick : ticks.values) {
        drawing.line(x(tick), kFallTop, x(tick), bottom, tick == 0 ? "c-axis" : "c-grid");
        drawing.label(x(tick), bottom + 13, tick_text(tick, ticks.step), "c-tick", Anchor::middle);
    }
    drawing.label(kFallLeft, bottom + 28, "bits that are still to be learnt: 0 is one candidate",
                  "c-tick");
    std::int64_t before = waterfall.start;
    for (std::size_t i = 0; i < waterfall.steps.size(); ++i) {
        const Waterfall::Step& step = waterfall.steps[i];
        const double top = kFallTop + kStep * static_cast<double>(i);
        const double from = x(bits_of(step.left)), to = x(bits_of(before));
        const std::string words = fmt::format("{} leaves {} of {}", fit(clean(step.name), 34),
                                              count_text(step.left), count_text(before));
        drawing.begin_group(
            "c-row",
            fmt::format("{}: {} bits", words, figure_text(bits_of(before) - bits_of(step.left))));
        drawing.label(kFallLeft + 4, top + 13, words, "c-label");
        drawing.rectangle(from, top + 18, std::max(to - from, 0.8), kBar,
                          step.left == 1 ? "c-alone" : "c-after");
        if (i + 1 < waterfall.steps.size()) {
            drawing.line(from, top + 18 + kBar, from, top + kStep + 18, "c-leader");
        }
        drawing.end_group();
        before = step.left;
    }
    return std::move(drawing).finish();
}

}  // namespace lethe::report
