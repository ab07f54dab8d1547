#include "lethe/report/draw/graph_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "lethe/report/base/markup.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/draw/markers.h"

namespace lethe::report {
namespace {

constexpr double kMargin = 10;
constexpr std::size_t kOther = 7;  // the series of what has no colour of its own

using Ends = std::pair<std::size_t, std::size_t>;

std::vector<Ends> edges_of(const Json& side, std::size_t nodes) {
    std::vector<Ends> edges;
    const std::vector<double> list = numbers(side, "edges");
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
        if (list[i] < 0 || list[i + 1] < 0) continue;
        const auto a = static_cast<std::size_t>(list[i]);
        const auto b = static_cast<std::size_t>(list[i + 1]);
        if (a < nodes && b < nodes) edges.emplace_back(std::min(a, b), std::max(a, b));
    }
    return edges;
}

const Json& side_of(const Json& picture, GraphSide side) {
    return field(picture, side == GraphSide::before ? "before" : "after");
}

bool all_drawn(const Json& side) {
    const auto drawn = static_cast<std::int64_t>(numbers(side, "edges").size() / 2);
    return count(side, "edges_of").value_or(drawn) == drawn;
}

// How the nodes of a group look.
struct DrawingLook {
    std::size_t shape = 0;
    std::string style;
};

// Grey for the rest, faint for those without a value, a colour and a shape of its own for others.
DrawingLook look_of(const std::vector<std::string>& groups, std::size_t group) {
    if (group < groups.size() && groups[group] == "(missing)") return {0, "c-unknown c-dots"};
    if (group < groups.size() && groups[group] == "(other)") return {kOther, "c-m8 c-dots"};
    std::size_t series = group;
    for (std::size_t i = 0; i < std::min(group, groups.size()); ++i) {
        series -= groups[i] == "(missing)" ? 1 : 0;
    }
    return {series % kOther, fmt::format("c-m{} c-dots", series % kOther + 1)};
}

// Frequent groups first, so that they do not hide the others; before them all what has no colour.
std::vector<std::size_t> drawing_order(const std::vector<std::string>& groups) {
    std::vector<std::size_t> order(std::max<std::size_t>(groups.size(), 1));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_partition(order, [&](std::size_t i) {
        return i < groups.size() && (groups[i] == "(missing)" || groups[i] == "(other)");
    });
    return order;
}

// Communities may be larger than nodes, as their sizes say more.
double largest_radius(std::size_t nodes, bool whole) {
    const double room = 420.0 * 340.0 / static_cast<double>(std::max<std::size_t>(nodes, 1));
    return std::clamp(0.3 * std::sqrt(room), 2.4, whole ? 8.0 : 18.0);
}

std::string_view edge_style(std::size_t edges) {
    if (edges < 400) return "c-join c-join-few";
    if (edges < 4000) return "c-join c-join-some";
    return edges < 12000 ? "c-join c-join-many" : "c-join c-join-most";
}

std::string lines(const std::vector<Ends>& edges, const std::vector<double>& x,
                  const std::vector<double>& y) {
    std::string path;
    for (const auto& [a, b] : edges) {
        path += PathData()
                    .move(x[a] + kMargin, y[a] + kMargin)
                    .line(x[b] + kMargin, y[b] + kMargin)
                    .text();
    }
    return path;
}

}  // namespace

std::string graph_svg(const Json& picture, GraphSide side, std::string_view id) {
    const std::vector<double> x = numbers(picture, "x"), y = numbers(picture, "y");
    const Json& own = side_of(picture, side);
    const std::vector<double> group = numbers(own, "group"), size = numbers(own, "size");
    if (x.empty() || x.size() != y.size() || group.size() != x.size() || size.size() != x.size()) {
        return {};
    }
    const std::vector<std::string> groups = texts(picture, "groups");
    Drawing drawing(number(picture, "width").value_or(480) + 2 * kMargin,
                    number(picture, "height").value_or(400) + 2 * kMargin, id,
                    side == GraphSide::before ? "The graph before" : "The graph after",
                    graph_caption(picture));
    std::vector<Ends> edges = edges_of(own, x.size()), added;
    const Json& other = side_of(picture, GraphSide::before);
    if (side == GraphSide::after && all_drawn(own) && all_drawn(other)) {
        const std::vector<Ends> before = edges_of(other, x.size());
        const std::set<Ends> known(before.begin(), before.end());
        for (const Ends& edge : edges) {
            if (!known.contains(edge)) added.push_back(edge);
        }
    }
    drawing.path(lines(edges, x, y), edge_style(edges.size()));
    if (!added.empty()) drawing.path(lines(added, x, y), "c-join c-join-new");
    const double most = std::max(1.0, *std::ranges::max_element(size));
    const double radius = largest_radius(x.size(), text(picture, "level") != "communities");
    for (const std::size_t wanted : drawing_order(groups)) {
        const DrawingLook look = look_of(groups, wanted);
        std::string path;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (static_cast<std::size_t>(std::max(0.0, group[i])) != wanted) continue;
            const double r = radius * (0.5 + 0.5 * std::sqrt(size[i] / most));
            path += marker_path(look.shape, x[i] + kMargin, y[i] + kMargin, r);
        }
        if (!path.empty()) drawing.path(path, look.style);
    }
    return std::move(drawing).finish();
}

std::string graph_legend(const Json& picture) {
    const std::vector<std::string> groups = texts(picture, "groups");
    if (groups.empty()) return {};
    Markup out;
    out.open("ul", {{"class", "key"}});
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const DrawingLook look = look_of(groups, i);
        out.open("li");
        out.open("svg", {{"class", "chart"}, {"viewBox", "0 0 19 10"}, {"aria-hidden", "true"}});
        out.empty("path", {{"class", look.style}, {"d", marker_path(look.shape, 10, 5, 4)}});
        out.close().text(groups[i]).close();
    }
    out.close();
    return std::move(out).finish();
}

std::string graph_caption(const Json& picture) {
    const bool whole = text(picture, "level") != "communities";
    const std::string by = text(picture, "coloured_by");
    const std::string drawn = count_text(count(picture, "nodes").value_or(0));
    std::string out =
        whole ? fmt::format("{} users; larger ones have more acquaintances. ", drawn)
              : fmt::format(
                    "The graph has {} users, too many to draw: each mark is one of its {} "
                    "largest communities, by its number of members and in the colour of "
                    "most of them. ",
                    count_text(count(picture, "of").value_or(0)), drawn);
    out +=
        by == "communities"
            ? "Colours are the communities, matched where they overlap most. "
            : fmt::format("Colours are values of {}, as they were and as they are published. ", by);
    const Json& before = field(picture, "before");
    if (!all_drawn(before) || !all_drawn(field(picture, "after"))) {
        out +=
            fmt::format("Of {} connections {} are drawn, at random. ",
                        count_text(count(before, "edges_of").value_or(0)),
                        count_text(static_cast<std::int64_t>(numbers(before, "edges").size()) / 2));
    }
    return out + "Connections that are new are drawn stronger. Both drawings have the same places.";
}

}  // namespace lethe::report
