// The risk of published vectors whose terms were generalised: an intruder who holds the original
// vectors links each to the published one that is nearest in meaning.
#pragma once

#include "lethe/core/context.h"
#include "lethe/method/right_links.h"
#include "lethe/vectors/measure/semantic_pair.h"

namespace lethe::vectors {

// Of the distances of semantic_matching.h that one of both weights and both ways to count terms
// without a partner.
struct SemanticLinkageOptions {
    SemanticOptions::PairWeight weights = SemanticOptions::PairWeight::mean;
    SemanticOptions::Unmatched unmatched = SemanticOptions::Unmatched::free;
};

// What is published k times over is found with a chance of 1/k at most: `expected` counts that.
RightLinks vector_semantic_linkage(const Context& context, const SemanticPair& pair,
                                   const SemanticLinkageOptions& options);

}  // namespace lethe::vectors
