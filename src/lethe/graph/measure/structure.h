// The shape of a graph, before and after: degrees, triangles, paths. Without direction, loops and
// repeats.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// counts[d] nodes have d neighbours.
std::vector<std::int64_t> degree_counts(const Adjacency& adjacency);

// How far two distributions of degrees are apart. Each is divided by its number of nodes.
struct DegreeDistance {
    double earth_mover = 0;  // the mean number of neighbours by which nodes have to be moved
    double kolmogorov = 0;   // the largest difference of the cumulative shares, 0 to 1
};
DegreeDistance degree_distance(const std::vector<std::int64_t>& a,
                               const std::vector<std::int64_t>& b);

// Exact, in O(m^1.5): each triangle is found once, from its node of the lowest degree.
struct Clustering {
    std::vector<std::int64_t> triangles;  // that each node is a corner of
    std::int64_t all_triangles = 0;
    double local = 0;   // mean over the nodes of the joined share of their pairs of neighbours; 0
                        // for a node with fewer than two (Watts and Strogatz 1998)
    double global = 0;  // 3 triangles / pairs of edges that share a node (transitivity)
};
Clustering clustering(const Context& context, const Adjacency& adjacency);

// Numbers of steps between pairs of nodes, by walks from every node or from a sample of them.
struct Paths {
    std::int64_t sources = 0;       // walks began at so many nodes
    bool exact = true;              // these were all of them
    double mean = 0;                // over the pairs that are connected; 0 where there are none
    double effective_diameter = 0;  // nine in ten connected pairs are within, interpolated
    std::int64_t longest = 0;       // that was seen
    double connected = 0;           // share of the pairs of different nodes, percent
};

// The nodes that walks begin at: all of them where there are no more than `most`, otherwise a
// random sample. The same for every graph of this many nodes, so that before and after compare.
std::vector<Node> walk_sources(Node nodes, std::int64_t most, const Random& random);

Paths paths(const Context& context, const Adjacency& adjacency, const std::vector<Node>& sources);

}  // namespace lethe::graph
