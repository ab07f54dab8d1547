// A graph and its release, side by side: read with what the policy says of the nodes' columns, the
// nodes of the release in the order of the original's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/social_graph.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/policy.h"

namespace lethe::release {

// Kinds, orders and taxonomies of the columns are the policy's. `attributes` says which of them
// hold lists, beside those that are called so.
graph::SocialGraph read_described_graph(const Context& context, const graph::GraphSource& source,
                                        const Policy& policy,
                                        const graph::AttributeChoice& attributes = {});

// Which node is which.
struct NodeMatching {
    std::string log;        // the private log of the release; empty: the one beside it
    bool by_order = false;  // without a log: nodes have the order of the original's
};

struct MatchedGraph {
    graph::SocialGraph graph;  // node i is node i of the original
    bool by_order = false;     // no log said so, and ids differ
    // For people: that nodes were matched by their order, and that order or ids tell who is who.
    std::vector<std::string> notes = {};
};

// Error(input) where the record beside the release says that its nodes are in a random order and
// there is no log; Error(usage) where neither a log nor ids say which node is which, unless they
// come in order; Error(input) for another number of nodes, and for a log of another release or
// original.
MatchedGraph read_released_graph(const Context& context, const graph::SocialGraph& original,
                                 const graph::GraphSource& source, const Policy& policy,
                                 const NodeMatching& matching,
                                 const graph::AttributeChoice& attributes = {});

struct GraphPair {
    graph::SocialGraph original;
    MatchedGraph released;
    graph::AttributeChoice attributes = {};  // none named: those that both have, texts apart
};

// Attacks or losses of graphs on the pair, as run_assessments gives those of tables. None chosen:
// those that take part by default. One that needs attributes where there are none has no value and
// a word in its warnings. Binds all of them first; Error(usage) with every problem.
std::vector<MethodResult> assess_graph_methods(const Context& context, const GraphPair& pair,
                                               Family family, std::span<const Choice> choices,
                                               std::uint64_t seed);

}  // namespace lethe::release
