#include "lethe/report/sections/vectors/text_vector_release.h"

#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {

Grid vector_loss_grid(const Json& loss) {
    Grid grid{"", {"loss", "value"}, {}};
    const auto add = [&](std::string_view what, std::string_view key) {
        const auto value = number(loss, key);
        if (value)
            grid.rows.push_back({Cell(std::string(what)), Cell(fmt::format("{:.4f}", *value))});
    };
    add("mean 1 - cosine to the published vector", "mean_distance");
    add("the same before published vectors were cut", "mean_distance_uncut");
    add("share lost by meaning (semantic IL)", "il");
    if (loss.contains("spherical")) {
        grid.rows.push_back(
            {Cell("share of the variation lost, by cosine (IL)"),
             Cell(fmt::format("{:.4f}", number(field(loss, "spherical"), "il").value_or(0)))});
    }
    if (loss.contains("classical")) {
        grid.rows.push_back(
            {Cell("the same by squared distance (above 1: farther than the mean of all)"),
             Cell(fmt::format("{:.4f}", number(field(loss, "classical"), "il").value_or(0)))});
    }
    return grid;
}

std::string vector_release_words(const Json& result) {
    const Json& proof = field(result, "proof");
    std::string who =
        fmt::format("Every vector is shared by at least {} documents, counted in the release.",
                    count_field_text(proof, "k"));
    if (count(result, "added")) {
        who += fmt::format(
            " {} were added; nothing that was published before has changed, and whoever compares "
            "releases finds at least {} added documents behind a vector. The loss is that of "
            "the new ones.",
            counted_field(result, "added", "document", "documents"),
            count_field_text(proof, "k_of_added"));
    }
    if (flag(result, "ids")) {
        return who +
               " The ids of the documents are part of the release, as asked for: they say who is "
               "who.";
    }
    if (text(result, "order") == "as-is") {
        return who +
               " They are in the order of the documents, as asked for: the place of a vector says "
               "whose it is to one who knows that order.";
    }
    who += fmt::format(
        " Whoever holds a document's text and looks for it among the vectors is right one time "
        "in {} at most",
        count_field_text(proof, "k"));
    const auto added = count(proof, "k_of_added");
    if (added && *added < count(proof, "k").value_or(0)) {
        who += fmt::format("; who also has the release before, of a new document one time in {}",
                           *added);
    }
    if (const auto labelled = count(proof, "k_with_labels")) {
        who += *labelled > 1 ? fmt::format("; who also knows its class, one time in {}", *labelled)
                             : std::string("; who also knows its class may find it for certain");
        who += " (--drop-labels leaves the classes out)";
    }
    return who + '.';
}

std::string vector_release_text(const Json& result) {
    const Json& proof = field(result, "proof");
    std::string out = fmt::format(
        "{}: {} documents, {} different vectors, {} terms (before: {}), {} entries (before: {}).\n",
        text(result, "output"), count_field_text(result, "documents"),
        count_field_text(proof, "different_vectors"), count_field_text(result, "terms"),
        count_field_text(result, "terms_before"), count_field_text(result, "entries"),
        count_field_text(result, "entries_before"));
    out += wrapped(vector_release_words(result) + "\n") + "\n";
    out += text_table(vector_loss_grid(field(result, "loss")));
    out += fmt::format("\nrecord: {}\nprivate log: {} (do not publish)\n", text(result, "record"),
                       text(result, "private_log"));
    return out;
}

Section vector_protection_section() {
    return {.kinds = {"vector-protection"}, .terminal = vector_release_text};
}

}  // namespace lethe::report
