#include "lethe/algo/partition/clusters.h"

#include <fmt/format.h>

#include <numeric>

#include "lethe/core/error.h"

namespace lethe {

void check_cluster_size(std::int64_t records, std::int64_t k) {
    if (k < 1) throw Error(ErrorKind::usage, "k must be at least 1");
    if (records < k) {
        throw Error(ErrorKind::unmet,
                    fmt::format("clusters of {} records cannot be made of {} records", k, records));
    }
}

ClusterRows::ClusterRows(const Clusters& clusters)
    : begin_(static_cast<std::size_t>(clusters.count) + 1, 0), rows_(clusters.of.size()) {
    for (const std::int32_t cluster : clusters.of) ++begin_[static_cast<std::size_t>(cluster) + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t row = 0; row < clusters.of.size(); ++row) {
        rows_[next[static_cast<std::size_t>(clusters.of[row])]++] = static_cast<std::int64_t>(row);
    }
}

}  // namespace lethe
