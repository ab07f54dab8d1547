// Places for the nodes of a connected graph: edges pull, nodes push each other apart (the
// spring-electrical model of Hu 2005). Several levels: neighbours are merged until few are left,
// those are placed, and each level starts from the places of the coarser one, which untangles what
// a single level would not. Far nodes push as a whole (Barnes and Hut 1986).
//
// Deterministic for any number of threads: all nodes move at once, by forces at the old places.
#pragma once

#include <vector>

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

// Neighbours of a sparse graph end about 1 apart. About (n log n + m) for each of some hundred
// rounds: 4,000 nodes take a second.
std::vector<Point> force_layout(const Context& context, const Adjacency& adjacency);

}  // namespace lethe::graph
