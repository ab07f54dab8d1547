#include "algorithms.h"

#include <utility>

namespace lethe::test {
namespace {

constexpr std::pair<std::string_view, Algorithm> kAlgorithms[] = {
    {"gray-code", gray_code},
    {"crossover", crossover},
    {"roulette", roulette},
    {"partition-similarity", partition_similarity},
    {"transition-matrix", transition_matrix},
    {"formula-stack", formula_stack},
    {"formula-matrix", formula_matrix},
    {"rounded-matrix", rounded_matrix},
    {"tuple-space", tuple_space},
    {"concept-distance", concept_distance},
    {"retrieval-measures", retrieval_measures},
    {"retrieval-changes", retrieval_changes},
    {"combined-index", combined_index},
    {"index-weights", index_weights},
    {"relevance-threshold", relevance_threshold},
    {"sanitise-text", sanitise_text},
    {"term-dissimilarity", term_dissimilarity},
    {"term-lists", term_lists},
    {"semantic-microaggregation", semantic_microaggregation},
    {"semantic-loss", semantic_loss},
    {"graph-measures", graph_measures},
    {"shuffled-values", shuffled_values},
};

}  // namespace

Algorithm find_algorithm(std::string_view name) {
    for (const auto& [known, algorithm] : kAlgorithms) {
        if (known == name) return algorithm;
    }
    return nullptr;
}

}  // namespace lethe::test
