// Semantic microaggregation as a method of the catalogue.
#include <fmt/format.h>

#include <utility>

#include "lethe/core/error.h"
#include "lethe/vectors/protect/semantic.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::vectors {
namespace {

Schema<SemanticOptions> semantic_schema() {
    return Schema<SemanticOptions>()
        .field("k", &SemanticOptions::k, "Documents that share a published vector, at least",
               at_least(2))
        .choice("weights", &SemanticOptions::pair_weight,
                "Weight of a pair of terms: the mean of their weights, or none",
                {{"mean", SemanticOptions::PairWeight::mean},
                 {"none", SemanticOptions::PairWeight::none}})
        .choice("unmatched", &SemanticOptions::unmatched,
                "What a term without a partner costs: nothing, or as much as a partner that has "
                "nothing in common with it",
                {{"free", SemanticOptions::Unmatched::free},
                 {"whole", SemanticOptions::Unmatched::whole}})
        .choice("generalised", &SemanticOptions::generalised,
                "A generalised term is known by its name, with all its senses, or as the concept "
                "alone",
                {{"name", SemanticOptions::Generalised::name},
                 {"concept", SemanticOptions::Generalised::concept_alone}})
        .choice("deepest", &SemanticOptions::deepest,
                "The common hypernym that is deepest by its shortest or longest way up",
                {{"shortest", SemanticOptions::Deepest::shortest},
                 {"longest", SemanticOptions::Deepest::longest}});
}

ProtectOutput protect_semantically(const ProtectInput& input, const SemanticOptions& options) {
    if (input.taxonomy == nullptr) {
        throw Error(ErrorKind::usage, "comparing terms by their meaning needs a taxonomy");
    }
    SemanticResult result =
        semantic_microaggregation(input.context, input.vectors, input.taxonomy, options);
    ProtectOutput output;
    output.facts = semantic_schema().dump(options);
    output.facts["knowledge"] = {{"name", input.taxonomy->name()},
                                 {"version", input.taxonomy->version()}};
    output.loss = {{"sse", result.loss.sse}, {"ssa", result.loss.ssa}, {"il", result.loss.share()}};
    if (result.unknown_terms > 0) {
        output.warnings.push_back(
            fmt::format("{} of {} terms are not in the taxonomy: they have nothing in common with "
                        "any other (lethe text vectors --wordnet leaves them out)",
                        result.unknown_terms, input.vectors.terms.size()));
    }
    output.vectors = std::move(result.vectors);
    output.clusters = std::move(result.clusters);
    return output;
}

}  // namespace

Method semantic_method() {
    return make_protection(
        MethodInfo{
            .name = "semantic",
            .title = "Semantic microaggregation",
            .summary = "Groups of k documents alike in meaning, published as what they share.",
            .description =
                "Documents are lists of weighted nouns. Two are compared by pairing their terms "
                "greedily, the heaviest first, each with the term that is nearest to it in a "
                "taxonomy (Wu and Palmer), and MDAV puts them into groups of at least `k`. A group "
                "is published as the list of the hypernyms that its documents' terms share: a dog "
                "and a horse become a placental. Use it where readers should see what documents "
                "are about, or where rare words must not be published; for searching and mining by "
                "the cosine, `spherical` keeps far more, since a hypernym is another word to the "
                "cosine. Terms must be nouns in their dictionary form, not stems: `lethe text "
                "vectors --wordnet` makes such vectors. Beware: lists get shorter and more general "
                "with every document that is folded in, the result depends on the order of the "
                "rows, and terms that the taxonomy lacks have nothing in common with any other. "
                "The time grows with the square of the documents times that of their lengths.",
            .kinds = {Kind::semantic},
            .properties = {Property::k_anonymous, Property::pairwise},
            .cites = {"abril2013vector", "abril2014privacy", "wu1994verb"},
            .example = {{"k", 3}},
            .in_words =
                "Documents about similar things are put into groups, and each document is "
                "published as a list of more general words that cover those of its group. Nobody "
                "can tell the documents of a group from each other.",
            .ladder = {{{"k", 2}}, {{"k", 3}}, {{"k", 5}}, {{"k", 10}}}},
        semantic_schema(), protect_semantically);
}

}  // namespace lethe::vectors
