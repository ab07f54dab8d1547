// A partition of records into clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

struct Clusters {
    std::vector<std::int32_t> of;  // per row: the number of its cluster, 0 .. count - 1
    std::int32_t count = 0;

    friend bool operator==(const Clusters&, const Clusters&) = default;
};

// Error(usage) unless k >= 1, Error(unmet) for fewer than k records.
void check_cluster_size(std::int64_t records, std::int64_t k);

// The rows of each cluster, ascending.
class ClusterRows {
  public:
    explicit ClusterRows(const Clusters& clusters);
    std::int32_t count() const { return static_cast<std::int32_t>(begin_.size()) - 1; }
    std::span<const std::int64_t> operator[](std::int32_t cluster) const {
        const auto i = static_cast<std::size_t>(cluster);
        return std::span(rows_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
    }

  private:
    std::vector<std::size_t> begin_;
    std::vector<std::int64_t> rows_;
};

}  // namespace lethe
