// Random changes of edges, so that neither that two nodes are joined nor that they are not is sure
// (Hay, Miklau, Jensen, Weis, Srivastava: Anonymizing social networks, 2007; Ying and Wu:
// Randomizing social networks: a spectrum preserving approach, 2008).
#pragma once

#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct ChangedEdges {
    SocialGraph graph;
    std::int64_t removed = 0;  // edges of the original that are no longer there
    std::int64_t added = 0;    // edges that were not there
};

// The given share of the edges, drawn at random, goes; as many come between random nodes that were
// not joined, at the end of the list, with weights of others. Error(usage) unless 0 <= share <= 1,
// Error(unmet) where there are not enough pairs of nodes that are not joined.
ChangedEdges perturb_edges(const Context& context, const SocialGraph& graph, double share,
                           const Random& random);

// Pairs of random edges a-b, c-d become a-d, c-b, until the given share of the edges was drawn; no
// loop and no repeat is made, and loops and repeats stay as they are. All nodes keep the number of
// their neighbours, and that of the edges from and to them. An edge keeps its place and weight.
// Where hardly any pair can be switched (a star, a complete graph), fewer are.
ChangedEdges switch_edges(const Context& context, const SocialGraph& graph, double share,
                          const Random& random);

}  // namespace lethe::graph
