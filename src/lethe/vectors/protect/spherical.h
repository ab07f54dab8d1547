// Spherical microaggregation (Abril, Navarro-Arribas and Torra: Spherical microaggregation:
// anonymizing sparse vector spaces, 2015): documents are put into groups of at least k by MDAV over
// the cosine, and each is published as the mean direction of its group. See spherical.cc.
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"
#include "lethe/vectors/make/vector_defaults.h"

namespace lethe::vectors {

enum class Representative {
    spherical,  // the sum of the group, made unit length: least sum of 1 - cosine
    mean,       // the mean, as classical microaggregation has it: least sum of squares
};

struct SphericalOptions {
    std::int64_t k = kDocumentsTogether;
    Representative representative = Representative::spherical;
    // Groups are improved by exchanging documents between them for as long as that brings the
    // documents nearer to what is published of them.
    bool refine = true;
    std::int64_t most_terms = 0;  // of a published vector, its heaviest; 0: all
    // Documents are grouped by terms that correlate at least so much, too
    // (make/term_correlations.h); 0: by the terms that they share alone. What is published of a
    // group stays the same.
    double correlations = 0;
};

struct Microaggregated {
    SparseRows rows;    // of each document, in their order
    Clusters clusters;  // at least k documents each
    // The mean of 1 - cosine between a document and its published vector, before and after
    // published vectors were cut to their heaviest terms.
    double loss = 0;
    double loss_when_cut = 0;
};

// Of rows without negative weights, none of them empty; they are made unit length first.
// Error(unmet) for fewer than k documents, Error(input) for empty rows or negative weights.
Microaggregated spherical_microaggregation(const Context& context, const SparseRows& rows,
                                           const SphericalOptions& options);

}  // namespace lethe::vectors
