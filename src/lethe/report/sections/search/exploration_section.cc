// Explorations: many protections and which of them is recommended.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_blocks.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/sections/search/search_parts.h"
#include "lethe/report/sections/search/text_advice.h"

namespace lethe::report {
namespace {

std::string exploration_text(const Json& exploration) {
    const auto recommended = count(exploration, "recommended");
    std::vector<Json> points = objects(exploration, "points");
    std::ranges::stable_sort(points, {}, [](const Json& point) {
        return number(point, "loss").value_or(std::numeric_limits<double>::infinity());
    });
    Grid grid{"", {"", "protection", "risk", "loss", "score", "time"}, {}};
    std::int64_t beaten = 0, left_out = 0, untried = 0;
    std::string failed;
    for (const Json& point : points) {
        if (!text(point, "error").empty()) {
            failed += wrapped(fmt::format("{}: {}", text(point, "label"), text(point, "error")),
                              "  could not be tried: ", "    ");
            continue;
        }
        if (flag(point, "left_out") || flag(point, "untried")) {
            ++(flag(point, "untried") ? untried : left_out);
            continue;
        }
        const bool chosen = recommended && count(point, "id") == recommended;
        if (!flag(point, "pareto") && !chosen) {
            ++beaten;
            continue;
        }
        const auto score = number(point, "score");
        const auto seconds = number(point, "seconds");
        grid.rows.push_back({Cell(chosen ? "*" : ""), Cell(text(point, "label")),
                             Cell::percent(number(point, "risk")),
                             Cell::percent(number(point, "loss")),
                             score ? Cell::figure(fmt::format("{:.1f}", *score)) : Cell(),
                             seconds ? Cell::figure(seconds_text(*seconds)) : Cell()});
    }
    std::string out = file_line(field(exploration, "data"), "data");
    if (!grid.empty()) out += "\n" + text_table(grid);
    if (beaten > 0) {
        out += fmt::format("\n  {} more {} beaten by one of these.\n", count_text(beaten),
                           beaten == 1 ? "is" : "are");
    }
    if (left_out > 0) {
        out += fmt::format("\n  {} more were tried on the sample alone{}.\n", count_text(left_out),
                           flag(exploration, "stopped") ? "" : " and looked worse there");
    }
    if (untried > 0) out += fmt::format("\n  {} more were not tried.\n", count_text(untried));
    out += failed;
    const std::string reason = text(exploration, "reason");
    if (!reason.empty()) out += wrapped(reason, "  * ", "    ");
    if (const std::string next = text(exploration, "next"); !next.empty()) {
        out += "\n  next: " + next + "\n";
    }
    return out;
}

std::string exploration_headline(const Json& exploration) {
    std::vector<Json> points = objects(exploration, "points");
    std::erase_if(points, [](const Json& point) {
        return !text(point, "error").empty() || flag(point, "untried");
    });
    const auto front =
        std::ranges::count_if(points, [](const Json& p) { return flag(p, "pareto"); });
    const std::string tried = count_text(static_cast<std::int64_t>(points.size()));
    const Json& sample = field(exploration, "sample");
    std::string result =
        sample.is_object()
            ? fmt::format(
                  "{} protections were tried on a sample of {} people, and {} promising ones on "
                  "all {}; {} of these {} not beaten by another.",
                  tried, count_text(count(sample, "people").value_or(0)),
                  count_text(count(sample, "whole").value_or(0)),
                  count_text(count(sample, "of").value_or(0)), count_text(front),
                  front == 1 ? "is" : "are")
            : fmt::format("{} protections were tried; {} of them {} not beaten by another.", tried,
                          count_text(front), front == 1 ? "is" : "are");
    if (flag(exploration, "stopped")) result = "The search was stopped before its end. " + result;
    const auto recommended = count(exploration, "recommended");
    for (const Json& point : points) {
        if (!recommended || count(point, "id") != recommended) continue;
        const auto risk = number(point, "risk");
        const auto loss = number(point, "loss");
        result += fmt::format(" Recommended: {}", text(point, "label"));
        if (risk && loss) {
            result += fmt::format(" (risk {}, loss {})", percent_text(*risk), percent_text(*loss));
        }
        result += ".";
    }
    return result;
}

std::string exploration_terminal(const Json& exploration) {
    return wrapped(exploration_headline(exploration)) + "\n" + exploration_text(exploration);
}

std::string exploration_or_advice(const Json& result) {
    return text(result, "kind") == "advice" ? advice_text(result) : exploration_terminal(result);
}

bool holds_points(const Json& result) { return result.contains("points"); }

}  // namespace

Section exploration_section() {
    return {.kinds = {"exploration", "advice"},
            .stored = {"points"},
            .recognises = holds_points,
            .terminal = exploration_or_advice,
            .headline = exploration_headline,
            .parts = {{60, "map", "The choices: risk against loss", exploration_html}},
            .top = 8,
            .file = "data",
            .named = 4};
}

}  // namespace lethe::report
