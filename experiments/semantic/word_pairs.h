// Pairs of words that people said how alike they are, and correlations with that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/experiments.h"
#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::reproduction {

struct SimilarPair {
    std::string first_word, second_word;
    std::vector<ConceptId> first, second;  // senses
    double score;                          // what people said
};

struct Pairs {
    std::vector<SimilarPair> known;
    std::int64_t unknown = 0;  // at least one of the words is not in the taxonomy
};

// Of a file in the folder semantic_similarity.
Pairs read_pairs(const ReproduceOptions& options, std::string_view file, const Taxonomy& taxonomy,
                 const Context& context);

// Without its sign; none where one of the two does not vary.
std::optional<double> pearson(const std::vector<double>& x, const std::vector<double>& y);
// Equal values share the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values);

}  // namespace lethe::reproduction
