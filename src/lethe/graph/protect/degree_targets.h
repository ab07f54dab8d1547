// Which numbers of neighbours nodes should have so that k of them share these and their profile:
// the first half of k-anonymity over profile and degree together. See degree_targets.cc.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// How a node is joined: to how many others in both directions (where edges have none: to how many
// at all), to how many only from it, and from how many only to it. Who knows any number of a
// node's neighbours knows a sum of these.
enum NodeEnd { kBothWays, kOnlyFrom, kOnlyTo };
inline constexpr int kNodeEnds = 3;
using EndCounts = std::array<std::int64_t, kNodeEnds>;

enum class DegreeChange {
    moved,  // degrees go up and down, to the middle of those that share one
    added,  // degrees only go up
};

struct DegreeTargets {
    std::vector<EndCounts> of;  // of each node
    std::int64_t moved = 0;     // the sum of how far degrees are from them
};

// Targets such that within each profile every combination of them is that of k nodes at least, and
// that edges can add up to: both ends of an edge count. Every profile has k nodes or more. O(n k)
// time for degrees that go up, O(n k^2) otherwise.
DegreeTargets degree_targets(std::span<const EndCounts> degrees, const Clusters& profiles,
                             std::int64_t k, DegreeChange change);

}  // namespace lethe::graph
