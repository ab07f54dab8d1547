#include "lethe/report/draw/levels_drawing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/style.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

constexpr double kLevelsWidth = 720;

struct DrawnLevels {
    std::vector<int> levels;
    bool holds = false;
    bool best = false;
    double loss = 0;
    std::string tooltip;
    double x = 0, y = 0;
};

std::vector<DrawnLevels> drawn_levels(const Json& result) {
    const std::vector<std::string> columns = texts(result, "columns");
    std::vector<DrawnLevels> nodes;
    for (const Json& node : objects(result, "nodes")) {
        DrawnLevels& drawn = nodes.emplace_back();
        for (const Json& level : field(node, "levels")) drawn.levels.push_back(level.get<int>());
        drawn.holds = flag(node, "holds");
        drawn.best = flag(node, "best");
        drawn.loss = number(node, "loss").value_or(0);
        std::vector<std::string> parts;
        for (std::size_t q = 0; q < columns.size() && q < drawn.levels.size(); ++q) {
            parts.push_back(fmt::format("{} {}", clean(columns[q]), drawn.levels[q]));
        }
        drawn.tooltip =
            fmt::format("{}: {}, {} suppressed, loss {}", fmt::join(parts, ", "),
                        drawn.holds ? "the models hold" : "the models do not hold",
                        count_text(count(node, "suppressed").value_or(0)), figure_text(drawn.loss));
    }
    return nodes;
}

int height_of(const DrawnLevels& node) {
    return std::accumulate(node.levels.begin(), node.levels.end(), 0);
}

// Places of the nodes, the finest at the bottom; the least distance between two of a row.
double place_nodes(std::vector<DrawnLevels>& nodes, double step) {
    std::map<int, std::vector<std::size_t>> rows;
    int highest = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        rows[height_of(nodes[i])].push_back(i);
        highest = std::max(highest, height_of(nodes[i]));
    }
    double least = kLevelsWidth;
    for (const auto& [height, row] : rows) {
        const double gap = std::min(kLevelsWidth / static_cast<double>(row.size()), 90.0);
        least = std::min(least, gap);
        const double left = (kLevelsWidth - gap * static_cast<double>(row.size())) / 2;
        for (std::size_t i = 0; i < row.size(); ++i) {
            nodes[row[i]].x = left + gap * (static_cast<double>(i) + 0.5);
            nodes[row[i]].y = 20 + step * (highest - height);
        }
    }
    return least;
}

void draw_edges(Drawing& drawing, const std::vector<DrawnLevels>& nodes) {
    std::map<std::vector<int>, std::size_t> place;
    for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i].levels] = i;
    for (const DrawnLevels& node : nodes) {
        std::vector<int> above = node.levels;
        for (int& level : above) {
            ++level;
            if (const auto found = place.find(above); found != place.end()) {
                const DrawnLevels& other = nodes[found->second];
                drawing.line(node.x, node.y, other.x, other.y,
                             node.holds && other.holds ? "c-edge-notable" : "c-edge");
            }
            --level;
        }
    }
}

void draw_node(Drawing& drawing, const DrawnLevels& node, double share, double gap) {
    const std::string name = fmt::format("{}", fmt::join(node.levels, ","));
    const bool named = text_width(name, 10) < gap - 8;
    const double width = named ? text_width(name, 10) + 8 : std::clamp(0.7 * gap, 3.0, 12.0);
    const double height = named ? 17 : width;
    const std::string shade =
        node.holds ? fmt::format("c-s{}", static_cast<int>(std::lround(2 + 6 * share))) : "c-paper";
    drawing.begin_group("c-node", node.tooltip);
    drawing.rectangle(node.x - width / 2, node.y - height / 2, width, height, "c-paper", 3);
    drawing.rectangle(node.x - width / 2, node.y - height / 2, width, height,
                      shade + (node.best ? " c-notable" : " c-plain"), 3);
    if (named) {
        drawing.label(node.x, node.y + 3.4, name, node.holds && share > 0.55 ? "c-on" : "c-cell",
                      Anchor::middle);
    }
    drawing.end_group();
}

}  // namespace

std::string levels_file_svg(const Json& result) {
    std::vector<DrawnLevels> nodes = drawn_levels(result);
    const int highest = nodes.empty() ? 0 : height_of(nodes.back());
    const double step = nodes.size() > 150 ? 52 : 62;
    const double bottom = 20 + step * highest + 24;
    Drawing drawing(
        kLevelsWidth, bottom + 34, "levels", "Levels at which the models hold",
        fmt::format("All {} vectors of levels, the coarser above the finer: filled where the "
                    "models hold, darker the less is lost.",
                    nodes.size()));
    const double gap = place_nodes(nodes, step);
    draw_edges(drawing, nodes);
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const DrawnLevels& node : nodes) {
        if (!node.holds) continue;
        least = std::min(least, node.loss);
        most = std::max(most, node.loss);
    }
    for (const DrawnLevels& node : nodes) {
        draw_node(drawing, node, most > least ? (most - node.loss) / (most - least) : 1, gap);
    }
    std::vector<std::string> names;
    for (const std::string& name : texts(result, "columns")) names.push_back(clean(name));
    drawing.label(2, bottom + 8, fit(fmt::format("levels of {}", fmt::join(names, ", ")), 110),
                  "c-name");
    drawing.label(2, bottom + 24,
                  fit(fmt::format("{}: filled where it holds, darker the less is lost ({})",
                                  clean(text(result, "models")), clean(text(result, "metric"))),
                      110),
                  "c-name");
    return std::move(drawing).finish_standalone(standalone_css());
}

}  // namespace lethe::report
