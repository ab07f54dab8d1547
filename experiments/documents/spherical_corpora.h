// The two collections of the experiments with spherical microaggregation: news in eight classes and
// film reviews in two, as vectors of all documents, of a training part and of a test part.
#pragma once

#include <string>

#include "experiments/reproduce.h"
#include "lethe/core/context.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/vectors/make/document_vectors.h"
#include "lethe/vectors/measure/classification_scenarios.h"

namespace lethe::reproduction {

struct VectorCorpus {
    std::string name;
    vectors::DocumentVectors all, training, test;  // each with weights and terms of its own
    std::int64_t dropped = 0;                      // documents of `all` without a term left
};

// Words that WordNet knows alone; null: all words.
VectorCorpus news_corpus(const ReproduceOptions& options, const Context& context,
                         const TaxonomyPtr& wordnet);
// The split of the source, 71 % at random (1420 of 2000) and the rest, with our seed.
VectorCorpus review_corpus(const ReproduceOptions& options, const Context& context,
                           const TaxonomyPtr& wordnet);

}  // namespace lethe::reproduction
