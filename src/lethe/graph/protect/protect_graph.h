// Protecting a social graph: nodes publish the values of their groups, edges are changed so that
// degrees tell no one apart or nothing about an edge is sure, ids become numbers. What was promised
// is counted again in what is published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/group_nodes.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

enum class EdgeProtection { none, k_degree, perturb, switching };

std::string_view name(EdgeProtection protection);  // "k-degree"
std::optional<EdgeProtection> edge_protection_named(std::string_view name);
std::vector<std::string_view> edge_protection_names();

struct ProtectOptions {
    std::int64_t k = 5;
    std::optional<Grouping> nodes = Grouping::mdav;  // none: no attribute is published
    double closeness = kCloseness;
    AttributeChoice attributes;
    std::vector<std::string> keep;  // columns that are published as they are
    EdgeProtection edges = EdgeProtection::none;
    double share = 0.05;  // of the edges, for perturb and switching
};

struct ProtectedGraph {
    SocialGraph graph;
    Clusters groups;                      // empty where nodes were not grouped
    std::vector<std::string> attributes;  // that are the same in a group
    NodeAnonymity anonymity;              // over them, counted in `graph`
    NodeAnonymity together;               // over them and the number of neighbours
    double loss = 0;                      // generalisation_loss
    // Loops and repeats, which are left out where edges are changed: what was added would stand
    // out beside edges that come twice.
    std::int64_t edges_left_out = 0;
    std::int64_t edges_added = 0;
    std::int64_t edges_removed = 0;
    DegreeClasses degrees_before;
    DegreeClasses degrees;  // counted in `graph`
};

// Error(usage) for options that contradict themselves or the table; Error(unmet) for fewer than k
// nodes. The random numbers decide which edges change.
ProtectedGraph protect_graph(const Context& context, const SocialGraph& graph,
                             const ProtectOptions& options, const Random& random);

}  // namespace lethe::graph
