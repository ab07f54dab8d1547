// Original and published vectors over the same terms, row beside row: what every measure begins
// with.
#pragma once

#include "lethe/data/sparse_rows.h"
#include "lethe/vectors/vector_method.h"

namespace lethe::vectors {

struct VectorPair {
    SparseRows original, published;
};

// Over the terms of both. Error(input) for different numbers of documents, for none at all, and for
// a negative weight.
VectorPair vector_pair(const AssessInput& input);

// The same for what compares words: Error(unmet) where both have no term in common. Everything
// would be equally far from everything, so that nobody is found and half of the variation is kept.
VectorPair pair_of_words(const AssessInput& input);

// A measure's own: terms that correlate in the originals count for each other. The rows of both,
// spread over them and of unit length; as they are where `least` is 0.
VectorPair with_correlations(const Context& context, VectorPair pair, double least);

// Error(input), naming `file`, for a negative weight.
void check_not_negative(const SparseRows& rows, const std::string& file);

}  // namespace lethe::vectors
