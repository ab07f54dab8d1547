#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "lethe/core/error.h"
#include "lethe/graph/measure/neighbourhoods.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/protect/perturb_edges.h"
#include "support.h"

namespace lethe::graph {
namespace {

SocialGraph structure_protect_graph_of(Node nodes, std::vector<Edge> edges) {
    SocialGraph graph;
    for (Node node = 0; node < nodes; ++node) graph.ids.push_back(std::to_string(node));
    graph.edges = std::move(edges);
    return graph;
}

SocialGraph structure_protect_random_graph(const Random& random, Node most) {
    Draws draws = random.stream("graph").at(0);
    const auto nodes = static_cast<Node>(1 + draws.below(static_cast<std::uint64_t>(most)));
    const double density = draws.uniform();
    std::vector<Edge> edges;
    for (Node a = 0; a < nodes; ++a) {
        for (Node b = 0; b <= a; ++b) {
            if (draws.uniform() < (a == b ? 0.05 : density)) edges.push_back({a, b});
        }
    }
    if (!edges.empty() && draws.below(4) == 0) edges.push_back(edges.front());
    return structure_protect_graph_of(nodes, std::move(edges));
}

// By the definition: how many nodes have each number of different neighbours.
std::int64_t smallest_class_by_recount(const SocialGraph& graph) {
    std::map<Node, std::set<Node>> around;
    for (Node node = 0; node < graph.nodes(); ++node) around[node];
    for (const Edge& edge : graph.edges) {
        if (edge.from == edge.to) continue;
        around[edge.from].insert(edge.to);
        around[edge.to].insert(edge.from);
    }
    std::map<std::size_t, std::int64_t> classes;
    for (const auto& [node, others] : around) ++classes[others.size()];
    std::int64_t smallest = graph.nodes();
    for (const auto& [degree, count] : classes) smallest = std::min(smallest, count);
    return smallest;
}

// The least sum over all k-anonymous sequences that are nowhere below the degrees.
std::int64_t least_sum(const std::vector<std::int64_t>& degrees, std::int64_t k) {
    const std::int64_t most = degrees.front();
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> targets(degrees.size());
    const std::function<void(std::size_t, std::int64_t)> choose = [&](std::size_t i,
                                                                      std::int64_t sum) {
        if (sum >= least) return;
        if (i == degrees.size()) {
            std::map<std::int64_t, std::int64_t> counts;
            for (const std::int64_t target : targets) ++counts[target];
            for (const auto& [target, count] : counts) {
                if (count < k) return;
            }
            least = sum;
            return;
        }
        for (targets[i] = degrees[i]; targets[i] <= most; ++targets[i]) {
            const std::int64_t chosen = targets[i];
            choose(i + 1, sum + chosen);
            targets[i] = chosen;
        }
    };
    choose(0, 0);
    return least;
}

TEST(KDegree, SequenceByHand) {
    const std::vector<std::int64_t> degrees = {5, 4, 4, 2, 2, 1};
    EXPECT_EQ(anonymous_degrees(degrees, 1), degrees);
    EXPECT_EQ(anonymous_degrees(degrees, 2), (std::vector<std::int64_t>{5, 5, 5, 2, 2, 2}));
    EXPECT_EQ(anonymous_degrees(degrees, 4), (std::vector<std::int64_t>{5, 5, 5, 5, 5, 5}));
}

TEST(KDegree, SequenceIsTheCheapestOfAll) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Draws draws = Random(seed).stream("degrees").at(0);
        const auto n = static_cast<std::int64_t>(1 + draws.below(7));
        const auto k = static_cast<std::int64_t>(1 + draws.below(static_cast<std::uint64_t>(n)));
        std::vector<std::int64_t> degrees;
        for (std::int64_t i = 0; i < n; ++i) {
            degrees.push_back(static_cast<std::int64_t>(draws.below(6)));
        }
        std::ranges::sort(degrees, std::greater());
        const auto targets = anonymous_degrees(degrees, k);
        std::map<std::int64_t, std::int64_t> counts;
        for (std::size_t i = 0; i < degrees.size(); ++i) {
            EXPECT_GE(targets[i], degrees[i]);
            ++counts[targets[i]];
        }
        for (const auto& [target, count] : counts) EXPECT_GE(count, k);
        EXPECT_EQ(std::accumulate(targets.begin(), targets.end(), std::int64_t{0}),
                  least_sum(degrees, k))
            << "seed " << seed;
    }
}

TEST(KDegree, StarGetsItsSecondCentre) {
    const SocialGraph star =
        structure_protect_graph_of(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
    const Adjacency before(star);
    EXPECT_EQ(degree_classes(before, 2).smallest, 1);
    EXPECT_EQ(degree_classes(before, 2).below, 1);
    const auto added = k_degree_additions(test::threads(1), before, 2, Random(1));
    const SocialGraph after = with_edges(star, added, Random(1));
    EXPECT_GE(smallest_class_by_recount(after), 2);
}

TEST(KDegree, HoldsByRecountAndOnlyAdds) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const SocialGraph graph = structure_protect_random_graph(Random(seed), 25);
        const auto k = static_cast<std::int64_t>(
            1 + Random(seed).stream("k").at(0).below(static_cast<std::uint64_t>(graph.nodes())));
        const Adjacency before(graph);
        const auto added = k_degree_additions(test::threads(1), before, k, Random(seed));
        EXPECT_EQ(added, k_degree_additions(test::threads(2), before, k, Random(seed)));
        std::set<std::pair<Node, Node>> fresh;
        for (const Edge& edge : added) {
            EXPECT_NE(edge.from, edge.to);
            EXPECT_FALSE(before.joined(edge.from, edge.to));
            EXPECT_TRUE(fresh.insert(std::minmax(edge.from, edge.to)).second);
        }
        const SocialGraph after = with_edges(graph, added, Random(seed));
        EXPECT_GE(smallest_class_by_recount(after), k) << "seed " << seed;
        EXPECT_EQ(degree_classes(Adjacency(after), k).below, 0);
        if (smallest_class_by_recount(graph) >= k) {
            EXPECT_TRUE(added.empty());
        }
    }
}

TEST(KDegree, TooFewNodes) {
    EXPECT_THROW(k_degree_additions(test::threads(1), Adjacency(structure_protect_graph_of(3, {})),
                                    4, Random(1)),
                 Error);
}

TEST(KDegree, AddedEdgesGetWeightsOfOthers) {
    SocialGraph graph = structure_protect_graph_of(4, {{0, 1}, {1, 2}, {0, 2}});
    graph.weights = {5, 1, 3};
    std::set<double> drawn;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::vector<Edge> added = {{0, 3}};
        drawn.insert(with_edges(graph, added, Random(seed)).weights.back());
    }
    EXPECT_EQ(drawn, (std::set<double>{1, 3, 5}));
}

TEST(SingleEdges, LoopsGoAndRepeatsBecomeOne) {
    SocialGraph graph = structure_protect_graph_of(3, {{1, 0}, {2, 2}, {0, 1}, {1, 2}});
    graph.weights = {5, 1, 3, 2};
    const SocialGraph single = with_single_edges(graph);
    EXPECT_EQ(single.edges, (std::vector<Edge>{{0, 1}, {1, 2}}));
    EXPECT_EQ(single.weights, (std::vector<double>{8, 2}));
    graph.directed = true;
    EXPECT_EQ(with_single_edges(graph).edges, (std::vector<Edge>{{0, 1}, {1, 0}, {1, 2}}));
}

std::vector<std::int64_t> out_and_in(const SocialGraph& graph) {
    std::vector<std::int64_t> degrees(2 * graph.ids.size(), 0);
    for (const Edge& edge : graph.edges) {
        ++degrees[2 * static_cast<std::size_t>(edge.from)];
        ++degrees[2 * static_cast<std::size_t>(edge.to) + (graph.directed ? 1 : 0)];
    }
    return degrees;
}

TEST(SwitchEdges, KeepsAllDegreesAndMakesNoRepeat) {
    std::int64_t changed_graphs = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SocialGraph graph = structure_protect_random_graph(Random(seed), 20);
        graph.directed = seed % 2 == 1;
        const ChangedEdges changed = switch_edges(test::threads(1), graph, 0.6, Random(seed));
        EXPECT_EQ(out_and_in(changed.graph), out_and_in(graph));
        const Adjacency before(graph);
        const Adjacency after(changed.graph);
        ASSERT_EQ(after.edges(), before.edges());
        for (Node node = 0; node < graph.nodes(); ++node) {
            EXPECT_EQ(after.degree(node), before.degree(node));
        }
        EXPECT_EQ(changed.removed, changed.added);
        std::int64_t gone = 0;
        for (const Edge& edge : before.edge_list())
            gone += after.joined(edge.from, edge.to) ? 0 : 1;
        EXPECT_EQ(gone, changed.removed);
        changed_graphs += changed.removed > 0 ? 1 : 0;
    }
    EXPECT_GT(changed_graphs, 400);
}

TEST(SwitchEdges, TwoEdgesByHand) {
    const SocialGraph graph = structure_protect_graph_of(4, {{0, 1}, {2, 3}});
    const ChangedEdges changed = switch_edges(test::threads(1), graph, 1, Random(3));
    EXPECT_EQ(changed.removed, 2);
    const Adjacency after(changed.graph);
    EXPECT_FALSE(after.joined(0, 1));
    EXPECT_FALSE(after.joined(2, 3));
    // A complete graph cannot change.
    const SocialGraph triangle = structure_protect_graph_of(3, {{0, 1}, {1, 2}, {0, 2}});
    EXPECT_EQ(switch_edges(test::threads(1), triangle, 1, Random(3)).graph.edges, triangle.edges);
}

TEST(PerturbEdges, RemovesAndAddsAsMany) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SocialGraph graph = structure_protect_random_graph(Random(seed), 20);
        const Adjacency before(graph);
        graph.edges = before.edge_list();
        graph.weights.assign(graph.edges.size(), 2);
        const std::int64_t n = graph.nodes();
        const std::int64_t apart = n * (n - 1) / 2 - before.edges();
        const std::int64_t wanted = std::llround(0.3 * static_cast<double>(before.edges()));
        if (wanted > apart) {
            EXPECT_THROW(perturb_edges(test::threads(1), graph, 0.3, Random(seed)), Error);
            continue;
        }
        const ChangedEdges changed = perturb_edges(test::threads(1), graph, 0.3, Random(seed));
        const Adjacency after(changed.graph);
        EXPECT_EQ(after.edges(), before.edges());
        EXPECT_EQ(changed.graph.weights.size(), changed.graph.edges.size());
        std::int64_t gone = 0;
        for (const Edge& edge : graph.edges) gone += after.joined(edge.from, edge.to) ? 0 : 1;
        EXPECT_EQ(gone, wanted);
        EXPECT_EQ(changed.removed, wanted);
        EXPECT_EQ(changed.added, wanted);
    }
    EXPECT_THROW(perturb_edges(test::threads(1), structure_protect_graph_of(2, {}), 1.5, Random(1)),
                 Error);
}

SmallGraph small(const SocialGraph& graph, const std::vector<Node>& order) {
    const Adjacency adjacency(graph);
    SmallGraph made(graph.ids.size());
    for (Node node = 0; node < graph.nodes(); ++node) {
        for (const Node other : adjacency[node]) {
            made[static_cast<std::size_t>(order[static_cast<std::size_t>(node)])].push_back(
                order[static_cast<std::size_t>(other)]);
        }
    }
    return made;
}

// Tries all orders of the nodes.
bool isomorphic(const SocialGraph& a, const SocialGraph& b) {
    if (a.nodes() != b.nodes()) return false;
    const Adjacency of_b(b);
    std::set<Edge> edges_b;
    for (const Edge& edge : of_b.edge_list()) edges_b.insert(edge);
    std::vector<Node> order(a.ids.size());
    std::iota(order.begin(), order.end(), 0);
    const std::vector<Edge> list = Adjacency(a).edge_list();
    if (list.size() != edges_b.size()) return false;
    do {
        const bool same = std::ranges::all_of(list, [&](const Edge& edge) {
            const auto [low, high] = std::minmax(order[static_cast<std::size_t>(edge.from)],
                                                 order[static_cast<std::size_t>(edge.to)]);
            return edges_b.contains({low, high});
        });
        if (same) return true;
    } while (std::ranges::next_permutation(order).found);
    return false;
}

TEST(CanonicalForm, TellsIsomorphicGraphsByAllOrders) {
    std::int64_t same = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const SocialGraph a = structure_protect_random_graph(Random(seed), 5);
        const SocialGraph b = structure_protect_random_graph(Random(seed + 100000), 5);
        std::vector<Node> order(static_cast<std::size_t>(a.nodes()));
        std::iota(order.begin(), order.end(), 0);
        std::vector<Node> order_b(static_cast<std::size_t>(b.nodes()));
        std::iota(order_b.begin(), order_b.end(), 0);
        const std::string form = canonical_form(small(a, order), 10000);
        ASSERT_FALSE(form.empty());
        EXPECT_EQ(form == canonical_form(small(b, order_b), 10000), isomorphic(a, b));
        same += isomorphic(a, b) ? 1 : 0;
        const auto shuffled =
            random_permutation(Random(seed).stream("order"), static_cast<std::int64_t>(a.nodes()));
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Node>(shuffled[i]);
        EXPECT_EQ(form, canonical_form(small(a, order), 10000));
    }
    EXPECT_GT(same, 100);
}

TEST(CanonicalForm, TellsWhatRefinementCannot) {
    const SocialGraph hexagon =
        structure_protect_graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}});
    const SocialGraph triangles =
        structure_protect_graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});
    std::vector<Node> order = {0, 1, 2, 3, 4, 5};
    EXPECT_EQ(signature(small(hexagon, order)), signature(small(triangles, order)));
    EXPECT_NE(canonical_form(small(hexagon, order), 1000),
              canonical_form(small(triangles, order), 1000));
    EXPECT_TRUE(canonical_form(small(hexagon, order), 2).empty());
}

TEST(Neighbourhoods, ClassesByHand) {
    // A triangle with a tail: 0-1-2, 2-3, 3-4.
    const SocialGraph graph =
        structure_protect_graph_of(6, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}});
    const Neighbourhoods found = neighbourhoods(test::threads(2), Adjacency(graph));
    EXPECT_EQ(found.class_of, (std::vector<std::int32_t>{0, 0, 1, 2, 3, 4}));
    EXPECT_EQ(found.smallest(), 1);
    EXPECT_EQ(found.nodes_below(2), 4);
    EXPECT_EQ(found.by_signature, 0);

    // A node that knows a hexagon, and one that knows two triangles: alike by counts alone.
    std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4},   {4, 5},   {5, 0},
                               {7, 8}, {8, 9}, {9, 7}, {10, 11}, {11, 12}, {12, 10}};
    for (Node node = 0; node < 6; ++node) edges.push_back({6, node});
    for (Node node = 7; node < 13; ++node) edges.push_back({13, node});
    const Adjacency wheels(structure_protect_graph_of(14, edges));
    const Neighbourhoods exact = neighbourhoods(test::threads(1), wheels);
    EXPECT_NE(exact.class_of[6], exact.class_of[13]);
    const Neighbourhoods rough = neighbourhoods(test::threads(1), wheels, {5, 1000});
    EXPECT_EQ(rough.class_of[6], rough.class_of[13]);
    EXPECT_EQ(rough.by_signature, 2);
}

}  // namespace
}  // namespace lethe::graph
