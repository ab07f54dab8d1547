// Ward's hierarchical clustering of weighted points that are given by their distances alone.
//
// Two clusters are joined where that raises the sum of squares within clusters least. Squared
// distances of any origin will do: the rule of Lance and Williams needs no coordinates.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

// Clusters are named by the lowest of their points.
struct WardMerge {
    std::int32_t first = 0;
    std::int32_t second = 0;  // above `first`, whose name the joined cluster takes
    double growth = 0;        // of the sum of squares within clusters
};

struct Dendrogram {
    std::vector<std::int64_t> weights;  // of the points
    std::vector<WardMerge> merges;      // one less than points; growths ascend

    // The cluster of each point when `clusters` are left (at least 1, at most as many as points),
    // numbered by their lowest points.
    std::vector<std::int32_t> cut(std::int64_t clusters) const;

    // The number of clusters, least <= number <= most, with the highest index of Calinski and
    // Harabasz: the variation between clusters over that within, each divided by its degrees of
    // freedom. Each point alone is no clustering. Ties go to fewer clusters; with no more points
    // than `least`, the number of points.
    std::int64_t best_number(std::int64_t least, std::int64_t most) const;
};

constexpr std::int64_t kMostWardPoints = 15'000;

// `squared(a, b)` is the squared distance of two points, symmetric; it is asked once for each pair,
// from several threads. Nearest-neighbour chains: time O(points^2), memory 4 bytes x points^2.
// Error(unmet) for more than kMostWardPoints points.
Dendrogram ward(const Context& context, std::span<const std::int64_t> weights,
                const std::function<double(std::int32_t, std::int32_t)>& squared);

}  // namespace lethe
