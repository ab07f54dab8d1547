// The section on protected graphs: drawings, curves and tables.
#include <fmt/format.h>

#include "lethe/report/graph_assessment.h"
#include "lethe/report/graph_drawing.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/number_format.h"

namespace lethe::report {
namespace {

void drawings(Markup& out, const Json& assessment, Ids& ids) {
    const Json& picture = field(assessment, "picture");
    const std::string before = graph_svg(picture, GraphSide::before, ids.next());
    const std::string after = graph_svg(picture, GraphSide::after, ids.next());
    if (before.empty() || after.empty()) return;
    out.open("div", {{"class", "pair"}});
    out.open("figure").leaf("figcaption", "Before").raw(before).close();
    const std::vector<Json> releases = objects(assessment, "releases");
    const std::string file =
        releases.size() > 1 ? file_name(text(releases.front(), "file")) : std::string();
    out.open("figure").leaf("figcaption", file.empty() ? "After" : "After: " + file);
    out.raw(after).close();
    out.close().raw(graph_legend(picture));
    paragraph(out, graph_caption(picture), "quiet small");
}

void curves(Markup& out, const Json& assessment, Ids& ids) {
    const std::vector<LineChart> charts = graph_charts(assessment);
    if (charts.empty()) return;
    out.open("div", {{"class", "pair"}});
    for (const LineChart& chart : charts) {
        const std::string drawing = line_chart_svg(chart, ids.next());
        if (drawing.empty()) continue;
        out.open("figure").leaf("figcaption", chart.title).raw(drawing).close();
    }
    out.close();
}

}  // namespace

std::string graphs_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& assessment : results.graphs) {
        drawings(out, assessment, ids);
        curves(out, assessment, ids);
        for (const ExplainedTable& part : graph_tables(assessment)) {
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

}  // namespace lethe::report
