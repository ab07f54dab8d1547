// The first population is drawn as outlines, the shape telling the masking method; the last one as
// filled dots; rings mark the best of each. A population that has converged is a dense cloud, often
// smaller than a letter, and its improvement over the start smaller still. So where the last
// population takes but a small part of the map, that part is drawn once more, enlarged, beside the
// map (below it on a phone), and the labels stand there.
//
// Dashed lines join protections of equal score: straight ones where the score is a mean, angles
// where it is the larger of risk and loss. A better protection lies on a line further down or left;
// what lies below the whole line beats all that the search began with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/style.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/draw/label_placer.h"
#include "lethe/report/draw/markers.h"
#include "lethe/report/draw/plot.h"
#include "lethe/report/draw/population_scene.h"
#include "lethe/report/sections/search/evolution.h"

namespace lethe::report {
namespace {

// It would lie along the lines of equal risk.
bool is_level(const Places& places) { return places.front().second == places.back().second; }

constexpr double kPopulationTop = 26;

struct PopulationLayout {
    Plot map;
    std::optional<Plot> lens;
    double legend = 0;  // where it begins
};

PopulationLayout lay_out_population(const PopulationScene& scene, bool narrow) {
    const auto plot = [](const MapPart& part, double left, double right, double top,
                         double bottom) {
        return Plot{{part.loss.low, part.loss.high, left, right},
                    {part.risk.low, part.risk.high, bottom, top}};
    };
    constexpr double kUnder = 60;
    if (!scene.enlarged) {
        const double bottom = narrow ? 300 : 400;
        return {
            plot(scene.whole, 40, narrow ? 368 : 746, kPopulationTop, bottom), {}, bottom + kUnder};
    }
    if (narrow) {
        return {plot(scene.whole, 40, 368, kPopulationTop, 270),
                plot(*scene.enlarged, 40, 368, 346, 590), 590 + kUnder};
    }
    return {plot(scene.whole, 40, 404, kPopulationTop, 380),
            plot(*scene.enlarged, 456, 718, kPopulationTop, 380), 380 + kUnder};
}

class PopulationDrawing {
  public:
    PopulationDrawing(const PopulationScene& scene, std::string_view id, double width)
        : scene_(scene),
          width_(width),
          narrow_(width < 500),
          layout_(lay_out_population(scene, narrow_)),
          entries_(legend_entries()),
          height_(entries_.back().y + 44),
          drawing_(width, height_, id, "First and last population by risk and loss",
                   description()) {}

    Drawing draw() && {
        drawing_.rectangle(0, 0, width_, height_, "c-paper");
        draw_frame_of_lens();
        draw_plot(layout_.map, TickSide::left, !layout_.lens);
        if (layout_.lens) {
            draw_plot(*layout_.lens, narrow_ ? TickSide::left : TickSide::right, true);
        }
        draw_titles();
        draw_legend();
        return std::move(drawing_);
    }

  private:
    struct Entry {
        std::string text;
        double x = 0, y = 0;
        std::optional<std::size_t> series;  // a hollow marker; the last population is none
        bool filled = false;
    };
    struct ScoreLabel {
        std::string text;
        Box box;
    };
    struct Named {
        const Candidate* one;
        std::string title, note;
        bool found = false;  // or the best of the start
    };

    std::string description() const {
        std::string text = fmt::format(
            "Information loss to the right, disclosure risk upwards, both in percent. {} "
            "protections "
            "at the start, {} at the end.",
            scene_.first.size(), scene_.last.size());
        for (const Named& named : both()) {
            text += fmt::format(" {}{}{}: risk {}, loss {}.", named.title,
                                named.note.empty() ? "" : ", ", named.note,
                                percent_text(named.one->risk), percent_text(named.one->loss));
        }
        return text;
    }

    // The two that are ringed and named, the more important first.
    std::vector<Named> both() const {
        std::vector<Named> result;
        const auto score = [](const std::optional<Candidate>& one) {
            return one ? one->score : std::nullopt;
        };
        const auto title = [&](std::string_view word, const auto& one, const auto& other) {
            const auto own = score(one);
            return own ? fmt::format("{} {}", word, score_text(*own, score(other)))
                       : std::string(word);
        };
        if (scene_.best) {
            result.push_back({&*scene_.best, title("found", scene_.best, scene_.start), "", true});
        }
        if (scene_.start) {
            // A long name would lie over its neighbours on a phone.
            const bool fits = !narrow_ || display_width(scene_.start->label) <= 20;
            result.push_back({&*scene_.start, title("start", scene_.start, scene_.best),
                              fits ? fit(scene_.start->label, 36) : std::string(), false});
        }
        return result;
    }

    std::vector<Entry> legend_entries() const {
        std::vector<Entry> entries;
        double x = layout_.map.x.from, y = layout_.legend;
        const auto add = [&](std::string text, std::optional<std::size_t> series, bool filled) {
            const double marker = series || filled ? 17 : 0;
            const double needed = marker + text_width(text, 11.5) + 16;
            if (x > layout_.map.x.from && x + needed > width_) {
                x = layout_.map.x.from;
                y += 19;
            }
            entries.push_back({std::move(text), x, y, series, filled});
            x += needed;
        };
        if (!scene_.last.empty()) {
            add(fmt::format("last population ({})", scene_.last.size()), {}, true);
        }
        if (scene_.first.empty()) return entries;
        const std::string first = fmt::format("first population ({})", scene_.first.size());
        if (scene_.methods.empty()) {
            add(first, series_of(scene_.first.front()), false);
            return entries;
        }
        add(first + ":", {}, false);
        for (const std::string& method : scene_.methods) {
            add(fit(method, 30), series_named(method), false);
        }
        return entries;
    }

    // 0 is the look of the last population.
    std::size_t series_named(std::string_view method) const {
        const auto place = std::ranges::find(scene_.methods, method);
        return static_cast<std::size_t>(place - scene_.methods.begin()) + 1;
    }
    std::size_t series_of(const Candidate& one) const {
        return one.method.empty() ? 0 : series_named(one.method);
    }

    static std::string tooltip(const Candidate& one, std::string_view population) {
        return fmt::format("{}: risk {}, loss {}{}",
                           one.label.empty() ? population : std::string_view(one.label),
                           percent_text(one.risk), percent_text(one.loss),
                           one.score ? ", score " + score_text(*one.score) : "");
    }

    void draw_point(const Plot& plot, const Candidate& one, bool last) {
        const double x = plot.x.clamped(one.loss), y = plot.y.clamped(one.risk);
        drawing_.begin_group("c-point",
                             tooltip(one, last ? "last population" : "first population"));
        if (one.loss > plot.x.high || one.risk > plot.y.high) {
            drawing_.path(beyond_path(x, y, one.loss > plot.x.high), "c-beyond");
        } else if (last) {
            drawing_.circle(x, y, 3.4, "c-last");
        } else {
            drawing_.path(marker_path(series_of(one), x, y, 3.9),
                          marker_style(series_of(one), false));
        }
        drawing_.end_group();
    }

    void draw_plot(const Plot& plot, TickSide side, bool named) {
        const bool is_map = &plot == &layout_.map;
        draw_ticks(drawing_, plot, 4, narrow_ || layout_.lens ? 4 : 6, side);
        if (!is_map) {
            const Box frame = plot.frame();
            drawing_.rectangle(frame.left, frame.top, frame.right - frame.left,
                               frame.bottom - frame.top, "c-frame");
        }
        const std::vector<ScoreLabel> score_labels = draw_equal_scores(plot);
        std::vector<Box> taken;
        const auto draw_all = [&](const std::vector<Candidate>& population, bool last) {
            for (const Candidate& one : population) {
                const double x = plot.x.clamped(one.loss), y = plot.y.clamped(one.risk);
                const Box box{x - 5, y - 5, x + 5, y + 5};
                if (!is_map && !plot.frame().holds(box)) continue;
                draw_point(plot, one, last);
                taken.push_back(box);
            }
        };
        draw_all(scene_.first, false);
        draw_all(scene_.last, true);
        draw_names(plot, named, score_labels, taken);
        const std::vector<Box> as_good = start_boxes(plot);
        taken.insert(taken.end(), as_good.begin(), as_good.end());
        for (const auto& [text, box] : score_labels) {
            const auto overlaps = [&](const Box& other) { return other.overlaps(box); };
            if (std::ranges::any_of(taken, overlaps)) continue;
            drawing_.label(box.right, box.bottom - 2, text, "c-faint", Anchor::end);
        }
    }

    void draw_equal_score(const Plot& plot, const Places& places, std::string_view style) {
        if (places.size() < 2) return;
        PathData path;
        path.move(plot.x(places[0].first), plot.y(places[0].second));
        for (std::size_t i = 1; i < places.size(); ++i) {
            path.line(plot.x(places[i].first), plot.y(places[i].second));
        }
        drawing_.path(path.text(), style);
    }

    // Of what is as good as the best of the start.
    Places start_line(const Plot& plot) const {
        if (!scene_.start) return {};
        const double score = score_at(scene_.aim, scene_.start->loss, scene_.start->risk);
        return equal_score_line(scene_.aim, score, plot);
    }

    std::vector<Box> start_boxes(const Plot& plot) const {
        std::vector<Box> boxes;
        const Places places = start_line(plot);
        for (std::size_t i = 1; i < places.size(); ++i) {
            const auto more = boxes_along(plot.x(places[i - 1].first), plot.y(places[i - 1].second),
                                          plot.x(places[i].first), plot.y(places[i].second));
            boxes.insert(boxes.end(), more.begin(), more.end());
        }
        return boxes;
    }

    // Under the right end of its line, or left of its lower end.
    static Box score_label_box(const Plot& plot, const Places& places, std::string_view text) {
        const auto& [loss, risk] = places.back();
        const auto& [loss_before, risk_before] = places[places.size() - 2];
        const double x = plot.x(loss), y = plot.y(risk);
        const double along = x - plot.x(loss_before), down = y - plot.y(risk_before);
        const bool at_side = loss >= plot.x.high;
        const double gap = at_side ? 3 : std::clamp(13 * along / std::max(down, 1.0), 4.0, 60.0);
        const double top = at_side ? y + 2 : plot.y.from - 14;
        return {x - gap - text_width(text, 9.5), top, x - gap, top + 11};
    }

    std::vector<ScoreLabel> draw_equal_scores(const Plot& plot) {
        std::vector<ScoreLabel> labels;
        if (scene_.aim.kind == SearchAim::Kind::other) return labels;
        const double low = score_at(scene_.aim, plot.x.low, plot.y.low);
        const double high = score_at(scene_.aim, plot.x.high, plot.y.high);
        if (!(high > low)) return labels;
        const Ticks scores = nice_ticks(low, high, 5);
        for (const double score : scores.values) {
            const Places places = equal_score_line(scene_.aim, score, plot);
            if (places.size() < 2 || is_level(places)) continue;
            draw_equal_score(plot, places, "c-score c-open");
            const std::string text = fmt::format("score {}", tick_text(score, scores.step));
            const Box box = score_label_box(plot, places, text);
            if (plot.frame().holds(box)) labels.push_back({text, box});
        }
        draw_equal_score(plot, start_line(plot), "c-as-good");
        return labels;
    }

    // The rings, and the names beside them in the plot that has room for both.
    void draw_names(const Plot& plot, bool named, const std::vector<ScoreLabel>& score_labels,
                    std::vector<Box>& taken) {
        const Box frame = plot.frame();
        LabelPlacer placer({frame.left + 3, frame.top + 1, frame.right - 1, frame.bottom - 2});
        for (const Box& box : taken) placer.disturb(box, 6);
        for (const auto& [text, box] : score_labels) placer.disturb(box, 1);
        for (const Box& box : start_boxes(plot)) placer.disturb(box, 4);
        std::vector<Named> shown;
        for (const Named& one : both()) {
            const bool here = plot.holds(one.one->loss, one.one->risk);
            const bool elsewhere = !named && layout_.lens->holds(one.one->loss, one.one->risk);
            if (here && !elsewhere) shown.push_back(one);
        }
        for (const Named& one : shown) {
            const double x = plot.x(one.one->loss), y = plot.y(one.one->risk);
            placer.block({x - 9, y - 9, x + 9, y + 9});
        }
        for (const auto& [one, place] : placed(plot, shown, placer)) {
            draw_name(plot, one, place, taken);
        }
    }

    using Placed = std::vector<std::pair<Named, std::optional<PlacedLabel>>>;

    // In the order that leaves the better places.
    static Placed placed(const Plot& plot, std::vector<Named> names, const LabelPlacer& free) {
        constexpr double kNoPlace = 1000;
        std::optional<Placed> best;
        double best_cost = 0;
        for (std::size_t turn = 0; turn < std::max<std::size_t>(names.size(), 1); ++turn) {
            LabelPlacer placer = free;
            Placed result;
            double cost = 0;
            for (const Named& named : names) {
                const double wide =
                    std::max(text_width(named.title, 13.5), text_width(named.note, 11)) + 4;
                const double high = named.note.empty() ? 17 : 31;
                const auto place =
                    placer.place(plot.x(named.one->loss), plot.y(named.one->risk), 9, wide, high);
                cost += place ? place->cost : kNoPlace;
                result.emplace_back(named, place);
            }
            if (!best || cost < best_cost) {
                best = std::move(result);
                best_cost = cost;
            }
            std::ranges::reverse(names);
        }
        return *std::move(best);
    }

    void draw_name(const Plot& plot, const Named& named, const std::optional<PlacedLabel>& place,
                   std::vector<Box>& taken) {
        const double x = plot.x(named.one->loss), y = plot.y(named.one->risk);
        drawing_.circle(x, y, 8, named.found ? "c-ring" : "c-ring c-thin");
        if (!place) return;
        taken.push_back(place->box);
        const Box& box = place->box;
        if (place->far) drawing_.line(x, y, place->line_x, place->line_y, "c-leader");
        const double at = place->to_left ? box.right - 2 : box.left + 2;
        const Anchor anchor = place->to_left ? Anchor::end : Anchor::start;
        drawing_.label(at, box.top + 13, named.title, "c-label c-strong", anchor);
        if (!named.note.empty()) {
            drawing_.label(at, box.top + 27, named.note, "c-label", anchor);
        }
    }

    void draw_frame_of_lens() {
        if (!layout_.lens) return;
        const Plot& map = layout_.map;
        const Box to = layout_.lens->frame();
        const double left = map.x.clamped(layout_.lens->x.low),
                     right = map.x.clamped(layout_.lens->x.high);
        const double top = map.y.clamped(layout_.lens->y.high),
                     bottom = map.y.clamped(layout_.lens->y.low);
        drawing_.rectangle(left, top, right - left, bottom - top, "c-lens");
        if (narrow_) return;
        drawing_.line(right, top, to.left, to.top, "c-edge");
        drawing_.line(right, bottom, to.left, to.bottom, "c-edge");
    }

    void draw_titles() {
        const Plot& map = layout_.map;
        drawing_.label(map.x.from, 12, "\xE2\x86\x91 disclosure risk, % (less safe)", "c-title");
        drawing_.label(map.x.to, map.y.from + 34, "information loss, % (less useful \xE2\x86\x92)",
                       "c-title", Anchor::end);
        if (!layout_.lens) return;
        const Plot& lens = *layout_.lens;
        drawing_.label(lens.x.from, lens.y.to - 14, "the framed part, enlarged", "c-title");
        drawing_.label(lens.x.to, lens.y.from + 34, "loss, %", "c-title", Anchor::end);
    }

    void draw_legend() {
        for (const Entry& entry : entries_) {
            const bool marked = entry.filled || entry.series;
            if (entry.filled) drawing_.circle(entry.x + 6, entry.y - 4, 4.2, "c-last");
            if (entry.series) {
                drawing_.path(marker_path(*entry.series, entry.x + 6, entry.y - 4, 4.4),
                              marker_style(*entry.series, false));
            }
            drawing_.label(entry.x + (marked ? 17 : 0), entry.y, entry.text, "c-legend");
        }
        if (scene_.aim.kind == SearchAim::Kind::other) return;
        drawing_.label(layout_.map.x.from, entries_.back().y + 21,
                       fmt::format("dashed: equal score, {}", scene_.aim.words()), "c-tick");
        if (!scene_.start) return;
        drawing_.label(layout_.map.x.from, entries_.back().y + 36,
                       "line: as good as the best of the start; what lies below it is better",
                       "c-tick");
    }

    const PopulationScene& scene_;
    double width_;
    bool narrow_;
    PopulationLayout layout_;
    std::vector<Entry> entries_;
    double height_;
    Drawing drawing_;
};

}  // namespace

std::string population_drawing(const Json& evolution, std::string_view id, double width) {
    const std::optional<PopulationScene> scene = read_population_scene(evolution);
    return scene ? PopulationDrawing(*scene, id, width).draw().finish() : std::string();
}

std::string population_svg(const Json& evolution) {
    const std::optional<PopulationScene> scene = read_population_scene(evolution);
    if (!scene) {
        return Drawing(760, 40, "population", "Nothing to draw",
                       "No protection has a risk and a loss.")
            .finish_standalone(standalone_css());
    }
    return PopulationDrawing(*scene, "population", 760).draw().finish_standalone(standalone_css());
}

}  // namespace lethe::report
