// The page of a release of document vectors.
#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/html_parts.h"
#include "lethe/report/release_pages.h"
#include "lethe/report/sections/vectors/text_vector_release.h"

namespace lethe::report {
namespace {

std::string vector_settings(const Json& method) {
    Json settings = method.is_object() ? method : Json::object();
    settings.erase("name");
    const std::vector<std::string> used = set_parameters(settings);
    return fmt::format(
        "Documents were grouped by the method {}{}. Every document of a group is "
        "published as the same vector.",
        text(method, "name"), used.empty() ? std::string() : ", with " + enumeration(used));
}

}  // namespace

std::string vector_release_headline(const Json& release) {
    const Json& proof = field(release, "proof");
    if (flag(release, "ids")) {
        return fmt::format(
            "{} with their ids: they say who is who. Each vector is shared by at least {} "
            "documents.",
            counted_field(release, "documents", "document is released", "documents are released"),
            count_field_text(proof, "k"));
    }
    if (text(release, "order") == "as-is") {
        return fmt::format(
            "{} in the order of the originals: the place of a vector says whose it is to one who "
            "knows that order. Each vector is shared by at least {} documents.",
            counted_field(release, "documents", "document is released", "documents are released"),
            count_field_text(proof, "k"));
    }
    std::string said =
        fmt::format("Each of {} shares its vector with at least {}, counted in the release.",
                    counted_field(release, "documents", "document", "documents"),
                    counted(count(proof, "k").value_or(1) - 1, "other", "others"));
    if (const auto labelled = count(proof, "k_with_labels")) {
        said += *labelled > 1 ? fmt::format(" With their classes, with at least {}.",
                                            counted(*labelled - 1, "other", "others"))
                              : std::string(
                                    " Whoever knows the class of a document may find it for "
                                    "certain.");
    }
    return said;
}

void vector_release_part(Markup& out, const Json& release) {
    const Json& proof = field(release, "proof");
    out.open("dl", {{"class", "keys"}});
    key_figure(out, "Smallest group", count_field_text(proof, "k"),
               "documents that share a vector; higher is safer");
    key_figure(out, "Different vectors", count_field_text(proof, "different_vectors"),
               fmt::format("of {}", counted_field(release, "documents", "document", "documents")));
    const Json& loss = field(release, "loss");
    const auto spherical = number(field(loss, "spherical"), "il");
    const auto lost = spherical ? spherical : number(loss, "il");
    if (lost) {
        key_figure(out, "Information loss", percent_text(100 * *lost), "lower is more useful");
    }
    out.close();
    out.leaf("h3", "What was done");
    paragraph(out, vector_settings(field(release, "method")));
    paragraph(out, fmt::format("The release holds {}, {} and {}; {} of documents, {} classes.",
                               counted_field(release, "documents", "document", "documents"),
                               counted_field(release, "terms", "term", "terms"),
                               counted_field(release, "entries", "entry", "entries"),
                               flag(release, "ids") ? "the ids" : "no ids",
                               flag(release, "labels") ? "their" : "no"));
    out.leaf("h3", "What holds, counted in the released file");
    paragraph(out, vector_release_words(release));
    out.leaf("h3", "What was lost");
    table(out, vector_loss_grid(loss), "What was lost", "wide");
}

}  // namespace lethe::report
