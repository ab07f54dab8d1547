#include "lethe/report/draw/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

constexpr double kHeatWidth = 400, kHeatLeft = 118, kHeatTop = 20;
constexpr std::size_t kMostHeatCells = 60;  // of a side

bool is_matrix(const HeatMap& map) {
    if (map.rows.empty() || map.columns.empty() || map.values.size() != map.rows.size()) {
        return false;
    }
    if (map.rows.size() > kMostHeatCells || map.columns.size() > kMostHeatCells) return false;
    return std::ranges::all_of(map.values,
                               [&](const auto& line) { return line.size() == map.columns.size(); });
}

// 1, 2, ... or A, B, ..., Z, AA, ...
std::string mark_of(std::size_t column, bool numbered) {
    if (numbered) return std::to_string(column + 1);
    std::string letters;
    for (std::size_t left = column + 1; left > 0; left = (left - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
    }
    return letters;
}

std::string heat_figure(double value, int decimals) {
    const std::string text = fmt::format("{:+.{}f}", value, decimals);
    return text.find_first_of("123456789") == std::string::npos ? "0" : text;
}

void draw_cell(Drawing& drawing, const HeatMap& map, std::size_t i, std::size_t j, double size) {
    const double x = kHeatLeft + size * static_cast<double>(j);
    const double y = kHeatTop + size * static_cast<double>(i);
    const std::optional<double>& value = map.values[i][j];
    const bool has_tip = i < map.tips.size() && j < map.tips[i].size();
    const std::string figure = value ? heat_figure(*value, map.decimals) : "no figure";
    drawing.begin_group("c-node", has_tip ? map.tips[i][j]
                                          : fmt::format("{}, {}: {}", clean(map.rows[i]),
                                                        clean(map.columns[j]), figure));
    const double share =
        value && map.most > 0 ? std::clamp(std::abs(*value) / map.most, 0.0, 1.0) : 0.0;
    const std::string shade =
        value ? fmt::format("{}{}", *value < 0 ? "c-n" : "c-s", std::lround(9 * share))
              : std::string("c-unknown");
    drawing.rectangle(x, y, size - 1, size - 1, shade);
    if (value && size >= 25) {
        drawing.label(x + (size - 1) / 2, y + size / 2 + 3, figure,
                      fmt::format("{} c-less", share > 0.55 ? "c-on" : "c-cell"), Anchor::middle);
    }
    drawing.end_group();
}

}  // namespace

std::string heat_map_svg(const HeatMap& map, std::string_view id) {
    if (!is_matrix(map)) return {};
    const bool numbered = map.rows == map.columns;
    const double size =
        std::clamp((kHeatWidth - kHeatLeft) / static_cast<double>(map.columns.size()), 4.0, 36.0);
    const double bottom = kHeatTop + size * static_cast<double>(map.rows.size());
    const double legend = numbered ? 0.0 : 14.0 * static_cast<double>(map.columns.size());
    Drawing drawing(kHeatWidth, bottom + legend + 8, id, map.title, map.description);
    const bool marked = size >= 12;
    for (std::size_t j = 0; j < map.columns.size() && marked; ++j) {
        drawing.label(kHeatLeft + size * (static_cast<double>(j) + 0.5), kHeatTop - 6,
                      mark_of(j, numbered), "c-tick", Anchor::middle);
    }
    for (std::size_t i = 0; i < map.rows.size(); ++i) {
        const std::string name = fit(clean(map.rows[i]), 16);
        drawing.label(kHeatLeft - 7, kHeatTop + size * (static_cast<double>(i) + 0.5) + 3.5,
                      numbered ? fmt::format("{}  {}", name, i + 1) : name,
                      marked ? "c-name" : "c-name c-least", Anchor::end);
        for (std::size_t j = 0; j < map.columns.size(); ++j) draw_cell(drawing, map, i, j, size);
    }
    for (std::size_t j = 0; j < map.columns.size() && !numbered; ++j) {
        drawing.label(kHeatLeft, bottom + 14.0 * static_cast<double>(j + 1),
                      fmt::format("{}  {}", mark_of(j, false), fit(clean(map.columns[j]), 40)),
                      "c-tick");
    }
    return std::move(drawing).finish();
}

}  // namespace lethe::report
