// Semantic microaggregation of document vectors (Abril, Navarro-Arribas and Torra: Vector space
// model anonymization, 2013): documents are lists of weighted nouns, compared by what the nouns
// mean; a group is published as the list of the hypernyms that its documents' terms share. See
// semantic.cc.
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/vectors/make/document_vectors.h"
#include "lethe/vectors/make/vector_defaults.h"

namespace lethe::vectors {

struct SemanticOptions {
    std::int64_t k = kDocumentsTogether;
    // The factor of a pair of terms: the mean of their weights, or 1.
    enum class PairWeight { mean, none } pair_weight = PairWeight::mean;
    // What a term of the longer list without a partner costs: nothing, as published, or as much as
    // a partner that has nothing in common with it.
    enum class Unmatched { free, whole } unmatched = Unmatched::free;
    // A generalised term is looked up again by its name, with all its senses, or stays the concept
    // that it was made from.
    enum class Generalised { name, concept_alone } generalised = Generalised::name;
    // Of several common hypernyms the one of the greatest depth by its shortest way up, or by its
    // longest.
    enum class Deepest { shortest, longest } deepest = Deepest::shortest;
};

struct SemanticLoss {
    double sse = 0;  // of each document to what is published of it, squared
    double ssa = 0;  // of what is published to the aggregate of all documents, squared
    double share() const { return sse + ssa > 0 ? sse / (sse + ssa) : 0; }
};

struct SemanticResult {
    DocumentVectors vectors;  // terms are names of concepts; equal terms of a row added up
    Clusters clusters;
    SemanticLoss loss;
    std::int64_t unknown_terms = 0;  // that the taxonomy lacks: at distance 1 from all others
};

// Of vectors whose rows are not empty and have no negative weights; terms are nouns of the
// taxonomy, not stems. Error(unmet) for fewer than k documents, Error(input) where no term is
// known.
SemanticResult semantic_microaggregation(const Context& context, const DocumentVectors& vectors,
                                         const TaxonomyPtr& nouns, const SemanticOptions& options);

}  // namespace lethe::vectors
