#include "lethe/report/sections/graph/text_inspected_graph.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/documents/text_inspected_documents.h"

namespace lethe::report {

std::string inspected_graph_text(const Json& result) {
    std::string out;
    Grid about;
    for (const char* key :
         {"nodes", "edges", "directed", "weighted", "loops", "repeats", "isolated", "parts"}) {
        about.rows.push_back({Cell(key), cell(field(result, key))});
    }
    out += text_table(about) + "\n";
    Grid columns{"", {"column", "kind", "missing", "looks like", "published"}, {}};
    for (const Json& column : objects(result, "attributes")) {
        columns.rows.push_back({Cell(text(column, "name")), Cell(text(column, "kind")),
                                Cell::count(count(column, "missing")),
                                Cell(text(column, "looks_like")),
                                cell(field(column, "published"))});
    }
    if (!columns.empty()) out += text_table(columns) + "\n";
    Grid alike{
        "",
        {"who knows of a person", "alone", "with fewer than " + count_field_text(result, "k")},
        {}};
    for (const Json& one : objects(result, "alike")) {
        alike.rows.push_back({Cell(text(one, "known")), Cell::count(count(one, "unique")),
                              Cell::count(count(one, "below_k"))});
    }
    if (!alike.empty()) out += text_table(alike) + "\n";
    for (const std::string& note : texts(result, "notes")) out += wrapped(note + "\n");
    return out + next_lines(result);
}

Section inspected_graph_section() { return {.kinds = {"graph"}, .terminal = inspected_graph_text}; }

}  // namespace lethe::report
