// Betweenness and connected parts against Boost and a plain walk.
#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/betweenness_centrality.hpp>
#include <boost/graph/connected_components.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {
namespace {

SocialGraph boost_random_graph(Draws& draws) {
    SocialGraph graph;
    const auto nodes = 1 + draws.below(30);
    for (std::uint64_t n = 0; n < nodes; ++n) graph.ids.push_back(std::to_string(n));
    const auto edges = draws.below(2 * nodes);
    for (std::uint64_t e = 0; e < edges; ++e) {
        graph.edges.push_back(
            {static_cast<Node>(draws.below(nodes)), static_cast<Node>(draws.below(nodes))});
    }
    return graph;
}

using BoostList = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

BoostList boost_list_of(const Adjacency& adjacency) {
    BoostList list(static_cast<std::size_t>(adjacency.nodes()));
    for (const Edge& edge : adjacency.edge_list()) {
        boost::add_edge(static_cast<std::size_t>(edge.from), static_cast<std::size_t>(edge.to),
                        list);
    }
    return list;
}

TEST(GraphBoost, BetweennessIsThatOfBoost) {
    const Stream stream = Random(91).stream("graphs");
    for (int run = 0; run < 500; ++run) {
        Draws draws = stream.at(run);
        const Adjacency adjacency(boost_random_graph(draws));
        std::vector<Node> all(static_cast<std::size_t>(adjacency.nodes()));
        std::iota(all.begin(), all.end(), 0);
        const std::vector<double> ours = betweenness(Context(), adjacency, all);
        const BoostList list = boost_list_of(adjacency);
        std::vector<double> boosts(all.size(), 0);
        boost::brandes_betweenness_centrality(
            list,
            boost::make_iterator_property_map(boosts.begin(), get(boost::vertex_index, list)));
        for (std::size_t n = 0; n < all.size(); ++n) ASSERT_NEAR(ours[n], boosts[n], 1e-9) << run;
    }
}

// A chain of squares has 2^n shortest paths from end to end, more than a double can count.
TEST(GraphBoost, SoManyPathsThatADoubleOverflows) {
    constexpr Node kSquares = 1100;
    std::vector<Edge> edges;
    for (Node s = 0; s < kSquares; ++s) {
        const Node at = 3 * s;
        edges.insert(edges.end(), {{at, at + 1}, {at, at + 2}, {at + 1, at + 3}, {at + 2, at + 3}});
    }
    const Adjacency adjacency(3 * kSquares + 1, edges);
    const Node ends[] = {0, 3 * kSquares};
    const std::vector<double> found = betweenness(Context(), adjacency, ends);
    for (const double value : found) ASSERT_TRUE(std::isfinite(value));
    EXPECT_DOUBLE_EQ(rank_correlation(Context(), found, found), 1);
}

// Parts by walking from node to node, and by Boost; loops and repeats among the edges.
TEST(GraphBoost, PartsAreCountedAsByHandAndByBoost) {
    const Stream stream = Random(92).stream("graphs");
    for (int run = 0; run < 500; ++run) {
        Draws draws = stream.at(run);
        const SocialGraph graph = boost_random_graph(draws);
        const Adjacency adjacency(graph);
        std::vector<bool> seen(static_cast<std::size_t>(graph.nodes()), false);
        std::int64_t parts = 0;
        for (Node start = 0; start < graph.nodes(); ++start) {
            if (seen[static_cast<std::size_t>(start)]) continue;
            ++parts;
            std::vector<Node> open = {start};
            while (!open.empty()) {
                const Node node = open.back();
                open.pop_back();
                if (seen[static_cast<std::size_t>(node)]) continue;
                seen[static_cast<std::size_t>(node)] = true;
                for (const Node near : adjacency[node]) open.push_back(near);
            }
        }
        ASSERT_EQ(edge_counts(graph, adjacency).parts, parts) << run;
        std::vector<int> part(static_cast<std::size_t>(graph.nodes()));
        ASSERT_EQ(boost::connected_components(boost_list_of(adjacency), part.data()), parts) << run;
    }
}

}  // namespace
}  // namespace lethe::graph
