#include "lethe/graph/measure/shape.h"

#include <algorithm>
#include <utility>

#include "lethe/graph/measure/betweenness.h"

namespace lethe::graph {
namespace {

// Walks begin at no more nodes than this, and at fewer where they would take too many steps.
constexpr std::int64_t kMostPathSources = 1000;
constexpr std::int64_t kMostBetweennessSources = 256;
constexpr std::int64_t kFewestSources = 32;
constexpr std::int64_t kMostSteps = 2'000'000'000;

std::int64_t affordable(const Adjacency& adjacency, std::int64_t most, std::int64_t steps) {
    const std::int64_t each = std::max<std::int64_t>(1, adjacency.nodes() + 2 * adjacency.edges());
    return std::clamp(steps / each, std::min(kFewestSources, most), most);
}

double mean_degree(const Adjacency& adjacency) {
    return adjacency.nodes() == 0 ? 0
                                  : 2 * static_cast<double>(adjacency.edges()) / adjacency.nodes();
}

}  // namespace

Shape shape_of(const Context& context, const Adjacency& adjacency, bool exact_betweenness,
               const Random& random) {
    const Node nodes = adjacency.nodes();
    Shape shape;
    shape.mean_degree = mean_degree(adjacency);
    shape.degrees = degree_counts(adjacency);
    shape.clustering = clustering(context, adjacency);
    const std::int64_t walks = affordable(adjacency, kMostPathSources, kMostSteps);
    shape.paths = paths(context, adjacency, walk_sources(nodes, walks, random));
    const std::int64_t most =
        exact_betweenness ? nodes : affordable(adjacency, kMostBetweennessSources, kMostSteps / 2);
    const std::vector<Node> sources = walk_sources(nodes, most, random);
    shape.betweenness = betweenness(context, adjacency, sources);
    shape.betweenness_sources = std::ssize(sources);
    shape.exact_betweenness = shape.betweenness_sources == nodes;
    shape.communities = communities(context, adjacency);
    return shape;
}

Json to_json(const Shape& shape) {
    const Paths& paths = shape.paths;
    double highest = 0;
    for (const double value : shape.betweenness) highest = std::max(highest, value);
    return {{"mean_degree", shape.mean_degree},
            {"degrees", shape.degrees},
            {"local_clustering", shape.clustering.local},
            {"global_clustering", shape.clustering.global},
            {"triangles", shape.clustering.all_triangles},
            {"paths",
             {{"mean", paths.mean},
              {"effective_diameter", paths.effective_diameter},
              {"longest", paths.longest},
              {"connected", paths.connected},
              {"sources", paths.sources},
              {"exact", paths.exact}}},
            {"betweenness",
             {{"highest", highest},
              {"sources", shape.betweenness_sources},
              {"exact", shape.exact_betweenness}}},
            {"communities", shape.communities.count},
            {"modularity", shape.communities.modularity}};
}

ComparedShape compared_shapes(const Context& context, const Shape& before, Shape after) {
    ComparedShape compared;
    compared.degrees = degree_distance(before.degrees, after.degrees);
    compared.betweenness_rank = rank_correlation(context, before.betweenness, after.betweenness);
    compared.partition = partition_similarity(context, before.communities.of, after.communities.of);
    compared.shape = std::move(after);
    return compared;
}

Json to_json(const ComparedShape& compared) {
    Json json = to_json(compared.shape);
    json["degree_moved"] = compared.degrees.earth_mover;
    json["degree_gap"] = compared.degrees.kolmogorov;
    json["betweenness_rank"] = compared.betweenness_rank;
    json["partition"] = {{"rand", compared.partition.rand},
                         {"adjusted_rand", compared.partition.adjusted_rand},
                         {"jaccard", compared.partition.jaccard},
                         {"information", compared.partition.information}};
    return json;
}

}  // namespace lethe::graph
