// The section on published document vectors: curves and tables.
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/vectors/text_vectors.h"
#include "lethe/report/sections/vectors/vector_assessment.h"

namespace lethe::report {
namespace {

void distances(Markup& out, const Json& assessment, Ids& ids) {
    const std::vector<CategoryBars> pairs = distance_bars(assessment);
    if (pairs.empty()) return;
    out.leaf("h3", "Distances between documents");
    paragraph(out,
              "Percent of all pairs of documents at each distance (1 - cosine): outlines before, "
              "filled bars after.",
              "quiet");
    out.open("div", {{"class", "pair"}});
    for (const CategoryBars& pair : pairs) {
        out.open("figure").leaf("figcaption", pair.column).raw(bars_svg(pair, ids.next())).close();
    }
    out.close();
}

}  // namespace

std::string vectors_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& assessment : results.of("vector-assessment")) {
        const std::vector<LineChart> charts = vector_charts(assessment);
        if (!charts.empty()) {
            paragraph(out,
                      "Against k, the number of documents that share a vector; k = 1 is the "
                      "original.",
                      "lead");
        }
        curves(out, charts, ids);
        distances(out, assessment, ids);
        explained_tables(out, vector_tables(assessment), texts(assessment, "notes"));
    }
    return std::move(out).finish();
}

Section vector_assessment_section() {
    return {.kinds = {"vector-assessment"},
            .stored = {"releases"},
            .terminal = vectors_text,
            .headline = vectors_headline,
            .parts = {{100, "vectors", "What the published vectors are like", vectors_html}},
            .top = 4,
            .explains_itself = true};
}

}  // namespace lethe::report
