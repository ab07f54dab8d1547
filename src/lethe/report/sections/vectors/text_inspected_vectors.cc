#include "lethe/report/sections/vectors/text_inspected_vectors.h"

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

std::string vectors_seen(const Json& result) {
    const Json& data = field(result, "data");
    return fmt::format("{}: {}, {}, {} (a density of {}); {:.1f} terms a document.",
                       text(data, "file"),
                       counted_field(data, "documents", "document", "documents"),
                       counted_field(data, "terms", "term", "terms"),
                       counted_field(data, "entries", "entry", "entries"),
                       percent_text(number(result, "density").value_or(0)),
                       number(result, "mean_terms").value_or(0));
}

Grid telling_grid(const Json& result) {
    const Json& vectors = field(result, "vectors");
    const Json& terms = field(result, "terms");
    const std::string k = count_field_text(result, "k");
    Grid grid{"", {"what tells", "number"}, {}};
    const auto add = [&](std::string what, const Json& of, std::string_view key) {
        grid.rows.push_back({Cell(std::move(what)), Cell::count(count(of, key))});
    };
    add("different vectors", vectors, "different");
    add("documents alone with their vector", vectors, "alone");
    add(fmt::format("documents that share it with fewer than {}", k), vectors, "below_k");
    add(fmt::format("terms in fewer than {} documents", k), terms, "rare");
    add("terms in one document", terms, "once");
    const Json& labels = field(result, "labels");
    if (labels.is_object()) {
        add("classes", labels, "classes");
        add("documents of the smallest class", labels, "smallest");
    }
    return grid;
}

std::vector<std::string> notes_on(const Json& result) {
    std::vector<std::string> notes;
    const Json& ids = field(result, "ids");
    if (ids.is_object()) {
        notes.push_back(fmt::format(
            "Documents have ids{}. A release leaves them out unless told otherwise.",
            flag(ids, "tell") ? fmt::format(", which look like {}", text(ids, "looks_like")) : ""));
    }
    if (count(field(result, "terms"), "rare").value_or(0) > 0) {
        notes.push_back(fmt::format(
            "Rare terms may be names; lethe text vectors --least-documents {} leaves them out.",
            count_field_text(result, "k")));
    }
    return notes;
}

FirstLook vectors_look(const Json& result) {
    FirstLook look{vectors_seen(result), {telling_grid(result)}, notes_on(result)};
    look.tables.front().title = "What tells documents apart";
    return look;
}

std::string vectors_page(const Results& results, Ids&) {
    return first_looks_html(results, "vector-inspection", vectors_look);
}

}  // namespace

std::string inspected_vectors_text(const Json& result) {
    std::string out = vectors_seen(result) + "\n\n" + text_table(telling_grid(result)) + "\n";
    for (const std::string& note : notes_on(result)) out += wrapped(note + "\n");
    return out + "\n" + next_lines(result);
}

Section inspected_vectors_section() {
    return {.kinds = {"vector-inspection"},
            .stored = {"next"},
            .terminal = inspected_vectors_text,
            .headline = vectors_seen,
            .parts = {{12, "vectors-data", "The vectors before protection", vectors_page}},
            .top = 9,
            .file = "data",
            .named = 5,
            .explains_itself = true};
}

}  // namespace lethe::report
