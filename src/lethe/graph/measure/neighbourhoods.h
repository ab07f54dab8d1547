// The k-neighbourhood check: someone who knows the friends of a person, and who of them know each
// other, looks for a node with such a neighbourhood (Zhou and Pei: Preserving privacy in social
// networks against neighborhood attacks, 2008). Nodes are in one class if their neighbourhoods are
// isomorphic: the graphs that their neighbours make among themselves. See neighbourhoods.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct NeighbourhoodOptions {
    std::int64_t largest = 200;  // neighbours that are still compared exactly
    std::int64_t steps = 2000;   // of the search for a canonical form, for one neighbourhood
};

struct Neighbourhoods {
    std::vector<std::int32_t> class_of;  // of each node; numbered by the first node
    std::vector<std::int64_t> sizes;     // of each class
    // Nodes whose class was told by counts of neighbours alone, because the search was too long:
    // they may be in smaller classes in truth.
    std::int64_t by_signature = 0;

    std::int64_t smallest() const;                   // 0 without nodes
    std::int64_t nodes_below(std::int64_t k) const;  // in classes of fewer than k
};

Neighbourhoods neighbourhoods(const Context& context, const Adjacency& adjacency,
                              const NeighbourhoodOptions& options = {});

// A small graph: who is joined to whom among 0 .. n - 1.
using SmallGraph = std::vector<std::vector<std::int32_t>>;

// A text that two graphs share if and only if they are isomorphic; empty where the search takes
// more steps.
std::string canonical_form(const SmallGraph& graph, std::int64_t steps);
// A number that isomorphic graphs share, and few others.
std::uint64_t signature(const SmallGraph& graph);

}  // namespace lethe::graph
