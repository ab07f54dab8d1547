// k-anonymity over profile and degree together: for every node there are at least k - 1 others with
// the same published values and as many neighbours, in each direction where edges have one, and
// neighbours that are joined back. Who knows what somebody says of themselves and how many they
// know then finds k nodes. See degree_targets.cc for the degrees, joined_ends.cc for the edges.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/protect/degree_targets.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// The edges of a graph in which the degrees are k-anonymous within each profile, ascending. The
// graph has no loops and repeats. Error(unmet) for a profile of fewer than k nodes.
std::vector<Edge> k_profile_degree_edges(const Context& context, const SocialGraph& graph,
                                         const Clusters& profiles, std::int64_t k,
                                         DegreeChange change, const Random& random);

}  // namespace lethe::graph
