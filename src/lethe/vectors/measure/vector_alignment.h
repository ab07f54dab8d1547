// Whether row i of published vectors looks like row i of the original.
//
// Without ids and a private log rows are matched by their order. Where that is another one, every
// attack finds about nobody and the release looks safe. So each vector is compared with the one
// that it is taken for and with one half the collection away: if its own is no nearer, nothing was
// measured.
#pragma once

#include <cstdint>

#include "lethe/vectors/make/document_vectors.h"

namespace lethe::vectors {

struct VectorAlignment {
    double own = 0;     // mean cosine of a vector and the one that it is taken for
    double chance = 0;  // of vectors that were put together at random
    double sigmas = 0;  // how many standard errors lie between them
    std::int64_t rows = 0;
    bool compared = false;  // false: no term in common, or all are published as one vector

    // Fewer than two standard errors, on twenty documents or more. (Tables ask for four: their rows
    // agree in whole cells. A vector is the mean of its group, whose terms many others have.)
    bool doubtful() const { return compared && rows >= 20 && sigmas < 2; }
};

// Of as many documents each. Linear in the entries.
VectorAlignment vector_alignment(const DocumentVectors& original, const DocumentVectors& published);

}  // namespace lethe::vectors
