#include "lethe/report/sections/graph/text_inspected_graph.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/first_look.h"
#include "lethe/report/sections/documents/text_inspected_documents.h"

namespace lethe::report {

namespace {

std::string graph_seen(const Json& result) {
    return fmt::format("A graph of {} and {}, before any protection.",
                       counted_field(result, "nodes", "node", "nodes"),
                       counted_field(result, "edges", "edge", "edges"));
}

Grid about_grid(const Json& result) {
    Grid about;
    for (const char* key :
         {"nodes", "edges", "directed", "weighted", "loops", "repeats", "isolated", "parts"}) {
        about.rows.push_back({Cell(key), cell(field(result, key))});
    }
    return about;
}

Grid attributes_grid(const Json& result) {
    Grid columns{"", {"column", "kind", "missing", "looks like", "published"}, {}};
    for (const Json& column : objects(result, "attributes")) {
        columns.rows.push_back({Cell(text(column, "name")), Cell(text(column, "kind")),
                                Cell::count(count(column, "missing")),
                                Cell(text(column, "looks_like")),
                                cell(field(column, "published"))});
    }
    return columns;
}

Grid alike_grid(const Json& result) {
    Grid alike{
        "",
        {"who knows of a person", "alone", "with fewer than " + count_field_text(result, "k")},
        {}};
    for (const Json& one : objects(result, "alike")) {
        alike.rows.push_back({Cell(text(one, "known")), Cell::count(count(one, "unique")),
                              Cell::count(count(one, "below_k"))});
    }
    return alike;
}

FirstLook graph_look(const Json& result) {
    FirstLook look{graph_seen(result),
                   {about_grid(result), attributes_grid(result), alike_grid(result)},
                   texts(result, "notes")};
    look.tables[0].title = "The graph";
    look.tables[1].title = "Columns of its nodes";
    look.tables[2].title = "Who stands out";
    return look;
}

std::string graph_page(const Results& results, Ids&) {
    return first_looks_html(results, "graph", graph_look);
}

}  // namespace

std::string inspected_graph_text(const Json& result) {
    std::string out;
    for (const Grid& grid : {about_grid(result), attributes_grid(result), alike_grid(result)}) {
        if (!grid.empty()) out += text_table(grid) + "\n";
    }
    for (const std::string& note : texts(result, "notes")) out += wrapped(note + "\n");
    return out + next_lines(result);
}

Section inspected_graph_section() {
    return {.kinds = {"graph"},
            .stored = {"alike"},
            .terminal = inspected_graph_text,
            .headline = graph_seen,
            .parts = {{13, "graph-data", "The graph before protection", graph_page}},
            .top = 9,
            .explains_itself = true};
}

}  // namespace lethe::report
