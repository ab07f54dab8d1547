// The whole shape of a graph, and how it differs from that of another: degrees, triangles, paths,
// betweenness, communities.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/structure.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct Shape {
    double mean_degree = 0;
    std::vector<std::int64_t> degrees;
    Clustering clustering;
    Paths paths;
    std::vector<double> betweenness;
    std::int64_t betweenness_sources = 0;
    bool exact_betweenness = false;  // these were all nodes
    Communities communities;
};

// Walks begin at a sample of the nodes where there are many, and betweenness at fewer unless it has
// to be exact.
Shape shape_of(const Context& context, const Adjacency& adjacency, bool exact_betweenness,
               const Random& random);

// {"mean_degree", "degrees", "local_clustering", "global_clustering", "triangles", "paths": {...},
// "betweenness": {...}, "communities", "modularity"}
Json to_json(const Shape& shape);

// The later one of two shapes, and how far it is from the earlier.
struct ComparedShape {
    Shape shape;
    DegreeDistance degrees;
    double betweenness_rank = 0;  // correlation of the nodes' ranks
    PartitionSimilarity partition;
};
// A Shape with "degree_moved", "degree_gap", "betweenness_rank" and "partition": {"rand",
// "adjusted_rand", "jaccard", "information"}.
Json to_json(const ComparedShape& compared);
ComparedShape compared_shapes(const Context& context, const Shape& before, Shape after);

}  // namespace lethe::graph
