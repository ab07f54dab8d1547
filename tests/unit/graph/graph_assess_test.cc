// The whole assessment of protected graphs, and which nodes correspond.
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/graph/measure/assess_graph.h"
#include "lethe/graph/measure/structure.h"
#include "support.h"

namespace lethe::graph {
namespace {

SocialGraph ring(Node nodes) {
    SocialGraph graph;
    std::vector<std::string> colours;
    for (Node node = 0; node < nodes; ++node) {
        graph.ids.push_back("p" + std::to_string(node));
        colours.emplace_back(node % 3 == 0 ? "red" : "blue");
        graph.edges.push_back({node, (node + 1) % nodes});
    }
    graph.attributes = Table({Column::from_texts("colour", Kind::nominal, colours)});
    return graph;
}

// The same nodes in the opposite order.
SocialGraph turned(const SocialGraph& graph) {
    SocialGraph result = graph;
    std::ranges::reverse(result.ids);
    std::vector<std::int64_t> rows;
    for (Node node = graph.nodes(); node-- > 0;) rows.push_back(node);
    result.attributes = graph.attributes.gather(rows);
    for (Edge& edge : result.edges) {
        edge = {graph.nodes() - 1 - edge.from, graph.nodes() - 1 - edge.to};
    }
    return result;
}

TEST(MatchedNodes, ByIdWhereBothHaveTheSame) {
    const SocialGraph graph = ring(7);
    const SocialGraph matched = matched_nodes(graph, turned(graph));
    EXPECT_EQ(matched.ids, graph.ids);
    EXPECT_EQ(matched.edges, graph.edges);
    for (Node node = 0; node < 7; ++node) {
        EXPECT_EQ(matched.attributes.column("colour").text(node),
                  graph.attributes.column("colour").text(node));
    }
}

TEST(MatchedNodes, ByOrderWhereTheyAreNumbered) {
    SocialGraph graph = ring(4);
    graph.ids = {"4", "3", "2", "1"};
    SocialGraph published = graph;
    published.ids = {"1", "2", "3", "4"};
    published.edges = {{0, 1}};
    EXPECT_EQ(matched_nodes(graph, published).edges, published.edges);
}

TEST(MatchedNodes, ByRowsThatALogTells) {
    const SocialGraph graph = ring(4);
    const std::vector<std::int64_t> rows = {3, 2, 1, 0};
    EXPECT_EQ(matched_nodes(graph, turned(graph), rows).edges, graph.edges);
    const std::vector<std::int64_t> twice = {3, 3, 1, 0};
    EXPECT_THROW(matched_nodes(graph, turned(graph), twice), Error);
    EXPECT_THROW(matched_nodes(graph, ring(5)), Error);
}

TEST(AssessGraphs, SameForAnyNumberOfThreads) {
    const SocialGraph graph = ring(300);
    SocialGraph published = graph;
    published.edges.push_back({0, 150});
    const std::vector<SocialGraph> releases = {graph, published};
    GraphAssessment options;
    options.picture = true;
    const Json one = to_json(assess_graphs(test::threads(1), graph, releases, options));
    EXPECT_EQ(one, to_json(assess_graphs(test::threads(2), graph, releases, options)));
    EXPECT_EQ(one["releases"][0]["loss"]["average"], 0);
    EXPECT_EQ(one["releases"][1]["edges_added"], 1);
    EXPECT_EQ(one["releases"][1]["structural_risk"]["degree"]["smallest_class"], 2);
    EXPECT_FALSE(one["structure"]["betweenness"]["exact"]);
    EXPECT_EQ(one["structure"]["betweenness"]["sources"], 256);
    EXPECT_TRUE(one["structure"]["paths"]["exact"]);
    EXPECT_EQ(one["picture"]["x"].size(), 300);
    EXPECT_EQ(one.dump().find("p17"), std::string::npos);  // no id
    options.exact_betweenness = true;
    options.parts = {GraphPart::structure};
    const Json exact = to_json(assess_graphs(test::threads(2), graph, releases, options));
    EXPECT_TRUE(exact["structure"]["betweenness"]["exact"]);
    EXPECT_FALSE(exact["releases"][0].contains("loss"));
}

TEST(AssessGraphs, GraphsWithoutAttributesOrEdges) {
    SocialGraph graph = ring(5);
    graph.attributes = Table();
    const std::vector<SocialGraph> same = {graph};
    const Json without = to_json(assess_graphs(test::threads(1), graph, same, {}));
    EXPECT_FALSE(without["releases"][0].contains("loss"));
    graph = ring(5);
    graph.edges.clear();
    const std::vector<SocialGraph> empty = {graph};
    GraphAssessment options;
    options.picture = true;
    const Json result = to_json(assess_graphs(test::threads(1), graph, empty, options));
    EXPECT_EQ(result["original"]["isolated"], 5);
    EXPECT_EQ(result["structure"]["paths"]["mean"], 0);
    EXPECT_EQ(result["releases"][0]["loss"]["aamil"], 0);
}

TEST(DegreeDistance, MovesAndGaps) {
    // One of two nodes gained two acquaintances.
    const DegreeDistance found = degree_distance({0, 2}, {0, 1, 0, 1});
    EXPECT_DOUBLE_EQ(found.earth_mover, 1);
    EXPECT_DOUBLE_EQ(found.kolmogorov, 0.5);
}

}  // namespace
}  // namespace lethe::graph
