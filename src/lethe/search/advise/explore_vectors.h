// Exploring protections of document vectors.
#pragma once

#include <string>
#include <vector>

#include "lethe/knowledge/taxonomy.h"
#include "lethe/search/advise/explore_data.h"
#include "lethe/vectors/make/document_vectors.h"

namespace lethe::search {

// Every protection of vectors that these can take at each setting of its ladder: those that need
// what words mean only with a taxonomy, none that asks for more documents than there are.
std::vector<ProtectionSteps> vector_grid(const vectors::DocumentVectors& original,
                                         bool has_taxonomy);

// Attacks: all of the catalogue that find people. `loss` names the loss measure; empty: the first.
struct VectorExploration {
    std::string loss;
    double alpha = 0.5;
    std::optional<double> max_risk = {};
    TaxonomyPtr taxonomy = nullptr;
};

Exploration explore_vectors(const vectors::DocumentVectors& original,
                            const std::vector<ProtectionSteps>& grid,
                            const VectorExploration& options,
                            const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                            const Random& random, const Context& context);

}  // namespace lethe::search
