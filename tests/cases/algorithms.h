// Algorithms that are not methods of the catalogue, as cases call them: from the `input` of a case
// to a result, which the case's `expect` looks into. To add one, write its function, in a file by
// subject, and its line in algorithms.cc.
#pragma once

#include <string_view>

#include "lethe/core/json.h"

namespace lethe::test {

using Algorithm = Json (*)(const Json& input);

Algorithm find_algorithm(std::string_view name);  // null when there is none

Json gray_code(const Json& input);
Json crossover(const Json& input);
Json roulette(const Json& input);
Json partition_similarity(const Json& input);
Json transition_matrix(const Json& input);
Json formula_stack(const Json& input);
Json formula_matrix(const Json& input);
Json rounded_matrix(const Json& input);
Json tuple_space(const Json& input);
Json concept_distance(const Json& input);
Json retrieval_measures(const Json& input);
Json retrieval_changes(const Json& input);
Json combined_index(const Json& input);
Json index_weights(const Json& input);
Json relevance_threshold(const Json& input);
Json sanitise_text(const Json& input);
Json term_dissimilarity(const Json& input);
Json term_lists(const Json& input);
Json semantic_microaggregation(const Json& input);
Json semantic_loss(const Json& input);
Json graph_measures(const Json& input);
Json shuffled_values(const Json& input);

}  // namespace lethe::test
