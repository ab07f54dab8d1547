// Groups of at least k nodes that are alike in their attributes and near in the graph: what
// k-anonymity over node attributes is made from, by MDAV. See group_nodes.cc; top down it is
// cut_groups of cut_nodes.h.
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/attributes/node_space.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct GroupOptions {
    std::int64_t k = 5;
    double closeness = kCloseness;  // weight of the graph in the distance, 0 .. 1
    // The whole graph up to so many nodes; larger ones are cut into blocks first.
    std::int64_t whole = 10000;
    std::int64_t block = 1000;  // the most nodes of a block; at least 8 k are taken
};

// Error(usage) for options out of range, Error(unmet) for fewer than k nodes. Does not depend on
// the number of threads.
Clusters group_nodes(const Context& context, const NodeAttributes& attributes,
                     const Adjacency& adjacency, const GroupOptions& options);

}  // namespace lethe::graph
