// An original beside its release: on the terminal and on a page.
#include <array>

#include "lethe/report/base/text_table.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/assessment/assessment_parts.h"
#include "lethe/report/sections/tables/compared.h"

namespace lethe::report {
namespace {

struct Matrices {
    const char* key;
    const char* title;
    const char* reading;
};

constexpr std::array<Matrices, 2> kMatrices{
    {{"correlations", "Correlations of numbers", "Pearson's correlation"},
     {"associations", "Associations of categories",
      "Cramer's V: 0 where one tells nothing of the other, 1 where it tells all"}}};

constexpr std::string_view kMovedBy =
    "Moved by: the largest difference of the shares of values up to any number (Kolmogorov and "
    "Smirnov), or half the differences of the categories' shares (total variation); 0 is no "
    "difference, 1 nothing in common";

std::string comparison_text(const Json& comparison) {
    constexpr std::size_t kWidth = 80;
    std::string out = wrapped(comparison_headline(comparison), "", "", kWidth);
    if (const Grid moved = moved_grid(comparison); !moved.empty()) {
        out += "\n" + text_table(moved, {.indent = 2, .widest_cell = 22});
        out += "\n" + wrapped(std::string(kMovedBy) + ".", "", "", kWidth);
    }
    for (const Matrices& one : kMatrices) {
        const Grid pairs = changed_pairs_grid(field(comparison, one.key));
        if (pairs.empty()) continue;
        out += "\n" +
               wrapped(std::string(one.title) + ", those that changed most first", "", "", kWidth) +
               "\n" + text_table(pairs);
    }
    const Json& pair = field(comparison, "pair");
    if (const Grid cells = pair_grid(pair); !cells.empty()) {
        out += "\n" + wrapped(pair_sentence(pair) + ".", "", "", kWidth) +
               wrapped("Percent points of the people in each cell, after less before:", "", "",
                       kWidth) +
               "\n" + text_table(cells, {.indent = 2, .widest_cell = 22});
    }
    const std::vector<std::string> warned = texts(comparison, "warnings");
    for (const std::string& warning : warned) out += "\n" + wrapped(warning, "", "  ", kWidth);
    return out;
}

void draw_map(Markup& out, const HeatMap& map, Ids& ids) {
    const std::string drawn = heat_map_svg(map, ids.next());
    if (!drawn.empty()) out.open("div", {{"class", "gauge"}}).raw(drawn).close();
}

void matrix_figures(Markup& out, const std::vector<HeatMap>& maps, Ids& ids) {
    out.open("div", {{"class", "pair"}});
    for (const HeatMap& map : maps) {
        const std::string drawn = heat_map_svg(map, ids.next());
        if (drawn.empty()) continue;
        out.open("figure").leaf("figcaption", map.title).raw(drawn).close();
    }
    out.close();
}

void scatter_figures(Markup& out, const std::vector<ShownScatter>& scatters, Ids& ids) {
    out.open("div", {{"class", "pair"}});
    for (const ShownScatter& one : scatters) {
        const std::string drawn = scatter_svg(one.plot, ids.next());
        if (drawn.empty()) continue;
        out.open("figure").leaf("figcaption", one.plot.title).raw(drawn);
        if (!one.sentence.empty()) paragraph(out, one.sentence, "quiet small");
        out.close();
    }
    out.close();
}

void matrices_html(Markup& out, const Json& comparison, Ids& ids) {
    for (const Matrices& one : kMatrices) {
        const Json& matrices = field(comparison, one.key);
        if (!matrices.is_object()) continue;
        out.leaf("h3", one.title);
        paragraph(out, std::string(one.reading) + ": before, after, and after less before.",
                  "quiet");
        matrix_figures(out, matrix_maps(matrices, one.title), ids);
        table(out, changed_pairs_grid(matrices), one.title);
    }
}

void pair_html(Markup& out, const Json& pair, Ids& ids) {
    out.leaf("h3", "Two columns together");
    paragraph(out, pair_sentence(pair) + ".");
    paragraph(out, "Percent points of the people in each cell, after less before.", "quiet");
    draw_map(out, pair_map(pair), ids);
    const std::vector<ShownScatter> scatters = pair_scatters(pair);
    if (!scatters.empty()) scatter_figures(out, scatters, ids);
}

void columns_html(Markup& out, const Json& comparison, Ids& ids) {
    const std::vector<Json> columns = objects(comparison, "columns");
    if (!columns.empty()) {
        out.leaf("h3", "Each column before and after");
        distribution_figures(out, columns, ids);
    }
    const std::vector<ShownScatter> scatters = column_scatters(comparison);
    if (scatters.empty()) return;
    out.leaf("h3", "Original against released values");
    paragraph(out,
              "A point is a person; on the dotted line nothing changed. Where there are many, a "
              "hexagon is darker the more of them it holds.",
              "quiet");
    scatter_figures(out, scatters, ids);
}

std::string comparison_html(const Results& results, Ids& ids) {
    Markup out;
    const std::vector<Json>& all = results.of("comparison");
    for (const Json& comparison : all) {
        subject(out, text(field(comparison, "masked"), "file"), all.size());
        paragraph(out, comparison_headline(comparison));
        warnings(out, comparison);
        table(out, moved_grid(comparison), "What moved in each column", "wide");
        paragraph(out, std::string(kMovedBy) + ".", "quiet");
        matrices_html(out, comparison, ids);
        if (const Json& pair = field(comparison, "pair"); pair.is_object()) {
            pair_html(out, pair, ids);
        }
        columns_html(out, comparison, ids);
    }
    return std::move(out).finish();
}

}  // namespace

Section comparison_section() {
    return {.kinds = {"comparison"},
            .stored = {"columns"},
            .terminal = comparison_text,
            .headline = comparison_headline,
            .parts = {{53, "compared", "The release beside the original", comparison_html}},
            .top = 11,
            .file = "masked",
            .named = 6,
            .explains_itself = true};
}

}  // namespace lethe::report
