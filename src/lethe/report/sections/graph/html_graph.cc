// The section on protected graphs: drawings, curves and tables.
#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/graph_drawing.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/graph/graph_assessment.h"
#include "lethe/report/sections/graph/text_graph.h"

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

}  // namespace

std::string graphs_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& assessment : results.of("graph-assessment")) {
        drawings(out, assessment, ids);
        curves(out, graph_charts(assessment), ids);
        explained_tables(out, graph_tables(assessment), texts(assessment, "notes"));
    }
    return std::move(out).finish();
}

Section graph_assessment_section() {
    return {.kinds = {"graph-assessment"},
            .stored = {"releases"},
            .terminal = graph_assessment_text,
            .headline = graph_headline,
            .parts = {{110, "graphs", "The graph before and after", graphs_html}},
            .top = 5,
            .explains_itself = true};
}

}  // namespace lethe::report
