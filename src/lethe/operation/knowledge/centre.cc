// knowledge centre: the concept in the middle of values, and what others take for it.
#include <algorithm>

#include "lethe/operation/operation.h"
#include "lethe/operation/shared/semantic_values.h"
#include "lethe/space/tuple_centre.h"

namespace lethe::operation {
namespace {

struct SemanticCentreOptions {
    SemanticValues values;
    std::int64_t candidates = 10;
};

Json centre_json(const ValueSet& set, const TupleSpace::Point& point) {
    return {{"label", set.text(point)}, {"id", set.id(point)}, {"sum", set.sum(point)}};
}

// The concepts between the values and their least common subsumer, the nearest to all of them
// first.
Json nearest_candidates(const ValueSet& set, std::int64_t most) {
    const ValueDomain& domain = *set.space->domain(0);
    std::vector<ConceptId> concepts;
    for (std::int32_t v = 0; v < domain.values(); ++v) {
        const ConceptId c = domain.concept_of(domain.candidate_of(v));
        if (c != kNoConcept) concepts.push_back(c);
    }
    Json rows = Json::array();
    if (concepts.empty() || !domain.has_concepts()) return rows;
    std::vector<std::pair<double, std::int32_t>> sums;
    const std::vector<ConceptId> between = domain.taxonomy().minimum_hierarchy(concepts);
    for (std::int32_t c = 0; c < domain.candidates(); ++c) {
        if (std::ranges::binary_search(between, domain.concept_of(c))) {
            sums.emplace_back(set.sum({static_cast<double>(c)}), c);
        }
    }
    std::ranges::sort(sums);
    for (const auto& [sum, candidate] : sums) {
        if (std::ssize(rows) == most) break;
        rows.push_back(centre_json(set, {static_cast<double>(candidate)}));
    }
    return rows;
}

Answer find_centre(const SemanticCentreOptions& options, Door& door) {
    const ValueSet set = options.values.open(door);
    const auto centre_of = [&](CentreKind kind) {
        TupleCentre centre(*set.space, {kind, {}});
        for (std::int32_t t = 0; t < set.space->tuples(); ++t) centre.add(t, set.space->count(t));
        return centre.point();
    };
    const TupleSpace::Point centre = centre_of(CentreKind::semantic);
    Json rivals = Json::array();
    for (const auto& [name, kind] :
         {std::pair("mode", CentreKind::mode), std::pair("lcs", CentreKind::lcs),
          std::pair("medoid", CentreKind::medoid), std::pair("consensus", CentreKind::consensus)}) {
        Json rival = centre_json(set, centre_of(kind));
        rival["centre"] = name;
        rivals.push_back(std::move(rival));
    }
    Json distances = Json::array();
    for (std::int32_t t = 0; t < set.space->tuples(); ++t) {
        distances.push_back({{"label", set.text(t)},
                             {"count", set.space->count(t)},
                             {"distance", set.space->mean(set.space->parts(centre, t))}});
    }
    return {Json{{"kind", "semantic-centre"},
                 {"about", "original"},
                 {"column", set.column},
                 {"name", set.taxonomy},
                 {"measure", name(options.values.measure)},
                 {"values", set.values},
                 {"missing", set.missing},
                 {"different", set.space->tuples()},
                 {"semantic", centre_json(set, centre)},
                 {"rivals", std::move(rivals)},
                 {"distances", std::move(distances)},
                 {"candidates", nearest_candidates(set, options.candidates)}}};
}

void check_centre(const SemanticCentreOptions& options, const Door&, Problems& problems) {
    options.values.check(problems);
}

}  // namespace

Operation knowledge_centre() {
    using O = SemanticCentreOptions;
    return make_operation(
        {.name = "centre",
         .words = {"knowledge", "centre"},
         .summary = "The concept in the middle of values, and how far they are from it",
         .notes = "The semantic centre is the concept, between the values and their least common "
                  "subsumer, with the least sum of distances to all values. Beside it stand what "
                  "others take: the most frequent value (mode), the least common subsumer (lcs), "
                  "the value nearest to the others (medoid), and the value that the others are "
                  "least confused with (consensus).",
         .examples = {"lethe knowledge centre --values lumbago,lumbago,migraine,colic,appendicitis",
                      "lethe sample survey --rows 200 --seed 1 -o visitors.csv",
                      "lethe knowledge centre visitors.csv --column reason"}},
        Schema<O>()
            .include(&O::values, SemanticValues::schema())
            .field("candidates", &O::candidates, "How many of the concepts tried are shown",
                   at_least(0))
            .shown("N"),
        find_centre, check_centre);
}

}  // namespace lethe::operation
