// knowledge similarity: how alike two words are, by every measure.
#include <limits>
#include <span>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/feature_reading.h"
#include "lethe/knowledge/measure.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/named_choices.h"

namespace lethe::operation {
namespace {

enum class ComparedSenses { best, first };

struct SimilarityOptions {
    KnowledgeSource source;
    std::string first;
    std::string second;
    std::vector<std::string> measures;
    ComparedSenses senses = ComparedSenses::best;
    std::string content;
    FeatureReading reading;
};

Json sense_json(const Taxonomy& taxonomy, ConceptId c) {
    return {{"id", taxonomy.id(c)}, {"label", taxonomy.label(c)}, {"gloss", taxonomy.gloss(c)}};
}

MeasureKind measure_asked(const std::string& text) {
    if (const auto kind = measure_named(text)) return *kind;
    const std::vector<std::string_view> known = measure_names();
    throw Error(
        ErrorKind::usage,
        unknown_name("measure", text, std::vector<std::string>(known.begin(), known.end())));
}

std::vector<MeasureKind> measures_asked(const std::vector<std::string>& texts) {
    std::vector<MeasureKind> kinds;
    for (const std::string& text : texts) kinds.push_back(measure_asked(text));
    if (!kinds.empty()) return kinds;
    for (const std::string_view known : measure_names()) kinds.push_back(*measure_named(known));
    return kinds;
}

// The nearest pair; of equals that of the most usual senses.
std::pair<ConceptId, ConceptId> best_senses(const Measure& measure,
                                            std::span<const ConceptId> first,
                                            std::span<const ConceptId> second) {
    double least = std::numeric_limits<double>::infinity();
    std::pair<ConceptId, ConceptId> best{first.front(), second.front()};
    for (const ConceptId a : first) {
        for (const ConceptId b : second) {
            const double distance = measure.distance(a, b);
            if (distance >= least) continue;
            least = distance;
            best = {a, b};
        }
    }
    return best;
}

Schema<FeatureReading> reading_schema() {
    using R = FeatureReading;
    return Schema<R>()
        .choice("neighbourhood", &R::neighbourhood,
                "Rodriguez-Egenhofer and Petrakis: concepts one link away, or the concept with all "
                "above it; compared as concepts or by their names",
                named_choices<Neighbourhood>(neighbourhood_names(), neighbourhood_named))
        .shown("WHICH")
        .choice("featureless", &R::featureless,
                "Rodriguez-Egenhofer: what two concepts without parts are in their parts; "
                "left-out: names and neighbours alone count",
                named_choices<Featureless>(featureless_names(), featureless_named))
        .shown("HOW")
        .field("inherit_parts", &R::inherit_parts,
               "Rodriguez-Egenhofer: parts of what is above a concept are its own");
}

Answer compare_concepts(const SimilarityOptions& options, Door& door) {
    const std::vector<MeasureKind> kinds = measures_asked(options.measures);
    const Knowledge knowledge = options.source.open(door);
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    std::vector<ConceptId> first = senses_of(taxonomy, options.first);
    std::vector<ConceptId> second = senses_of(taxonomy, options.second);
    if (options.senses == ComparedSenses::first) {
        first.resize(1);
        second.resize(1);
    }
    MeasureOptions measure_options;
    if (!options.content.empty()) {
        measure_options.content =
            std::make_shared<InformationContent>(corpus_content(taxonomy, options.content));
    }
    Json rows = Json::array();
    for (const MeasureKind kind : kinds) {
        measure_options.kind = kind;
        const auto measure = make_measure(knowledge.taxonomy, measure_options, options.reading);
        const auto [a, b] = best_senses(*measure, first, second);
        rows.push_back({{"measure", name(kind)},
                        {"published", measure->published(a, b)},
                        {"published_is", is_distance(kind) ? "distance" : "similarity"},
                        {"distance", measure->distance(a, b)},
                        {"first", sense_json(taxonomy, a)},
                        {"second", sense_json(taxonomy, b)}});
    }
    return {Json{{"kind", "similarity"},
                 {"source", options.source.source},
                 {"name", taxonomy.name()},
                 {"version", taxonomy.version()},
                 {"first", options.first},
                 {"second", options.second},
                 {"senses", {first.size(), second.size()}},
                 {"content", options.content.empty() ? "intrinsic" : options.content},
                 {"measures", std::move(rows)}}};
}

}  // namespace

Operation knowledge_similarity() {
    using O = SimilarityOptions;
    return make_operation(
        {.name = "similarity",
         .words = {"knowledge", "similarity"},
         .summary = "How alike two words or concepts are, by every measure",
         .examples = {"lethe knowledge similarity dog cat"}},
        Schema<O>()
            .field("first", &O::first, "A word, an id, or a sense such as cell#3")
            .at_place("A")
            .required()
            .field("second", &O::second, "The other one")
            .at_place("B")
            .required()
            .include(&O::source, KnowledgeSource::schema())
            .field("measure", &O::measures, "Only this measure; may be repeated")
            .separated("NAME")
            .choice("senses", &O::senses,
                    "Of words with several: the pair that is best, or the first of each",
                    {{"best", ComparedSenses::best}, {"first", ComparedSenses::first}})
            .shown("WHICH")
            .field("content", &O::content,
                   "Counts of a corpus (a WordNet-InfoContent file) for Resnik, Lin and "
                   "Jiang-Conrath (default: from the taxonomy alone)")
            .shown("FILE")
            .include(&O::reading, reading_schema()),
        compare_concepts);
}

}  // namespace lethe::operation
