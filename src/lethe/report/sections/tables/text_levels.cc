// levels, for the terminal.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_blocks.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostListed = 10;

std::string levels_text(const Json& result) {
    std::vector<const Json*> holding;
    std::size_t all = 0;
    for (const Json& node : field(result, "nodes")) {
        ++all;
        if (flag(node, "holds")) holding.push_back(&node);
    }
    // The best one is first among those that lose as little.
    std::stable_sort(holding.begin(), holding.end(), [](const Json* a, const Json* b) {
        const auto loss = [](const Json* node) { return number(*node, "loss").value_or(0); };
        return loss(a) != loss(b) ? loss(a) < loss(b) : flag(*a, "best") > flag(*b, "best");
    });
    std::string out = fmt::format(
        "{} of {} vectors of levels fulfil {} with at most {} of {} records suppressed.\n",
        count_text(std::ssize(holding)), count_text(static_cast<std::int64_t>(all)),
        text(result, "models"), count_text(count(result, "limit").value_or(0)),
        count_text(count(result, "records").value_or(0)));
    if (holding.empty()) return out;
    std::vector<std::string> heads = texts(result, "columns");
    heads.insert(heads.end(), {"suppressed", text(result, "metric")});
    Grid grid{"", heads, {}};
    for (std::size_t i = 0; i < std::min(kMostListed, holding.size()); ++i) {
        std::vector<Cell> cells;
        for (const Json& level : field(*holding[i], "levels")) cells.push_back(cell(level));
        cells.push_back(Cell::count(count(*holding[i], "suppressed")));
        cells.push_back(Cell::figure(number(*holding[i], "loss")));
        grid.rows.push_back(std::move(cells));
    }
    out += "\n" + text_table(grid);
    if (holding.size() > kMostListed) {
        out += fmt::format("... and {} more, which lose as much or more\n",
                           count_text(std::ssize(holding) - static_cast<int>(kMostListed)));
    }
    if (const std::string file = text(result, "output"); !file.empty()) {
        out +=
            "\n" + wrapped(fmt::format("{} shows all of them. It describes the original: keep it "
                                       "as private as the data.",
                                       file));
    }
    return out;
}

}  // namespace

Section levels_section() { return {.kinds = {"levels"}, .terminal = levels_text}; }

}  // namespace lethe::report
