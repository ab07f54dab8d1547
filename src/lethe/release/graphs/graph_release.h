// Releases of social graphs: each node hides among at least k by what it is, and edges are changed
// where that is asked for. What no release of a graph may do, whoever makes it, is decided here:
// publish a column that looks like a name or that the policy calls an identifier, keep weights by
// which new edges stand out, number nodes in the order of the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/release/outputs.h"
#include "lethe/release/policy.h"
#include "lethe/release/released.h"

namespace lethe::release {

inline constexpr int kMicrodataLevel = 2;

// A protection by its name (graph_protections.h), with parameters as a user gives them.
struct GraphStep {
    std::string method;
    Json params = Json::object();
};

struct GraphRelease {
    graph::GraphSource source;
    graph::GraphTarget target;
    Policy policy;  // kinds, orders, roles and taxonomies of the nodes' columns; steps are not run
    std::vector<GraphStep> steps;  // in their order
    // Parameters for every step that has them and was not told otherwise: k, share.
    Json settings = Json::object();
    // Where no step is of nodes: the usual one comes first, if a column can be protected.
    bool group_nodes = true;
    graph::AttributeChoice attributes;  // to group by; none named: those that are safe to publish
    std::vector<std::string> keep;      // columns that are published as they are
    bool keep_order = false;
    bool keep_weights = false;    // also where edges are changed
    bool neighbourhoods = false;  // also count the nodes whose neighbourhood fewer than k share
    std::string microdata;        // also write a table of the nodes, privately; empty: no
    // Of the table: of hierarchies, counted from the top; none: kMicrodataLevel.
    std::optional<int> level = {};
    std::uint64_t seed = 0;
    Surroundings surroundings;
    bool dry_run = false;
};

// What is wrong with the steps and their settings, as far as it is known before the graph is: names
// of protections, parameters, settings that no step takes. Adds every problem.
void check_steps(const GraphRelease& what, Problems& problems);

// Protects the graph, counts in the result that k holds, and writes the release, its record, its
// private log and the table. Error(usage) for unknown methods, parameters and options that
// contradict each other or the graph, Error(unmet) for fewer than k nodes.
Released release_graph(const Context& context, const GraphRelease& what);

}  // namespace lethe::release
