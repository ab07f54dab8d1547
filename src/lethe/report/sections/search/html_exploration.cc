// The section with the risk/utility map.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/search/search_parts.h"

namespace lethe::report {
namespace {

constexpr std::size_t kBeatenShown = 30;

bool is_recommended(const Json& exploration, const Json& point) {
    const auto recommended = count(exploration, "recommended");
    return recommended && count(point, "id") == recommended;
}

void recommendation(Markup& out, const Json& exploration) {
    const std::string reason = text(exploration, "reason");
    if (!count(exploration, "recommended") && !reason.empty()) {
        out.open("div", {{"class", "recommendation"}});
        paragraph(out, reason);
        out.close();
    }
    for (const Json& point : objects(exploration, "points")) {
        if (!is_recommended(exploration, point)) continue;
        out.open("div", {{"class", "recommendation"}});
        out.open("p").leaf("strong", "Recommended: " + text(point, "label")).close();
        paragraph(out, reason);
        out.close();
    }
}

double order_of(const Json& point, std::string_view name) {
    return number(point, name).value_or(std::numeric_limits<double>::infinity());
}

Grid points_grid(std::string title, const Json& exploration, const std::vector<Json>& points) {
    Grid grid{std::move(title), {"protection", "risk", "loss", "score"}, {}};
    std::vector<std::string> parts;
    bool timed = false;
    for (const Json& point : points) {
        timed = timed || number(point, "seconds");
        const Json& own = field(point, "parts");
        if (!own.is_object()) continue;
        for (const auto& [name, value] : own.items()) {
            if (std::ranges::find(parts, name) == parts.end()) parts.push_back(name);
        }
    }
    // Many attacks would make a table that no page holds: then the worst stands for them.
    constexpr std::size_t kMostParts = 6;
    const bool worst_only = parts.size() > kMostParts;
    if (worst_only) {
        parts.clear();
        grid.heads.push_back("worst attack");
        grid.heads.push_back("smallest class");
    }
    for (const std::string& part : parts) grid.heads.push_back(words(part));
    if (timed) grid.heads.push_back("time");
    for (const Json& point : points) {
        if (is_recommended(exploration, point)) grid.chosen = grid.rows.size();
        const std::string label = text(point, "label");
        std::vector<Cell> row = {
            Cell(label + (is_recommended(exploration, point) ? " (recommended)" : "")),
            Cell::percent(number(point, "risk")), Cell::percent(number(point, "loss")), Cell()};
        if (const auto score = number(point, "score")) {
            row[3] = Cell::figure(fmt::format("{:.1f}", *score));
        }
        if (worst_only) {
            const auto smallest = count(field(point, "bound"), "smallest");
            row.push_back(Cell(text(field(point, "worst"), "title")));
            row.push_back(smallest ? Cell::count(*smallest) : Cell());
        }
        for (const std::string& part : parts) {
            row.push_back(Cell::percent(number(field(point, "parts"), part)));
        }
        if (timed) {
            const auto seconds = number(point, "seconds");
            row.push_back(seconds ? Cell::figure(seconds_text(*seconds)) : Cell());
        }
        grid.rows.push_back(std::move(row));
    }
    return grid;
}

void point_tables(Markup& out, const Json& exploration) {
    std::vector<Json> front, beaten;
    std::int64_t left_out = 0, untried = 0;
    Grid failed{"Could not be tried", {"protection", "why"}, {}};
    for (Json& point : objects(exploration, "points")) {
        if (const std::string error = text(point, "error"); !error.empty()) {
            failed.rows.push_back({Cell(text(point, "label")), Cell(error)});
            continue;
        }
        if (flag(point, "left_out") || flag(point, "untried")) {
            ++(flag(point, "untried") ? untried : left_out);
            continue;
        }
        (flag(point, "pareto") ? front : beaten).push_back(std::move(point));
    }
    std::ranges::stable_sort(front, {}, [](const Json& point) { return order_of(point, "loss"); });
    std::ranges::stable_sort(beaten, {},
                             [](const Json& point) { return order_of(point, "score"); });
    table(out, points_grid("Not beaten by another, from the least loss", exploration, front),
          "Protections on the front", "wide");
    const std::size_t all = beaten.size();
    beaten.resize(std::min(all, kBeatenShown));
    table(out, points_grid("Beaten by another, best score first", exploration, beaten),
          "Other protections", "wide");
    if (all > beaten.size()) {
        paragraph(out,
                  fmt::format("{} more are in the result file.",
                              count_text(static_cast<std::int64_t>(all - beaten.size()))),
                  "quiet small");
    }
    if (left_out > 0) {
        paragraph(out,
                  fmt::format("{} more were tried on a sample alone{}. What a sample says is not "
                              "shown: in a smaller crowd people are found more easily.",
                              count_text(left_out),
                              flag(exploration, "stopped") ? "" : ", where they looked worse"),
                  "quiet small");
    }
    if (untried > 0) {
        paragraph(
            out,
            fmt::format("{} more were not tried: the search was stopped.", count_text(untried)),
            "quiet small");
    }
    table(out, failed, failed.title, "wide");
}

}  // namespace

std::string exploration_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& exploration : results.of("exploration")) {
        subject(out, text(field(exploration, "data"), "file"), results.of("exploration").size());
        if (!results.of("assessment").empty() || !results.of("release").empty()) {
            paragraph(out, headline(exploration));
        }
        paragraph(
            out,
            "Each point is one way to protect the file. Further left keeps more of the data's use, "
            "further down finds fewer people. The stepped line joins those that no other beats on "
            "both counts: the choice is among them.",
            "quiet");
        recommendation(out, exploration);
        if (const std::string wide = risk_map_svg(exploration, ids.next(), 760); !wide.empty()) {
            out.open("figure", {{"class", "map-wide"}}).raw(wide).close();
            out.open("figure", {{"class", "map-narrow"}});
            out.raw(risk_map_svg(exploration, ids.next(), 380)).close();
        }
        point_tables(out, exploration);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
