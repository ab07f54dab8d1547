// A policy for a social graph to begin with.
#pragma once

#include <string>

#include "lethe/graph/files/read_graph.h"
#include "lethe/release/graphs/inspect_graph.h"

namespace lethe::release {

// TOML that parse_graph_policy reads: a line a column with the reason for its role, and first steps
// for nodes and edges; from what inspect_graph found, and how the graph was read.
std::string propose_graph_policy(const InspectedGraph& inspected, const graph::GraphSource& source);

}  // namespace lethe::release
