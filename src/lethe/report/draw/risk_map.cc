// A point is drawn by what it is, not by colour alone: the shape tells the method, a filled marker
// that no other point beats it (the Pareto front), a ring that it is recommended. The front is a
// stepped line, because between two protections there is no third: what is reached at a loss is the
// risk of the last point before it. Only the front is labelled, as far as there is room, best score
// first; every point has a tooltip and a row in the table beside the map.
//
// Losses have no upper end, and one absurd protection would push all others into a corner. So the
// axis ends where the bulk of the points and the whole front have room; what lies beyond is drawn
// as an arrow at the edge and says so.
#include "lethe/report/draw/risk_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/style.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/draw/label_placer.h"
#include "lethe/report/draw/markers.h"
#include "lethe/report/draw/selectable.h"

namespace lethe::report {
namespace {

struct MapPoint {
    std::string label, method;
    double risk = 0, loss = 0, score = 0;
    bool front = false, recommended = false;
    std::size_t method_number = 0;
    std::string key = {};  // its id
};

struct Map {
    std::vector<MapPoint> points;
    std::vector<std::string> methods;  // in order of first appearance
    double alpha = 0.5;
};

Map read_risk_map(const Json& exploration) {
    Map map;
    map.alpha = number(exploration, "alpha").value_or(0.5);
    const auto recommended = count(exploration, "recommended");
    for (const Json& item : objects(exploration, "points")) {
        const auto risk = number(item, "risk");
        const auto loss = number(item, "loss");
        if (!risk || !loss) continue;
        MapPoint point{text(item, "label"), text(item, "method"), *risk, *loss};
        if (point.label.empty()) point.label = point.method;
        point.score = number(item, "score").value_or(map.alpha * *loss + (1 - map.alpha) * *risk);
        point.front = flag(item, "pareto");
        point.recommended = recommended && count(item, "id") == recommended;
        if (const auto id = count(item, "id")) point.key = std::to_string(*id);
        const auto place = std::ranges::find(map.methods, point.method);
        point.method_number = static_cast<std::size_t>(place - map.methods.begin());
        if (place == map.methods.end()) map.methods.push_back(point.method);
        map.points.push_back(std::move(point));
    }
    return map;
}

class MapDrawing {
  public:
    MapDrawing(const Map& map, std::string_view id, double width)
        : map_(map),
          width_(width),
          bottom_(width < 500 ? 330 : 430),
          x_{0, loss_end(map), 46, width - 12},
          y_{0, axis_end(values(map, &MapPoint::risk), largest_front(map, &MapPoint::risk)),
             bottom_, 24},
          legend_(legend_places()),
          drawing_(width, legend_.back().y + 40, id, "Risk and loss of each protection tried",
                   description()) {}

    Drawing draw() && {
        drawing_.describe(selectable_plane({x_, y_}));
        drawing_.rectangle(0, 0, width_, legend_.back().y + 40, "c-paper");
        draw_axes();
        draw_equal_scores();
        draw_front();
        draw_points();
        draw_labels();
        draw_score_labels();
        draw_legend();
        return std::move(drawing_);
    }

  private:
    struct LegendPlace {
        double x, y;
    };
    struct ScoreLabel {
        std::string text;
        Box box;
    };

    static std::vector<double> values(const Map& map, double MapPoint::*member) {
        std::vector<double> result;
        for (const MapPoint& point : map.points) result.push_back(point.*member);
        return result;
    }

    static double largest_front(const Map& map, double MapPoint::*member) {
        double largest = 0;
        for (const MapPoint& point : map.points) {
            if (point.front || point.recommended) largest = std::max(largest, point.*member);
        }
        return largest;
    }

    static double loss_end(const Map& map) {
        return axis_end(values(map, &MapPoint::loss), largest_front(map, &MapPoint::loss));
    }

    std::vector<LegendPlace> legend_places() const {
        std::vector<LegendPlace> places;
        double x = x_.from, y = bottom_ + 62;
        for (const std::string& method : map_.methods) {
            const double needed = 18 + text_width(fit(method, 30), 11.5) + 16;
            if (x > x_.from && x + needed > width_) {
                x = x_.from;
                y += 19;
            }
            places.push_back({x, y});
            x += needed;
        }
        return places;
    }

    std::string description() const {
        const auto front =
            std::ranges::count_if(map_.points, [](const MapPoint& point) { return point.front; });
        return fmt::format(
            "{} protections; information loss to the right, disclosure risk upwards, both in "
            "percent. {} of them are not beaten by another and are joined by a stepped line.",
            map_.points.size(), front);
    }

    double x_of(const MapPoint& point) const { return x_.clamped(point.loss); }
    double y_of(const MapPoint& point) const { return y_.clamped(point.risk); }
    bool beyond(const MapPoint& point) const {
        return point.loss > x_.high || point.risk > y_.high;
    }

    void draw_axes() {
        const Ticks down = nice_ticks(0, y_.high, 5);
        for (const double tick : down.values) {
            drawing_.line(x_.from, y_(tick), x_.to, y_(tick), tick == 0 ? "c-axis" : "c-grid");
            drawing_.label(x_.from - 7, y_(tick) + 4, tick_text(tick, down.step), "c-tick",
                           Anchor::end);
        }
        const Ticks along = nice_ticks(0, x_.high, width_ < 500 ? 4 : 6);
        for (const double tick : along.values) {
            drawing_.line(x_(tick), bottom_, x_(tick), bottom_ + 4, "c-axis");
            drawing_.label(x_(tick), bottom_ + 17, tick_text(tick, along.step), "c-tick",
                           Anchor::middle);
        }
        drawing_.label(x_.to, bottom_ + 36, "information loss, % (less useful \xE2\x86\x92)",
                       "c-title", Anchor::end);
        drawing_.label(x_.from + 6, 12, "\xE2\x86\x91 disclosure risk, % (less safe)", "c-title");
    }

    // Where alpha loss + (1 - alpha) risk is the same.
    void draw_equal_scores() {
        if (!(map_.alpha > 0 && map_.alpha < 1)) return;
        const double of_loss = map_.alpha, of_risk = 1 - map_.alpha;
        const double corner = of_loss * x_.high + of_risk * y_.high;
        for (const double score : nice_ticks(0, corner, 5).values) {
            if (score <= 0 || score >= corner) continue;
            const double at_left = score / of_risk;
            const double at_bottom = score / of_loss;
            const double x1 = at_left <= y_.high ? 0 : (score - of_risk * y_.high) / of_loss;
            const double y1 = std::min(at_left, y_.high);
            const double x2 = std::min(at_bottom, x_.high);
            const double y2 = at_bottom <= x_.high ? 0 : (score - of_loss * x_.high) / of_risk;
            drawing_.line(x_(x1), y_(y1), x_(x2), y_(y2), "c-score");
            const bool at_side = y2 > 0;
            const std::string label = fmt::format("score {}", tick_text(score, 1));
            const double right = x_(x2) - (at_side ? 3 : 9), bottom = y_(y2) - 4;
            score_labels_.push_back(
                {label, {right - text_width(label, 9.5), bottom - 9, right, bottom + 2}});
        }
    }

    std::vector<const MapPoint*> front() const {
        std::vector<const MapPoint*> result;
        for (const MapPoint& point : map_.points) {
            if (point.front) result.push_back(&point);
        }
        std::ranges::stable_sort(result, [](const MapPoint* a, const MapPoint* b) {
            return a->loss != b->loss ? a->loss < b->loss : a->risk > b->risk;
        });
        return result;
    }

    void draw_front() {
        const std::vector<const MapPoint*> points = front();
        if (points.size() < 2) return;
        PathData path;
        path.move(x_of(*points[0]), y_of(*points[0]));
        for (std::size_t i = 1; i < points.size(); ++i) {
            path.line(x_of(*points[i]), y_of(*points[i - 1]))
                .line(x_of(*points[i]), y_of(*points[i]));
        }
        drawing_.path(path.text(), "c-front");
    }

    void draw_point(const MapPoint& point) {
        const double x = x_of(point), y = y_of(point);
        drawing_.begin_group(point.front ? "c-point c-on-front" : "c-point",
                             fmt::format("{}: risk {}, loss {}, score {:.1f}{}", point.label,
                                         percent_text(point.risk), percent_text(point.loss),
                                         point.score, point.recommended ? " (recommended)" : ""),
                             data_of(SelectablePoint{point.key, point.loss, point.risk}));
        if (point.recommended) drawing_.circle(x, y, 10.5, "c-ring");
        if (beyond(point)) {
            drawing_.path(beyond_path(x, y, point.loss > x_.high), "c-beyond");
        } else {
            drawing_.path(marker_path(point.method_number, x, y, point.front ? 4.6 : 3.8),
                          marker_style(point.method_number, point.front));
        }
        drawing_.end_group();
    }

    void draw_points() {
        for (const bool in_front : {false, true}) {
            for (const MapPoint& point : map_.points) {
                if ((point.front || point.recommended) == in_front) draw_point(point);
            }
        }
    }

    LabelPlacer crowded_plot() const {
        LabelPlacer placer({x_.from + 2, y_.to, x_.to, bottom_ - 1});
        for (const ScoreLabel& score : score_labels_) placer.disturb(score.box, 1);
        for (const MapPoint& point : map_.points) {
            const double x = x_of(point), y = y_of(point);
            const Box box{x - 5, y - 5, x + 5, y + 5};
            point.front || point.recommended ? placer.block(box) : placer.disturb(box, 5);
        }
        const std::vector<const MapPoint*> points = front();
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double x0 = x_of(*points[i - 1]), x1 = x_of(*points[i]);
            const double y0 = y_of(*points[i - 1]), y1 = y_of(*points[i]);
            placer.disturb_line(x0, y0, x1, y0, 2.5);
            placer.disturb_line(x1, y0, x1, y1, 2.5);
        }
        return placer;
    }

    void draw_labels() {
        std::vector<const MapPoint*> order;
        for (const MapPoint& point : map_.points) {
            if (point.front || point.recommended) order.push_back(&point);
        }
        std::ranges::stable_sort(order, [](const MapPoint* a, const MapPoint* b) {
            if (a->recommended != b->recommended) return a->recommended;
            return a->score < b->score;
        });
        LabelPlacer placer = crowded_plot();
        for (const MapPoint* point : order) {
            const double size = point->recommended ? 12.5 : 11;
            const std::string shown = fit(point->label, 28);
            const double x = x_of(*point), y = y_of(*point);
            const double radius = point->recommended ? 10 : 5;
            const auto place = placer.place(x, y, radius, text_width(shown, size) + 4, size + 3);
            if (!place) continue;
            taken_.push_back(place->box);
            if (place->far) drawing_.line(x, y, place->line_x, place->line_y, "c-leader");
            drawing_.label(place->to_left ? place->box.right - 2 : place->box.left + 2,
                           place->box.bottom - 4, shown,
                           point->recommended ? "c-label c-strong" : "c-label",
                           place->to_left ? Anchor::end : Anchor::start);
        }
    }

    // Where nothing else is: they matter least.
    void draw_score_labels() {
        for (const MapPoint& point : map_.points) {
            const double x = x_of(point), y = y_of(point);
            taken_.push_back({x - 5, y - 5, x + 5, y + 5});
        }
        for (const auto& [label, box] : score_labels_) {
            const auto overlaps = [&](const Box& other) { return other.overlaps(box); };
            if (std::ranges::any_of(taken_, overlaps)) continue;
            drawing_.label(box.right, box.bottom - 2, label, "c-faint", Anchor::end);
        }
    }

    void draw_legend() {
        for (std::size_t i = 0; i < map_.methods.size(); ++i) {
            const auto [x, y] = legend_[i];
            drawing_.path(marker_path(i, x + 6, y - 4, 4.6), marker_style(i, true));
            drawing_.label(x + 17, y, fit(map_.methods[i], 30), "c-legend");
        }
        const double y = legend_.back().y + 24;
        const bool narrow = width_ < 500;
        drawing_.label(
            x_.from, y,
            narrow ? "filled: not beaten; hollow: beaten; ring: recommended"
                   : "filled: not beaten by any other (joined by the line); hollow: beaten; "
                     "ring: recommended; dashed: equal score",
            "c-tick");
    }

    const Map& map_;
    double width_, bottom_;
    AxisScale x_, y_;
    std::vector<LegendPlace> legend_;
    std::vector<ScoreLabel> score_labels_;
    std::vector<Box> taken_;  // by labels of points
    Drawing drawing_;
};

}  // namespace

std::string risk_map_svg(const Json& exploration, std::string_view id, double width) {
    const Map map = read_risk_map(exploration);
    if (map.points.empty()) return {};
    return MapDrawing(map, id, width).draw().finish();
}

std::string risk_utility_svg(const Json& exploration) {
    const Map map = read_risk_map(exploration);
    if (map.points.empty()) {
        return Drawing(760, 40, "map", "Nothing to draw", "No protection has a risk and a loss.")
            .finish_standalone(standalone_css());
    }
    return MapDrawing(map, "map", 760).draw().finish_standalone(standalone_css());
}

}  // namespace lethe::report
