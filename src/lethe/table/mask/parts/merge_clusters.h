// Columns that were masked cluster by cluster, put together again.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/data/column.h"

namespace lethe::mask {

// Row i of parts[c] is row clusters[c][i] of the result. Categories are joined by their text, in
// the order in which the clusters have them. An ordinal column stays ordinal where the orders of
// the clusters fix the order of all categories; otherwise it becomes nominal and a warning says so.
// Error(usage) where a column is numeric in some clusters only.
ColumnPtr merge_clusters(const ClusterRows& clusters, std::span<const ColumnPtr> parts,
                         std::int64_t rows, std::vector<std::string>& warnings);

}  // namespace lethe::mask
