// Protecting a social graph: steps, each a method with its parameters, run in their order. Nodes
// publish the values of their groups or nothing, edges are changed, ids become numbers. What the
// steps promised is counted again in what is published.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct ProtectStep {
    // A protection of graphs, or of tables one that masks nodes (mask_nodes.h).
    const Method* method = nullptr;
    Json params = Json::object();  // as its `bind` returned them

    bool of_nodes() const { return protects_nodes(method->info); }
    bool is_of_tables() const { return method->info.data == DataKind::table; }
};

struct ProtectOptions {
    std::vector<ProtectStep> steps;  // one of nodes at most; without one no attribute is published
    AttributeChoice attributes;      // to group by; none named: those that are safe to publish
    std::vector<std::string> keep;   // columns that are published as they are
    std::int64_t k = 5;              // classes of fewer nodes are counted

    const ProtectStep* of_nodes() const;  // null: nodes are not grouped
    std::vector<const ProtectStep*> of_edges() const;
};

struct ProtectedGraph {
    SocialGraph graph;
    Clusters groups;                      // empty where nodes were not grouped
    std::vector<std::string> attributes;  // that are the same in a group
    NodeAnonymity anonymity;              // over them, counted in `graph`
    NodeAnonymity together;       // over them and the number of neighbours, see degree_columns
    double loss = 0;              // generalisation_loss
    Json facts = Json::object();  // of the step of nodes, see ProtectOutput
    Json private_facts = Json::object();
    std::vector<std::string> warnings;
    std::int64_t edges_left_out = 0;  // loops and repeats
    // By all steps together, counted in `graph`: what one step took away and another brought back
    // is there as it was.
    std::int64_t edges_added = 0;
    std::int64_t edges_removed = 0;
    DegreeClasses degrees_before;
    DegreeClasses degrees;  // counted in `graph`
    // Where edges have a direction: over the numbers of neighbours in each, counted in `graph`.
    NodeAnonymity directions;
};

// How many neighbours each node has: one column, and where edges have a direction two more, of
// those that its edges lead to and come from. By names that the graph's attributes do not have.
std::vector<ColumnPtr> degree_columns(const SocialGraph& graph);

// Error(usage) for options that contradict themselves or the table; Error(unmet) for fewer than k
// nodes, and where a later step broke what an earlier one promised. The first step that draws uses
// `random` itself, later ones numbers of their own.
ProtectedGraph protect_graph(const Context& context, const SocialGraph& graph,
                             const ProtectOptions& options, const Random& random);

}  // namespace lethe::graph
