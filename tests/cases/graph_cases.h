// Cases of methods of social graphs (data = "graph").
#pragma once

#include "lethe/core/json.h"
#include "lethe/graph/social_graph.h"

namespace lethe::test {

// Columns of texts or numbers, hierarchies of some of them (chains from a value up to the root),
// and edges; nodes are numbered from 1, as on paper. Without columns there are `nodes` of them.
graph::SocialGraph case_graph(const Json& columns, const Json& hierarchies, const Json& edges,
                              std::int64_t nodes = 0);

// Runs `method` with `parameters` and `seed`. `attributes`, `hierarchies`, `edges`, `nodes` and
// `directed` are the original; an attack or a loss also takes `published` (its columns) and
// `published_edges`, each as before where it is not given, and gives {"value", "details"}. A
// protection gives {"attributes": {name: [texts]}, "edges" (without direction, ascending),
// "edges_added", "edges_removed", "edges_left_out", "groups"}.
Json graph_case(const Json& body);

}  // namespace lethe::test
