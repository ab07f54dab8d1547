// The section on published document vectors, and the one on published experiments run again: both
// are curves and tables.
#include <fmt/format.h>

#include "lethe/report/html_parts.h"
#include "lethe/report/number_format.h"
#include "lethe/report/text_reproduction.h"
#include "lethe/report/vector_assessment.h"

namespace lethe::report {
namespace {

void charts(Markup& out, const std::vector<LineChart>& list, Ids& ids) {
    if (list.empty()) return;
    out.open("div", {{"class", "pair"}});
    for (const LineChart& chart : list) {
        const std::string drawing = line_chart_svg(chart, ids.next());
        if (drawing.empty()) continue;
        out.open("figure").leaf("figcaption", chart.title).raw(drawing).close();
    }
    out.close();
}

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
    std::vector<LineChart> curves;
    for (const Json& chart : objects(item, "charts")) curves.push_back(line_chart(chart));
    charts(out, curves, ids);
    for (const Grid& grid : reproduction_grids(item)) table(out, grid, grid.title);
    checks(out, item);
}

void distances(Markup& out, const Json& assessment, Ids& ids) {
    const std::vector<BarPair> pairs = distance_bars(assessment);
    if (pairs.empty()) return;
    out.leaf("h3", "Distances between documents");
    paragraph(out,
              "Percent of all pairs of documents at each distance (1 - cosine): outlines before, "
              "filled bars after.",
              "quiet");
    out.open("div", {{"class", "pair"}});
    for (const BarPair& pair : pairs) {
        out.open("figure").leaf("figcaption", pair.column).raw(bars_svg(pair, ids.next())).close();
    }
    out.close();
}

}  // namespace

std::string vectors_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& assessment : results.vectors) {
        const std::vector<LineChart> curves = vector_charts(assessment);
        if (!curves.empty()) {
            paragraph(out,
                      "Against k, the number of documents that share a vector; k = 1 is the "
                      "original.",
                      "lead");
        }
        charts(out, curves, ids);
        distances(out, assessment, ids);
        for (const ExplainedTable& part : vector_tables(assessment)) {
            Grid grid = part.grid;
            out.leaf("h3", grid.title);
            grid.title.clear();
            paragraph(out, part.reading, "quiet");
            table(out, grid, part.grid.title);
        }
        for (const std::string& note : texts(assessment, "notes")) paragraph(out, note, "quiet");
    }
    return std::move(out).finish();
}

std::string reproductions_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& list : results.reproductions) {
        for (const Json& item : objects(list, "reproductions")) experiment(out, item, ids);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
