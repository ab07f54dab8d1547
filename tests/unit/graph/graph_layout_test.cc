// Layouts: inside their frame, the same for any number of threads, and drawing apart what is apart.
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/random.h"
#include "lethe/graph/draw/layout.h"
#include "support.h"

namespace lethe::graph {
namespace {

Adjacency layout_random_graph(std::uint64_t seed, Node nodes, std::int64_t edges) {
    Draws draws = Random(seed).stream("layout").at(0);
    std::vector<Edge> list;
    for (std::int64_t i = 0; i < edges; ++i) {
        list.push_back({static_cast<Node>(draws.below(static_cast<std::uint64_t>(nodes))),
                        static_cast<Node>(draws.below(static_cast<std::uint64_t>(nodes)))});
    }
    return Adjacency(nodes, list);
}

double layout_distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(Layout, StaysInItsFrame) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto nodes = static_cast<Node>(1 + seed * 3);
        const auto places =
            layout(test::threads(2), layout_random_graph(seed, nodes, nodes), 480, 400);
        ASSERT_EQ(std::ssize(places), nodes);
        for (const Point& place : places) {
            ASSERT_TRUE(place.x >= 0 && place.x <= 480 && place.y >= 0 && place.y <= 400) << seed;
        }
    }
    EXPECT_TRUE(layout(test::threads(1), Adjacency(0, {}), 480, 400).empty());
}

TEST(Layout, DoesNotDependOnThreads) {
    const Adjacency graph = layout_random_graph(3, 700, 1200);
    EXPECT_EQ(layout(test::threads(1), graph, 480, 400), layout(test::threads(2), graph, 480, 400));
}

TEST(Layout, NoTwoNodesFallTogether) {
    const auto places = layout(test::threads(2), layout_random_graph(4, 120, 160), 480, 400);
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) ASSERT_GT(layout_distance(places[i], places[j]), 0.1);
    }
}

TEST(Layout, NeighboursAreNearerThanOthers) {
    // A ring of 40 nodes: neighbours are about a step apart, opposite ones far away.
    std::vector<Edge> ring;
    for (Node node = 0; node < 40; ++node) ring.push_back({node, (node + 1) % 40});
    const auto places = layout(test::threads(2), Adjacency(40, ring), 400, 400);
    double beside = 0, opposite = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        beside += layout_distance(places[i], places[(i + 1) % 40]);
        opposite += layout_distance(places[i], places[(i + 20) % 40]);
    }
    EXPECT_GT(opposite, 5 * beside);
}

}  // namespace
}  // namespace lethe::graph
