// Spherical k-means (Dhillon and Modha: Concept decompositions for large sparse text data using
// clustering, 2001): each document belongs to the centre with the largest cosine, each centre is
// the mean direction of its documents. See spherical_k_means.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct KMeansOptions {
    std::int64_t clusters = 10;  // at most as many as there are different rows
    std::int64_t restarts = 10;  // the best is kept
    std::int64_t most_rounds = 100;
    double least_gain = 1e-6;  // relative to the objective; below it a search ends
};

struct KMeansResult {
    Clusters clusters;           // none of them empty
    double objective = 0;        // the sum of cosines between documents and their centres
    std::vector<double> course;  // of the objective, round by round: it never falls
};

// Error(usage) for options out of range, Error(input) where there are no rows. The result does not
// depend on the number of threads.
KMeansResult spherical_k_means(const Context& context, const SparseRows& rows,
                               const KMeansOptions& options, const Random& random);

}  // namespace lethe::vectors
