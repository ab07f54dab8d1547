// What publishing other vectors in place of the original ones loses, on the sphere, where distance
// is 1 - cosine, and in Euclid's space (Abril, Navarro-Arribas and Torra, 2015). Groups are the
// documents that are published as the same vector.
//
//   spherical   SSE = sum of 1 - cos(document, published)
//               SSA = sum of 1 - cos(published, mean direction of all documents)
//               IL  = SSE / (SSE + SSA)
//   classical   SSE = sum of |document - published|^2
//               SSA = sum of |published - mean of all documents|^2
//               SST = sum of |document - mean of all documents|^2        IL = SSE / SST
//
// Documents are made unit length first; what is published is taken as it is where they have that
// length already, and made unit length as well where they do not. SSE + SSA = SST where
// group means are published. Of unit vectors in place of means the classical SSE is larger, so that
// IL may be above 1.
#pragma once

#include "lethe/core/json.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct SphericalLoss {
    double sse = 0;
    double ssa = 0;
    double share() const { return sse + ssa > 0 ? sse / (sse + ssa) : 0; }
};

struct ClassicalLoss {
    double sse = 0;
    double ssa = 0;
    double sst = 0;
    double share() const { return sst > 0 ? sse / sst : 0; }
};

struct VectorLoss {
    SphericalLoss spherical;
    ClassicalLoss classical;
    double mean_distance = 0;  // 1 - cosine between a document and what is published of it
    std::int64_t groups = 0;
};

// Row i of `published` is what is published of row i; both over the same columns. The cosine with
// an empty row is 0. Error(internal) for different numbers of rows or columns.
VectorLoss vector_loss(const SparseRows& original, const SparseRows& published);

// How far the originals lie from each other (sst) describes them (method/publication.h).
Json to_json(const VectorLoss& loss);

}  // namespace lethe::vectors
