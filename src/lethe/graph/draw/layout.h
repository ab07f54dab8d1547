// Where the nodes of a graph are drawn. Each connected part is laid out by forces and turned so
// that it is wider than high; parts are packed, the largest first, and nodes without neighbours
// stand in rows at the end.
#pragma once

#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/draw/force_layout.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// Within width x height. The same for any number of threads.
std::vector<Point> layout(const Context& context, const Adjacency& adjacency, double width,
                          double height);

}  // namespace lethe::graph
