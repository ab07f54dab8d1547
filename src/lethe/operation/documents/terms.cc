// text terms: what a list of risk terms expands to.
#include <algorithm>

#include "lethe/documents/review/risk_terms.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"

namespace lethe::operation {
namespace {

struct TermsOptions {
    std::string file = "eo13526";
    KnowledgeSource source;
};

Json seed_json(const documents::RiskTerms& terms, std::size_t seed, const Taxonomy& taxonomy) {
    const documents::RiskSeed& given = terms.seeds[seed];
    Json senses = Json::array();
    for (const ConceptId sense : given.senses) {
        senses.push_back({{"id", taxonomy.id(sense)},
                          {"label", taxonomy.label(sense)},
                          {"gloss", taxonomy.gloss(sense)}});
    }
    Json synonyms = Json::array();
    Json hyponyms = Json::array();
    for (const documents::RiskTerm& term : terms.terms) {
        if (term.seed != static_cast<std::int32_t>(seed)) continue;
        if (term.origin == documents::TermOrigin::synonym) synonyms.push_back(term.text);
        if (term.origin == documents::TermOrigin::hyponym) hyponyms.push_back(term.text);
    }
    return {{"seed", given.text},
            {"senses_known", given.senses_known},
            {"senses", std::move(senses)},
            {"synonyms", std::move(synonyms)},
            {"hyponyms", std::move(hyponyms)}};
}

Answer expand_terms(const TermsOptions& options, Door& door) {
    const documents::RiskTermList list = documents::read_risk_terms(options.file);
    const Knowledge knowledge = options.source.open(door);
    const documents::RiskTerms terms = documents::expand_risk_terms(list, knowledge.taxonomy);
    Json seeds = Json::array();
    for (std::size_t i = 0; i < terms.seeds.size(); ++i) {
        seeds.push_back(seed_json(terms, i, *knowledge.taxonomy));
    }
    return {Json{{"kind", "risk-terms"},
                 {"file", options.file},
                 {"source", knowledge.taxonomy->name()},
                 {"expansion", name(list.expansion)},
                 {"sense_choice", name(list.sense_choice)},
                 {"all_senses", list.all_senses},
                 {"count", terms.terms.size()},
                 {"left_out", terms.left_out},
                 {"seeds", std::move(seeds)}}};
}

}  // namespace

Operation risk_terms() {
    using O = TermsOptions;
    return make_operation(
        {.name = "terms",
         .words = {"text", "terms"},
         .summary = "What risk terms expand to: their senses, synonyms and hyponyms",
         .examples = {"lethe text terms eo13526"}},
        Schema<O>()
            .field("file", &O::file, "The terms (TOML), or eo13526: those of Executive Order 13526")
            .at_place("FILE")
            .include(&O::source, KnowledgeSource::schema()),
        expand_terms);
}

}  // namespace lethe::operation
