#include "lethe/report/sections/vectors/text_inspected_vectors.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/documents/text_inspected_documents.h"

namespace lethe::report {

std::string inspected_vectors_text(const Json& result) {
    const Json& data = field(result, "data");
    const Json& vectors = field(result, "vectors");
    const Json& terms = field(result, "terms");
    const std::string k = count_field_text(result, "k");
    std::string out =
        fmt::format("{}: {}, {}, {} (a density of {}); {:.1f} terms a document.\n\n",
                    text(data, "file"), counted_field(data, "documents", "document", "documents"),
                    counted_field(data, "terms", "term", "terms"),
                    counted_field(data, "entries", "entry", "entries"),
                    percent_text(number(result, "density").value_or(0)),
                    number(result, "mean_terms").value_or(0));
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
    out += text_table(grid) + "\n";
    const Json& ids = field(result, "ids");
    if (ids.is_object()) {
        out += wrapped(fmt::format(
            "Documents have ids{}. A release leaves them out unless told otherwise.\n",
            flag(ids, "tell") ? fmt::format(", which look like {}", text(ids, "looks_like")) : ""));
    }
    if (count(terms, "rare").value_or(0) > 0) {
        out += wrapped(fmt::format(
            "Rare terms may be names; lethe text vectors --least-documents {} leaves them out.\n",
            k));
    }
    return out + "\n" + next_lines(result);
}

Section inspected_vectors_section() {
    return {.kinds = {"vector-inspection"}, .terminal = inspected_vectors_text};
}

}  // namespace lethe::report
