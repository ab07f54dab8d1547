// The scores of the best, the mean and the worst of the population by generation. The worst of the
// start is far from all that matters later, and the line of the best is flat beside it; so where it
// is, the best alone is drawn once more on a scale of its own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/style.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/draw/plot.h"
#include "lethe/report/sections/search/evolution.h"

namespace lethe::report {
namespace {

using Member = std::optional<double> Generation::*;

constexpr std::size_t kMostPoints = 600;
constexpr std::size_t kMostHovers = 100;

// At most so many of the generations, evenly chosen, the last among them.
std::vector<Generation> thinned(const std::vector<Generation>& all, std::size_t most) {
    if (all.size() <= most) return all;
    std::vector<Generation> result;
    for (std::size_t i = 0; i < most; ++i) result.push_back(all[i * (all.size() - 1) / (most - 1)]);
    return result;
}

struct CourseRange {
    double low = 0, high = 0;

    CourseRange padded() const {
        const double by = high > low ? 0.07 * (high - low) : std::max(0.01, 0.01 * std::abs(high));
        return {low - by, high + by};
    }
    double size() const { return high - low; }
};

std::optional<CourseRange> range_of(const std::vector<Generation>& all,
                                    std::vector<Member> members) {
    std::optional<CourseRange> range;
    for (const Generation& one : all) {
        for (const Member member : members) {
            const auto& value = one.*member;
            if (!value) continue;
            if (!range) range = CourseRange{*value, *value};
            range->low = std::min(range->low, *value);
            range->high = std::max(range->high, *value);
        }
    }
    return range;
}

struct Course {
    std::vector<Generation> all;
    CourseRange whole, best;
    bool apart = false;  // the best alone is drawn, too
};

std::optional<Course> read_course(const Json& evolution) {
    Course course{generations(evolution), {}, {}, false};
    if (course.all.size() < 2) return std::nullopt;
    const auto best = range_of(course.all, {&Generation::best});
    const auto whole =
        range_of(course.all, {&Generation::best, &Generation::mean, &Generation::worst});
    if (!best) return std::nullopt;
    course.whole = *whole;
    course.best = *best;
    course.apart = best->size() > 0 && best->size() < 0.3 * whole->size();
    return course;
}

constexpr double kConvergenceTop = 26;

struct ConvergenceLayout {
    Plot all;
    std::optional<Plot> best;
    double height = 0;
};

ConvergenceLayout lay_out_convergence(const Course& course, bool narrow) {
    const double first = course.all.front().number, last = course.all.back().number;
    const auto plot = [&](const CourseRange& range, double left, double right, double top,
                          double bottom) {
        const CourseRange shown = range.padded();
        return Plot{{first, last, left, right}, {shown.low, shown.high, bottom, top}};
    };
    constexpr double kUnder = 40;
    if (!course.apart) {
        const double bottom = narrow ? 230 : 290;
        return {plot(course.whole, 40, narrow ? 276 : 650, kConvergenceTop, bottom),
                {},
                bottom + kUnder};
    }
    if (narrow) {
        return {plot(course.whole, 40, 276, kConvergenceTop, 220),
                plot(course.best, 40, 276, 300, 490), 490 + kUnder};
    }
    return {plot(course.whole, 40, 310, kConvergenceTop, 270),
            plot(course.best, 456, 664, kConvergenceTop, 270), 270 + kUnder};
}

class ConvergenceDrawing {
  public:
    ConvergenceDrawing(const Course& course, std::string_view id, double width)
        : course_(course),
          narrow_(width < 500),
          layout_(lay_out_convergence(course, narrow_)),
          drawing_(width, layout_.height, id, "Scores by generation", description()) {
        drawing_.rectangle(0, 0, width, layout_.height, "c-paper");
    }

    Drawing draw() && {
        draw_all();
        if (layout_.best) draw_best();
        return std::move(drawing_);
    }

  private:
    std::string description() const {
        const auto shown = [](const std::optional<double>& value) {
            return value ? score_text(*value) : std::string("unknown");
        };
        const Generation &first = course_.all.front(), &last = course_.all.back();
        return fmt::format(
            "Over {} generations the best score went from {} to {}, the mean of the population "
            "from "
            "{} to {} and the worst from {} to {}.",
            count_text(rounded(last.number)), shown(first.best), shown(last.best),
            shown(first.mean), shown(last.mean), shown(first.worst), shown(last.worst));
    }

    // A step where the value stays until it changes; otherwise from point to point.
    std::string line(const Plot& plot, Member member, bool stepped) const {
        PathData path;
        std::optional<double> before;
        for (const Generation& one : thinned(course_.all, kMostPoints)) {
            const auto& value = one.*member;
            if (!value) {
                before.reset();
                continue;
            }
            const double x = plot.x(one.number), y = plot.y(*value);
            if (!before) {
                path.move(x, y);
            } else {
                if (stepped) path.line(x, *before);
                path.line(x, y);
            }
            before = y;
        }
        return path.text();
    }

    // Between the best and the worst.
    std::string band(const Plot& plot) const {
        PathData path;
        const std::vector<Generation> shown = thinned(course_.all, kMostPoints);
        const auto add = [&](const Generation& one, const std::optional<double>& value) {
            if (!value) return;
            const double x = plot.x(one.number), y = plot.y(*value);
            if (path.text().empty()) {
                path.move(x, y);
            } else {
                path.line(x, y);
            }
        };
        for (const Generation& one : shown) add(one, one.worst);
        for (auto one = shown.rbegin(); one != shown.rend(); ++one) add(*one, one->best);
        return path.close().text();
    }

    void draw_hovers(const Plot& plot) {
        const std::vector<Generation> shown = thinned(course_.all, kMostHovers);
        const double width = (plot.x.to - plot.x.from) / static_cast<double>(shown.size() - 1);
        for (const Generation& one : shown) {
            std::string text = fmt::format("generation {}:", count_text(rounded(one.number)));
            std::string_view comma;
            for (const auto& [name, value] :
                 {std::pair{"best", one.best}, {"mean", one.mean}, {"worst", one.worst}}) {
                if (!value) continue;
                text += fmt::format("{} {} {}", comma, name, score_text(*value));
                comma = ",";
            }
            const double left = std::max(plot.x(one.number) - width / 2, plot.x.from);
            const double right = std::min(plot.x(one.number) + width / 2, plot.x.to);
            drawing_.hover(left, plot.y.to, right - left, plot.y.from - plot.y.to, text);
        }
    }

    EndLabel end_label(const Plot& plot, std::string_view name, Member member,
                       std::string_view style) const {
        for (auto one = course_.all.rbegin(); one != course_.all.rend(); ++one) {
            if (!((*one).*member)) continue;
            const double value = *((*one).*member);
            return {fmt::format("{} {}", name, score_text(value)), std::string(style),
                    plot.y(value)};
        }
        return {};
    }

    void draw_titles(const Plot& plot, std::string_view title) {
        drawing_.label(plot.x.from, plot.y.to - 12, title, "c-title");
        drawing_.label(plot.x.to, plot.y.from + 34, "generation \xE2\x86\x92", "c-title",
                       Anchor::end);
    }

    void draw_all() {
        const Plot& plot = layout_.all;
        drawing_.path(band(plot), "c-band");
        draw_ticks(drawing_, plot, 4, 4);
        drawing_.path(line(plot, &Generation::worst, false), "c-worst");
        drawing_.path(line(plot, &Generation::mean, false), "c-mean");
        drawing_.path(line(plot, &Generation::best, true), "c-best");
        std::vector<EndLabel> labels = {
            end_label(plot, "worst", &Generation::worst, "c-legend c-quiet"),
            end_label(plot, "mean", &Generation::mean, "c-legend"),
            end_label(plot, "best", &Generation::best, "c-legend c-strong")};
        std::erase_if(labels, [](const EndLabel& label) { return label.text.empty(); });
        draw_end_labels(drawing_, std::move(labels), plot.x.to, plot.y.to, plot.y.from);
        draw_titles(plot, "score (lower is better)");
        draw_hovers(plot);
    }

    void draw_best() {
        const Plot& plot = *layout_.best;
        draw_ticks(drawing_, plot, 4, 4);
        drawing_.path(line(plot, &Generation::best, true), "c-best");
        draw_end_labels(drawing_, {end_label(plot, "best", &Generation::best, "c-legend c-strong")},
                        plot.x.to, plot.y.to, plot.y.from);
        draw_titles(plot, "the best alone, enlarged");
        draw_hovers(plot);
    }

    const Course& course_;
    bool narrow_;
    ConvergenceLayout layout_;
    Drawing drawing_;
};

}  // namespace

std::string convergence_drawing(const Json& evolution, std::string_view id, double width) {
    const std::optional<Course> course = read_course(evolution);
    return course ? ConvergenceDrawing(*course, id, width).draw().finish() : std::string();
}

std::string convergence_svg(const Json& evolution) {
    const std::optional<Course> course = read_course(evolution);
    if (!course) {
        return Drawing(760, 40, "convergence", "Nothing to draw",
                       "The search ended before its first generation.")
            .finish_standalone(standalone_css());
    }
    return ConvergenceDrawing(*course, "convergence", 760)
        .draw()
        .finish_standalone(standalone_css());
}

}  // namespace lethe::report
