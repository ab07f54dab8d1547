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
    for (const Json& list : results.of("reproductions")) {
        for (const Json& item : objects(list, "reproductions")) experiment(out, item, ids);
    }
    return std::move(out).finish();
}

namespace {

std::string reproductions_headline(const Json& result) {
    std::int64_t checks = 0, held = 0;
    std::vector<std::string> titles;
    for (const Json& experiment : objects(result, "reproductions")) {
        titles.push_back(text(experiment, "title"));
        for (const Json& check : objects(experiment, "checks")) {
            ++checks;
            held += flag(check, "holds") ? 1 : 0;
        }
    }
    return fmt::format(
        "Run again: {}.{}", enumeration(titles),
        checks == 0 ? ""
                    : fmt::format(" {} of {} checks hold.", count_text(held), count_text(checks)));
}

std::string reproductions_text(const Json& result) {
    std::string out;
    for (const Json& item : objects(result, "reproductions")) out += reproduction_text(item);
    return out;
}

}  // namespace

Section reproductions_section() {
    return {.kinds = {"reproductions"},
            .terminal = reproductions_text,
            .headline = reproductions_headline,
            .parts = {{120, "experiments", "Published beside obtained", reproductions_html}},
            .top = 10,
            .explains_itself = true,
            .of_public_data = true};
}

Section experiments_section() { return {.kinds = {"experiments"}, .terminal = experiments_text}; }

}  // namespace lethe::report
