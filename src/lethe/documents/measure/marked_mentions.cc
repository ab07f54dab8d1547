// What people marked in the originals and the release still shows.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/measure/release_mentions.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

std::string read_marked_mentions(const Json& measurement, double value,
                                 std::optional<std::int64_t> people) {
    const Json details = measurement.value("details", Json::object());
    const auto documents = details.value("records", people.value_or(0));
    const auto exposed = figures::rounded(static_cast<double>(documents) * value / 100);
    std::string said = fmt::format(
        "In {} of {} documents that people marked ({}) something that they marked as identifying "
        "still stands",
        figures::count_text(exposed), figures::count_text(documents), figures::percent_text(value));
    if (const auto words = figures::number(details, "words")) {
        said += fmt::format(": {} of the marked words", figures::percent_text(*words));
    }
    return said + ".";
}

MethodInfo marked_mentions_info() {
    return MethodInfo{
        .name = "marked-mentions",
        .title = "What people marked",
        .summary = "Documents in which something still stands that people marked as identifying.",
        .description =
            "People read the originals and marked what identifies somebody (`--gold FILE`). What "
            "the release hides is told by comparing the texts, so it works for releases of any "
            "program. The value is the share of the marked documents in which a word still stands "
            "that was marked, whatever the policy keeps; `documents_direct` counts those where it "
            "is of a direct identifier. `words` is the share of the marked words that the release "
            "still shows: 100 less the recall. `precision` is the share of the hidden words that "
            "were marked; `direct` and `quasi` are the entities of which some mention still "
            "stands. It is the only attack that does not depend on the finders: use it on a "
            "sample that somebody marked, where one can be had. Fields that stand beside the "
            "texts are not marked, and not compared.",
        .kinds = {Kind::text},
        .properties = {Property::row_order_independent},
        .cites = {"abril2014privacy"},
        .example_use = {.original = "examples/documents/annotated.jsonl",
                        .options = "--gold examples/documents/annotated.jsonl"},
        .in_words = "Compares the release with what people marked as identifying in the originals.",
        .scale = Scale::people,
        .reading = read_marked_mentions,
        .details = {{"records", "Documents compared", false, {}, true},
                    {"documents", "Documents where something marked still stands"},
                    {"documents_direct", "Documents where a direct identifier still stands"},
                    {"words", "Marked words that still stand", true},
                    {"precision", "Of what is hidden, marked", true},
                    {"direct", "Direct identifiers that still stand somewhere", true},
                    {"quasi", "Quasi identifiers that still stand somewhere", true}},
        .finds_people = true,
        .needs = "gold"};
}

Measurement assess_marked_mentions(const AssessInput& given, const NoParams&) {
    if (given.gold == nullptr) throw_missing_need(marked_mentions_info());
    const AssessInput input = with_defaults(given);
    const GoldAssessment found =
        assess_gold(input.context, input.texts_before ? *input.texts_before : input.original,
                    input.texts_after ? *input.texts_after : input.released, *input.gold);
    const GoldCount& count = found.score.count();
    if (count.gold == 0) {
        throw Error(ErrorKind::unmet,
                    fmt::format("nothing to compare: {} marked documents are not among the "
                                "originals, {} have another text",
                                found.unknown.size(), found.different.size()));
    }
    Measurement result;
    result.value = percent(found.exposed, found.released);
    result.details = {{"records", found.released},
                      {"documents", found.exposed},
                      {"documents_direct", found.exposed_direct},
                      {"words", percent(count.gold - count.both, count.gold)},
                      {"precision", 100 * count.precision()},
                      {"direct", percent(count.direct - count.direct_found, count.direct)},
                      {"quasi", percent(count.quasi - count.quasi_found, count.quasi)}};
    if (!found.unknown.empty() || !found.different.empty()) {
        result.warnings.push_back(
            fmt::format("{} marked documents are not among the originals, {} have another text",
                        found.unknown.size(), found.different.size()));
    }
    return result;
}

}  // namespace

Method marked_mentions_method() {
    return make_assessment(Family::attack, marked_mentions_info(), Schema<NoParams>(),
                           assess_marked_mentions);
}

}  // namespace lethe::documents
