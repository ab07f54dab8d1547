// t-plausibility as an attack of the catalogue: guessing what a generalised word was.
#include <fmt/format.h>

#include <cmath>

#include "lethe/documents/document_method.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

std::string read_plausibility(const Json&, double value, std::optional<std::int64_t>) {
    if (value == 0) return "No word was generalised along this taxonomy.";
    return fmt::format(
        "Who guesses the original of the least plausible document among all that could have become "
        "it is right with a chance of {}.",
        figures::percent_text(value));
}

MethodInfo plausibility_info() {
    return MethodInfo{
        .name = "t-plausibility",
        .title = "Guessing generalised words",
        .summary = "The chance of guessing what the least plausible document was.",
        .description =
            "Each word that was generalised along the taxonomy (`--knowledge SOURCE`) may have "
            "been any leaf below it; a document is t-plausible for the product of these numbers. "
            "The value is 100 / t of the document with the smallest t, among those that hold "
            "generalised words; 0 where there are none. `smallest_log10_uniform` asks that no word "
            "is protected by the others only. Beware: leaves are taken to be equally likely, and "
            "what else the document says makes some of them more likely.",
        .kinds = {Kind::text},
        .properties = {},
        .cites = {"jiang2009plausibility", "anandan2012plausibility"},
        .example_use = {.options = "--knowledge wordnet"},
        .in_words = "Guesses which words stood where wider ones stand now.",
        .scale = Scale::values,
        .reading = read_plausibility,
        .details = {{"documents", "Documents with generalised words"},
                    {"terms", "Generalised words"},
                    {"smallest_log10_t", "Least plausible document, log10 t"},
                    {"smallest_log10_uniform", "The same, uniformly"},
                    {"mean_log10_t", "Mean log10 t"}},
        .needs = "knowledge"};
}

Measurement assess_plausibility(const AssessInput& given, const NoParams&) {
    if (given.taxonomy == nullptr) throw_missing_need(plausibility_info());
    const AssessInput input = with_defaults(given);
    const PlausibilitySummary found =
        plausibility(input.context, *input.taxonomy, input.original.texts, input.released.texts);
    Measurement result;
    result.value = found.documents == 0 ? 0 : 100 * std::pow(10, -found.smallest_log10_t);
    result.details = to_json(found);
    return result;
}

}  // namespace

Method plausibility_method() {
    return make_assessment(Family::attack, plausibility_info(), Schema<NoParams>(),
                           assess_plausibility);
}

}  // namespace lethe::documents
