// The page's section about the data before protection.
#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/tables/inspected.h"
#include "lethe/report/sections/tables/text_inspection.h"

namespace lethe::report {
namespace {

std::string classes_sentence(const Json& classes) {
    const std::vector<std::string> columns = texts(classes, "columns");
    std::string result;
    if (!columns.empty()) {
        result =
            fmt::format("Taken together as what an intruder could know: {}.", enumeration(columns));
    }
    if (const auto smallest = count(classes, "smallest")) {
        result += fmt::format("{}The smallest class of people with the same values there holds {}.",
                              result.empty() ? "" : " ",
                              *smallest == 1 ? "one person" : count_text(*smallest) + " people");
    }
    return result;
}

Grid columns_grid(const InspectedRole& role) {
    Grid grid{"", {"column", "kind", "distinct", "missing", "unique", "why"}, {}};
    for (const Json& column : role.columns) {
        grid.rows.push_back({Cell(text(column, "name")), Cell(shown_kind(column)),
                             cell(field(column, "distinct")), missing_cell(column),
                             Cell::percent(number(column, "unique_share")), Cell(why(column))});
    }
    return grid;
}

}  // namespace

std::string inspection_html(const Results& results, Ids& ids) {
    Markup out;
    for (const Json& inspection : results.of("inspection")) {
        subject(out, text(field(inspection, "data"), "file"), results.of("inspection").size());
        paragraph(out, headline(inspection));
        const Json& classes = field(inspection, "classes");
        paragraph(out, classes_sentence(classes), "quiet");
        const std::string drawn =
            class_sizes_svg(class_sizes(class_histogram(classes)), ids.next());
        if (!drawn.empty()) out.open("div", {{"class", "gauge"}}).raw(drawn).close();
        const LineChart lost = lost_chart(inspection);
        if (!lost.lines.empty()) {
            paragraph(out,
                      "Where every class must hold k people, rows in smaller ones are lost unless "
                      "values are changed first.");
            curves(out, {lost}, ids);
            table(out, lost_grid(inspection), "Rows lost by k");
        }
        const Grid alone = alone_grid(inspection);
        if (!alone.empty()) paragraph(out, alone_sentence(inspection) + ".");
        table(out, alone, "Whom which columns single out");
        for (const InspectedRole& role : inspected_roles(inspection)) {
            paragraph(out, role.heading + ".");
            table(out, columns_grid(role), role.heading, "wide");
        }
        const Grid ranked = ranking_grid(inspection);
        if (!ranked.empty()) paragraph(out, ranking_sentence(inspection) + ".");
        table(out, ranked, "What each quasi-identifier adds");
        const Grid combined = combinations_grid(inspection);
        if (!combined.empty()) paragraph(out, "Who is unique in two or three of them.");
        table(out, combined, "Combinations of columns");
        warnings(out, inspection);
    }
    return std::move(out).finish();
}

namespace {

std::string inspection_headline(const Json& inspection) {
    const Json& classes = field(inspection, "classes");
    const auto rows = count(field(inspection, "data"), "rows");
    const auto unique = count(classes, "unique");
    if (!rows || !unique || *rows <= 0) {
        return "The columns of the file and what they could give away.";
    }
    const double share = 100.0 * static_cast<double>(*unique) / static_cast<double>(*rows);
    const std::size_t columns = texts(classes, "columns").size();
    return fmt::format(
        "Before any protection, {} of {} people ({}) are unique in {}.",
        *unique == 0 ? "none" : count_text(*unique), count_text(*rows), percent_text(share),
        columns == 0 ? "the columns that could identify them"
        : columns == 1
            ? "the one quasi-identifier"
            : fmt::format("the {} quasi-identifiers, columns that others may know", columns));
}

bool holds_classes(const Json& result) { return result.contains("classes"); }

}  // namespace

Section inspection_section() {
    return {.kinds = {"inspection"},
            .stored = {"columns"},
            .recognises = holds_classes,
            .terminal = inspection_text,
            .headline = inspection_headline,
            .parts = {{10, "data", "The data before protection", inspection_html}},
            .top = 9,
            .file = "data",
            .named = 5};
}

}  // namespace lethe::report
