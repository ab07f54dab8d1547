// Policies for social graphs: how the files are read, what the nodes' columns are, and which steps
// protect nodes and edges (TOML).
//
//   data = "graph"                  what the policy is for; may be left out
//
//   [read]                          optional, like every key of it
//   directed = true                 left out: as the file says
//   from = "sender"                 columns of the list of edges; left out: the first two
//   to = "receiver"
//   weight = "calls"                left out: the column called weight, where there is one
//   id = "user"                     of the table of nodes; left out: the first
//   separator, header, encoding, missing: as for tables
//
//   [columns]                       of the nodes
//   name     = { role = "identifier" }                   never published
//   age      = { role = "quasi", kind = "numeric" }
//   school   = { role = "quasi", kind = "ordinal", order = ["none", "primary"] }
//   location = { role = "quasi", knowledge = "places.csv" }
//   likes    = { role = "quasi", topics = true }         lists, the best first; with knowledge:
//                                                        of their topics
//   team     = { role = "other", keep = true }           published as it is
//
//   [[step]]                        in order; at most one is of nodes
//   method  = "mdav"
//   columns = ["age", "location"]   of a step of nodes: by which they are grouped, others are not
//   k       = 5                     published; left out: all that are safe to publish
//
//   [release]                       optional
//   k              = 5              of every step that takes it and says nothing else
//   order          = "random"       or "as-is": nodes in the order of the file
//   weights        = false          true: kept also where edges are changed
//   group_nodes    = true           false: nodes are not grouped where no step does it
//   neighbourhoods = false          true: nodes whose neighbourhood fewer than k share are counted
//
//   [microdata]                     of the table of nodes that --microdata writes
//   level   = 2                     of hierarchies, counted from the top
//   columns = ["age"]               where no step groups nodes
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/release/graphs/graph_release.h"
#include "lethe/release/policy.h"

namespace lethe::release {

struct NodeColumnPolicy {
    ColumnPolicy column;
    bool topics = false;
    bool keep = false;
};

struct GraphPolicy {
    graph::GraphSource reading = {};  // without files: what flags say goes over it
    std::vector<NodeColumnPolicy> columns;
    std::vector<StepPolicy> steps;
    std::optional<std::int64_t> k = {};
    bool keep_order = false;
    bool keep_weights = false;
    bool group_nodes = true;
    bool neighbourhoods = false;
    std::optional<int> level = {};
    std::vector<std::string> microdata_columns = {};

    // By which nodes are grouped, and which of them hold lists; those of flags where there are any.
    graph::AttributeChoice attributes(const graph::AttributeChoice& flags = {}) const;
    // How a release of the graph is read: its columns have names of their own.
    graph::GraphSource reading_of_release() const;
    std::vector<std::string> kept() const;
    // Kinds, orders, roles and taxonomies of the nodes' columns, for what takes them from tables.
    Policy of_nodes() const;
};

// Adds every problem with its place, of methods and their parameters too; Error(usage) for what is
// not TOML at all.
GraphPolicy parse_graph_policy(std::string_view text, const std::string& file, Problems& problems);
// Taxonomies and maps are relative to the policy's folder. Error(usage) with all problems;
// Error(io).
GraphPolicy read_graph_policy(const std::string& path);

// What the policy says, where the release says nothing; order, weights and neighbourhoods as
// either of them wants. How files are read is the caller's, who begins with `reading` and puts
// flags over it. Error(usage) where the policy has steps and the release has steps or settings.
void apply_policy(const GraphPolicy& policy, GraphRelease& what);

// The policy with what an exploration took besides: taxonomies of columns, and by which attributes
// nodes are grouped and which of them hold lists. Paths hold in any folder. Nodes are grouped where
// a step does it alone.
GraphPolicy explored_policy(GraphPolicy policy,
                            const std::map<std::string, ColumnKnowledge>& knowledge,
                            const graph::AttributeChoice& attributes);

std::string policy_text(const GraphPolicy& policy);  // TOML that parse_graph_policy reads back

}  // namespace lethe::release
