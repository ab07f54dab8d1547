// k-degree anonymity: for every node there are at least k - 1 others with as many neighbours, so
// that knowing how many friends someone has does not find them. Edges are only added (Liu and
// Terzi: Towards identity anonymization on graphs, 2008). See k_degree.cc. Degrees are numbers of
// different neighbours, without direction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct DegreeClasses {
    std::int64_t smallest = 0;  // nodes of the smallest class of equal degree; 0 without nodes
    std::int64_t classes = 0;
    std::int64_t below = 0;  // nodes in classes of fewer than k
};

DegreeClasses degree_classes(const Adjacency& adjacency, std::int64_t k);

// The k-anonymous sequence of the least sum that is nowhere below `degrees`, which descend; so does
// it. Of at least k degrees. O(n k) time.
std::vector<std::int64_t> anonymous_degrees(std::span<const std::int64_t> degrees, std::int64_t k);

// The edges to add, between nodes that are not joined yet. Error(usage) for k < 1, Error(unmet) for
// fewer than k nodes.
std::vector<Edge> k_degree_additions(const Context& context, const Adjacency& adjacency,
                                     std::int64_t k, const Random& random);

// The graph with further edges, with drawn weights where edges have weights.
SocialGraph with_edges(const SocialGraph& graph, std::span<const Edge> added, const Random& random);

// Of edges that are not the graph's: drawn from the weights of those that are, so that they do not
// stand out. Empty where the graph has none.
std::vector<double> drawn_weights(const SocialGraph& graph, std::size_t count,
                                  const Random& random);

}  // namespace lethe::graph
