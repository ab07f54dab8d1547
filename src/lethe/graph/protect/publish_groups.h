// What protections of nodes share: their parameters, and publishing the groups that each makes in
// its own way.
#pragma once

#include <cstdint>
#include <functional>

#include "lethe/graph/attributes/node_space.h"
#include "lethe/graph/graph_method.h"

namespace lethe::graph {

struct GroupParams {
    std::int64_t k = 5;
    double closeness = kCloseness;
};

Schema<GroupParams> group_schema();

using MakeGroups = std::function<Clusters(const NodeAttributes&, const Adjacency&)>;

// Every node with the values of its group; other columns as they are.
ProtectOutput publish_groups(const ProtectInput& input, std::int64_t k, const MakeGroups& make);

// Error(unmet) for fewer than k nodes.
void check_enough_nodes(const SocialGraph& graph, std::int64_t k);

}  // namespace lethe::graph
