// Betweenness: of each node the number of pairs of other nodes whose shortest paths lead over it,
// where a pair with several shortest paths counts by the share of them (Freeman 1977; without
// direction, each pair once).
//
// By Brandes' accumulation (2001): a walk from a source and back gives what all paths from it
// contribute, O(n + m) a source. Exact from all nodes; from a sample of sources the sum is scaled
// by nodes / sources (Brandes and Pich 2007), which is unbiased. The same bits for any number of
// threads: sources are cut into a fixed number of parts, whose sums are added in order.
#pragma once

#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

std::vector<double> betweenness(const Context& context, const Adjacency& adjacency,
                                std::span<const Node> sources);

// Spearman's: the correlation of the ranks, equal values at their mean rank. 1 where both are
// constant, 0 where one is.
double rank_correlation(const Context& context, std::span<const double> a,
                        std::span<const double> b);

}  // namespace lethe::graph
