// The whole shape of a graph, and how it differs from that of another: degrees, triangles, paths,
// betweenness, communities.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/structure.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct Shape {
    std::vector<std::int64_t> degrees;
    Clustering clustering;
    Paths paths;
    std::vector<double> betweenness;
    std::int64_t betweenness_sources = 0;
    Communities communities;
};

// Walks begin at a sample of the nodes where there are many, and betweenness at fewer unless it has
// to be exact.
Shape shape_of(const Context& context, const Adjacency& adjacency, bool exact_betweenness,
               const Random& random);

// {"mean_degree", "degrees", "local_clustering", "global_clustering", "triangles", "paths": {...},
// "betweenness": {...}, "communities", "modularity"}
Json to_json(const Shape& shape, const Adjacency& adjacency);

// The same of the later one, with "degree_moved", "degree_gap", "betweenness_rank" and "partition":
// {"rand", "adjusted_rand", "jaccard", "information"}.
Json compared_shapes(const Context& context, const Shape& before, const Shape& after,
                     const Adjacency& adjacency);

}  // namespace lethe::graph
