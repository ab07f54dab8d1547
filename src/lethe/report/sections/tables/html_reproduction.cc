// The section on published experiments run again: curves, tables and checks.
#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/tables/text_reproduction.h"

namespace lethe::report {
namespace {

void checks(Markup& out, const Json& experiment) {
    const std::vector<Json> all = objects(experiment, "checks");
    if (all.empty()) return;
    std::vector<std::string> failed;
    for (const Json& check : all) {
        if (!flag(check, "holds")) failed.push_back(text(check, "what"));
    }
    const auto held = static_cast<std::int64_t>(all.size() - failed.size());
    paragraph(out, fmt::format("{} of {} checks hold.", count_text(held),
                               count_text(static_cast<std::int64_t>(all.size()))));
    if (failed.empty()) return;
    out.open("ul", {{"class", "failed"}});
    for (const std::string& what : failed) out.leaf("li", "Does not hold: " + what);
    out.close();
}

void experiment(Markup& out, const Json& item, Ids& ids) {
    out.leaf("h3", text(item, "title"));
    paragraph(out, text(item, "source"), "quiet");
    for (const std::string& note : texts(item, "notes")) paragraph(out, note);
    std::vector<LineChart> charts;
    for (const Json& chart : objects(item, "charts")) charts.push_back(line_chart(chart));
    curves(out, charts, ids);
    for (const Grid& grid : reproduction_grids(item)) table(out, grid, grid.title);
    checks(out, item);
}

}  // namespace

std::string reproductions_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& list : results.reproductions) {
        for (const Json& item : objects(list, "reproductions")) experiment(out, item, ids);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
