// The shape of graphs and structural re-identification against their definitions, on thousands of
// random small graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/measure/structure.h"
#include "support.h"

namespace lethe::graph {
namespace {

constexpr int kFar = 1000;

struct Drawn {
    Node nodes = 0;
    std::vector<Edge> edges;  // with loops and repeats
    std::vector<std::vector<bool>> joined;
};

Drawn structure_random_graph(std::int64_t seed) {
    Draws draws = Random(7).stream("graph").at(seed);
    Drawn drawn;
    drawn.nodes = static_cast<Node>(1 + draws.below(11));
    const auto nodes = static_cast<std::uint64_t>(drawn.nodes);
    const std::uint64_t edges = draws.below(2 * nodes + 3);
    drawn.joined.assign(nodes, std::vector<bool>(nodes, false));
    for (std::uint64_t i = 0; i < edges; ++i) {
        const auto a = draws.below(nodes), b = draws.below(nodes);
        drawn.edges.push_back({static_cast<Node>(a), static_cast<Node>(b)});
        if (a != b) drawn.joined[a][b] = drawn.joined[b][a] = true;
    }
    return drawn;
}

std::vector<std::vector<int>> steps_between(const Drawn& drawn) {
    const auto n = static_cast<std::size_t>(drawn.nodes);
    std::vector<std::vector<int>> steps(n, std::vector<int>(n, kFar));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || drawn.joined[i][j]) steps[i][j] = i == j ? 0 : 1;
        }
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                steps[i][j] = std::min(steps[i][j], steps[i][k] + steps[k][j]);
            }
        }
    }
    return steps;
}

// The number of shortest paths between all pairs, by their lengths.
std::vector<std::vector<double>> path_counts(const Drawn& drawn,
                                             const std::vector<std::vector<int>>& steps) {
    const auto n = static_cast<std::size_t>(drawn.nodes);
    std::vector<std::vector<double>> counts(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) counts[i][i] = 1;
    for (int length = 1; length < kFar && length <= drawn.nodes; ++length) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (steps[i][j] != length) continue;
                for (std::size_t k = 0; k < n; ++k) {
                    if (drawn.joined[k][j] && steps[i][k] == length - 1) {
                        counts[i][j] += counts[i][k];
                    }
                }
            }
        }
    }
    return counts;
}

std::vector<Node> all_nodes(const Drawn& drawn) {
    return walk_sources(drawn.nodes, drawn.nodes, Random(1));
}

TEST(GraphStructure, TrianglesAreThoseOfAllTriples) {
    for (int seed = 0; seed < 3000; ++seed) {
        const Drawn drawn = structure_random_graph(seed);
        const auto n = static_cast<std::size_t>(drawn.nodes);
        std::vector<std::int64_t> triangles(n, 0);
        double local = 0;
        std::int64_t closed = 0, open = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::int64_t pairs = 0;
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t k = j + 1; k < n; ++k) {
                    if (!drawn.joined[i][j] || !drawn.joined[i][k]) continue;
                    ++pairs;
                    triangles[i] += drawn.joined[j][k] ? 1 : 0;
                }
            }
            if (pairs > 0) local += static_cast<double>(triangles[i]) / static_cast<double>(pairs);
            closed += triangles[i];
            open += pairs;
        }
        const Clustering found = clustering(test::threads(2), Adjacency(drawn.nodes, drawn.edges));
        ASSERT_EQ(found.triangles, triangles) << seed;
        ASSERT_EQ(3 * found.all_triangles, closed);
        ASSERT_NEAR(found.local, local / drawn.nodes, 1e-12);
        ASSERT_NEAR(found.global,
                    open == 0 ? 0 : static_cast<double>(closed) / static_cast<double>(open), 1e-12);
    }
}

TEST(GraphStructure, PathsAreThoseOfFloydAndWarshall) {
    for (int seed = 0; seed < 3000; ++seed) {
        const Drawn drawn = structure_random_graph(seed);
        std::vector<int> lengths;
        for (const auto& row : steps_between(drawn)) {
            for (const int step : row) {
                if (step > 0 && step < kFar) lengths.push_back(step);
            }
        }
        std::ranges::sort(lengths);
        const Paths found =
            paths(test::threads(2), Adjacency(drawn.nodes, drawn.edges), all_nodes(drawn));
        ASSERT_TRUE(found.exact);
        const auto pairs = static_cast<double>(lengths.size());
        if (lengths.empty()) {
            ASSERT_EQ(found.mean, 0);
            continue;
        }
        ASSERT_NEAR(found.mean, std::accumulate(lengths.begin(), lengths.end(), 0) / pairs, 1e-12);
        ASSERT_EQ(found.longest, lengths.back());
        ASSERT_NEAR(found.connected, 100 * pairs / (drawn.nodes * (drawn.nodes - 1)), 1e-9);
        // Nine tenths are within the whole steps above, not within those below.
        const auto within = [&](double limit) {
            return static_cast<double>(
                std::ranges::count_if(lengths, [&](int length) { return length <= limit; }));
        };
        ASSERT_GE(within(std::ceil(found.effective_diameter)), 0.9 * pairs - 1e-9);
        ASSERT_LE(within(std::ceil(found.effective_diameter) - 1), 0.9 * pairs + 1e-9);
    }
}

TEST(GraphStructure, BetweennessIsTheShareOfShortestPaths) {
    for (int seed = 0; seed < 2000; ++seed) {
        const Drawn drawn = structure_random_graph(seed);
        const auto n = static_cast<std::size_t>(drawn.nodes);
        const auto steps = steps_between(drawn);
        const auto counts = path_counts(drawn, steps);
        const Adjacency adjacency(drawn.nodes, drawn.edges);
        const auto found = betweenness(test::threads(2), adjacency, all_nodes(drawn));
        for (std::size_t v = 0; v < n; ++v) {
            double share = 0;
            for (std::size_t s = 0; s < n; ++s) {
                for (std::size_t t = s + 1; t < n; ++t) {
                    if (s == v || t == v || steps[s][t] >= kFar) continue;
                    if (steps[s][v] + steps[v][t] != steps[s][t]) continue;
                    share += counts[s][v] * counts[v][t] / counts[s][t];
                }
            }
            ASSERT_NEAR(found[v], share, 1e-9) << seed;
        }
        ASSERT_EQ(found, betweenness(test::threads(1), adjacency, all_nodes(drawn)));
    }
}

TEST(GraphStructure, CommunitiesAreWorthTheirModularity) {
    for (int seed = 0; seed < 1500; ++seed) {
        const Drawn drawn = structure_random_graph(seed);
        const Adjacency adjacency(drawn.nodes, drawn.edges);
        const Communities found = communities(test::threads(1), adjacency);
        ASSERT_NEAR(found.modularity, modularity(adjacency, found.of), 1e-12);
        ASSERT_EQ(std::set(found.of.begin(), found.of.end()).size(),
                  static_cast<std::size_t>(found.count));
        std::vector<std::int32_t> alone(found.of.size());
        std::iota(alone.begin(), alone.end(), 0);
        ASSERT_GE(found.modularity, modularity(adjacency, alone) - 1e-12);
        // Sizes descend with the numbers.
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(found.count), 0);
        for (const std::int32_t of : found.of) ++sizes[static_cast<std::size_t>(of)];
        ASSERT_TRUE(std::ranges::is_sorted(sizes, std::greater{}));
    }
}

// Whether the graphs of two nodes' neighbours are the same but for names: all ways are tried.
bool same_neighbourhood(const Drawn& a, std::size_t u, const Drawn& b, std::size_t v) {
    std::vector<std::size_t> of_u, of_v;
    for (std::size_t i = 0; i < a.joined.size(); ++i) {
        if (a.joined[u][i]) of_u.push_back(i);
    }
    for (std::size_t i = 0; i < b.joined.size(); ++i) {
        if (b.joined[v][i]) of_v.push_back(i);
    }
    if (of_u.size() != of_v.size()) return false;
    do {
        bool same = true;
        for (std::size_t i = 0; same && i < of_u.size(); ++i) {
            for (std::size_t j = 0; same && j < i; ++j) {
                same = a.joined[of_u[i]][of_u[j]] == b.joined[of_v[i]][of_v[j]];
            }
        }
        if (same) return true;
    } while (std::ranges::next_permutation(of_v).found);
    return false;
}

std::int64_t degree_of(const Drawn& drawn, std::size_t node) {
    return std::ranges::count(drawn.joined[node], true);
}

std::multiset<std::int64_t> degrees_around(const Drawn& drawn, std::size_t node) {
    std::multiset<std::int64_t> degrees;
    for (std::size_t i = 0; i < drawn.joined.size(); ++i) {
        if (drawn.joined[node][i]) degrees.insert(degree_of(drawn, i));
    }
    return degrees;
}

TEST(StructuralRisk, CandidatesAreThoseThatStandAlike) {
    for (int seed = 0; seed < 1500; ++seed) {
        const Drawn before = structure_random_graph(seed);
        // The published graph: the same with an edge or two more.
        Drawn after = before;
        Draws draws = Random(8).stream("added").at(seed);
        const auto nodes = static_cast<std::uint64_t>(before.nodes);
        for (std::uint64_t i = 0; i < draws.below(3); ++i) {
            const auto a = draws.below(nodes), b = draws.below(nodes);
            after.edges.push_back({static_cast<Node>(a), static_cast<Node>(b)});
            if (a != b) after.joined[a][b] = after.joined[b][a] = true;
        }
        const Adjacency original(before.nodes, before.edges);
        const Adjacency published(after.nodes, after.edges);
        for (const StructuralKnowledge knowledge : kStructuralKnowledge) {
            double expected = 0, unique = 0, lax = 0, nobody = 0;
            for (std::size_t u = 0; u < nodes; ++u) {
                std::int64_t nearest = kFar;
                for (std::size_t v = 0; v < nodes; ++v) {
                    nearest =
                        std::min(nearest, std::abs(degree_of(before, u) - degree_of(after, v)));
                }
                std::vector<std::size_t> candidates;
                for (std::size_t v = 0; v < nodes; ++v) {
                    const bool alike =
                        knowledge == StructuralKnowledge::degree
                            ? std::abs(degree_of(before, u) - degree_of(after, v)) == nearest
                        : knowledge == StructuralKnowledge::neighbours
                            ? degrees_around(before, u) == degrees_around(after, v)
                            : same_neighbourhood(before, u, after, v);
                    if (alike) candidates.push_back(v);
                }
                nobody += candidates.empty() ? 1 : 0;
                if (std::ranges::find(candidates, u) == candidates.end()) continue;
                expected += 1 / static_cast<double>(candidates.size());
                unique += candidates.size() == 1 ? 1 : 0;
                ++lax;
            }
            const StructuralRisk found =
                structural_risk(test::threads(2), original, published, knowledge);
            ASSERT_NEAR(found.expected, 100 * expected / before.nodes, 1e-9)
                << seed << " " << name(knowledge);
            ASSERT_NEAR(found.unique, 100 * unique / before.nodes, 1e-9);
            ASSERT_NEAR(found.lax, 100 * lax / before.nodes, 1e-9);
            ASSERT_NEAR(found.nobody, 100 * nobody / before.nodes, 1e-9);
        }
    }
}

}  // namespace
}  // namespace lethe::graph
