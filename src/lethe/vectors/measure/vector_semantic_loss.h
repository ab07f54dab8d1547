// What publishing generalised terms in place of those of the documents loses of their meaning.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/vectors/measure/semantic_pair.h"

namespace lethe::vectors {

struct VectorSemanticLoss {
    // Mean over the documents of the mean dissimilarity of their terms from the published terms
    // that stand for them, each published one for one term; 1 for a term without any.
    double mean_distance = 0;
    std::int64_t groups = 0;  // different lists
    SemanticLoss squares;     // as the record of a semantic release has it
};

VectorSemanticLoss vector_semantic_loss(const Context& context, const SemanticPair& pair);

Json to_json(const VectorSemanticLoss& loss);

}  // namespace lethe::vectors
