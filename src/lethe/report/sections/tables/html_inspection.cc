// The page's section about the data before protection.
#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/draw/charts.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/sections/tables/inspected.h"

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
    for (const Json& inspection : results.inspections) {
        subject(out, text(field(inspection, "data"), "file"), results.inspections.size());
        paragraph(out, headline(inspection));
        const Json& classes = field(inspection, "classes");
        paragraph(out, classes_sentence(classes), "quiet");
        const std::string drawn =
            class_sizes_svg(class_sizes(class_histogram(classes)), ids.next());
        if (!drawn.empty()) out.open("div", {{"class", "gauge"}}).raw(drawn).close();
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

}  // namespace lethe::report
