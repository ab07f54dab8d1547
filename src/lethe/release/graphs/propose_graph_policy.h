// A policy for a social graph to begin with.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/graph/files/read_graph.h"

namespace lethe::release {

// TOML that parse_graph_policy reads: a line a column with the reason for its role, and first steps
// for nodes and edges; from a result of inspect_graph, and how the graph was read.
std::string propose_graph_policy(const Json& inspected, const graph::GraphSource& source);

}  // namespace lethe::release
