// Communities by the method of Louvain (Blondel et al. 2008): nodes move to the neighbouring
// community that gains most modularity until none does, communities become the nodes of a smaller
// graph, and so on.
//
// Deterministic: nodes are visited in their order, gains are compared as whole numbers, and of
// equal ones the community with the lowest number wins (one's own before all). Nearly linear in the
// edges.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct Communities {
    std::vector<std::int32_t> of;  // each node's, numbered from 0 by size, the largest first
    std::int32_t count = 0;
    double modularity = 0;  // share of the edges inside, less what chance would put there
};

Communities communities(const Context& context, const Adjacency& adjacency);

// The modularity of any partition, by its definition. 0 without edges.
double modularity(const Adjacency& adjacency, const std::vector<std::int32_t>& of);

}  // namespace lethe::graph
