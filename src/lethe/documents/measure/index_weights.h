// Weights of the combined index of retrieval (retrieval.h), learnt from examples that people
// judged.
//
// Each example is the parts of an index with their signs, in percent, and how large the loss or the
// risk removed is in the eyes of a judge. Weights that are not negative and make the index nearest
// to the judgements, by least squares, are looked for. With six parts all supports can be tried: of
// every set of parts the unrestricted least squares; the best of those without a negative weight is
// the best of all, because the restricted optimum is unrestricted on its own support.
#pragma once

#include <array>
#include <vector>

#include "lethe/documents/measure/retrieval.h"

namespace lethe::documents {

struct IndexExample {
    std::array<double, kIndexParts> parts{};
    double judged = 0;
};

struct LearntWeights {
    IndexWeights weights{};  // their sum is that of the published ones
    double scale = 0;        // judgements are this times the index
    double error = 0;        // root mean square of what is left, over the examples
    // The same where each example is left out of what is learnt for it; 0 with one example.
    double cross_validated = 0;
};

// Parts that no example tells apart from others, or at all, get 0. Error(unmet) without examples,
// and where no weights at all are better than none.
LearntWeights learn_index_weights(const std::vector<IndexExample>& examples);

}  // namespace lethe::documents
