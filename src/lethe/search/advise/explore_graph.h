// Exploring protections of social graphs.
#pragma once

#include <string>
#include <vector>

#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"
#include "lethe/search/advise/explore_data.h"

namespace lethe::search {

// Every protection of nodes at each setting of its ladder, alone and with each protection of edges
// at its middle and strongest setting (one that has no settings of its own to try takes those of
// the nodes, such as k); where the nodes have no attribute, protections of edges alone. Beside
// those of graphs the masking of tables that refines its groups, which of all that protect nodes
// lost least for the risk that it left (docs/guide/graphs.md), where it takes every column.
std::vector<ProtectionSteps> graph_grid(const graph::SocialGraph& original);

// Attacks: all of the catalogue that find people and have something to go by. `loss` names the loss
// measure; empty: the mean of all that there are by default (without attributes, of the others).
struct GraphExploration {
    graph::AttributeChoice attributes = {};
    std::vector<std::string> keep = {};  // columns that are published as they are
    std::string loss;
    double alpha = 0.5;
    std::optional<double> max_risk = {};
};

Exploration explore_graph(const graph::SocialGraph& original,
                          const std::vector<ProtectionSteps>& grid, const GraphExploration& options,
                          const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                          const Random& random, const Context& context);

}  // namespace lethe::search
