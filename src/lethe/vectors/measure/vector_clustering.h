// Whether clusters of published vectors are those of the original ones: both are clustered by
// spherical k-means, from the same start, and the two partitions of the documents are compared.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/sparse_rows.h"

namespace lethe::vectors {

struct ClusteringOptions {
    std::vector<std::int64_t> clusters = {5, 10, 15, 20, 25};
    std::int64_t restarts = 10;
};

// The numbers of clusters, ascending: those asked for, and as many as there are classes, where
// there are two or more.
std::vector<std::int64_t> cluster_counts(const ClusteringOptions& options, std::int64_t classes);

Clusters cluster_vectors(const Context& context, const SparseRows& rows, std::int64_t count,
                         std::int64_t restarts, const Random& random);

struct ComparedClusters {
    std::int64_t clusters = 0;  // asked for
    std::int64_t found = 0;     // fewer where there are fewer different vectors
    PartitionSimilarity with_original;
    std::optional<PartitionSimilarity> with_labels;  // where there are classes
};

// Clusters of the published rows beside `original`, those of the original rows. `classes`: of each
// document, or empty.
ComparedClusters compare_clusters(const Context& context, const SparseRows& published,
                                  std::int64_t count, std::int64_t restarts, const Random& random,
                                  const Clusters& original, std::span<const std::int32_t> classes);

Json to_json(const ComparedClusters& compared);
// Rand, adjusted Rand and Jaccard.
Json similarity_json(const PartitionSimilarity& similarity);

}  // namespace lethe::vectors
