#include "lethe/graph/protect/perturb_edges.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/graph/joined_pairs.h"
#include "lethe/graph/protect/k_degree.h"

namespace lethe::graph {
namespace {

void check_share(double share) {
    if (share >= 0 && share <= 1) return;
    throw Error(ErrorKind::usage, "must be a number from 0 to 1", {{}, 0, 0, "share"});
}

std::int64_t share_of(double share, std::int64_t count) {
    return std::llround(share * static_cast<double>(count));
}

// Every pair that is not joined, and `count` of them. For graphs where most pairs are.
std::vector<Edge> drawn_from_all(const Adjacency& adjacency, std::int64_t count,
                                 const Stream& stream) {
    std::vector<Edge> apart;
    for (Node a = 0; a < adjacency.nodes(); ++a) {
        for (Node b = a + 1; b < adjacency.nodes(); ++b) {
            if (!adjacency.joined(a, b)) apart.push_back({a, b});
        }
    }
    std::vector<Edge> drawn;
    for (const std::int64_t i : random_subset(stream, std::ssize(apart), count)) {
        drawn.push_back(apart[static_cast<std::size_t>(i)]);
    }
    return drawn;
}

std::vector<Edge> random_strangers(const Context& context, const Adjacency& adjacency,
                                   std::int64_t count, const Random& random) {
    const std::int64_t n = adjacency.nodes();
    const std::int64_t apart = n * (n - 1) / 2 - adjacency.edges();
    if (count > apart) {
        throw Error(ErrorKind::unmet,
                    "fewer pairs of nodes are not joined than edges are to be added; take a "
                    "smaller share",
                    {{}, 0, 0, "share"});
    }
    const Stream stream = random.stream("added edges");
    if (2 * count > apart) return drawn_from_all(adjacency, count, stream);
    std::vector<Edge> drawn;
    std::unordered_set<std::uint64_t> known;
    for (std::int64_t position = 0; std::ssize(drawn) < count; ++position) {
        if (position % 1024 == 0) context.check_stop();
        Draws draws = stream.at(position);
        const auto a = static_cast<Node>(draws.below(static_cast<std::uint64_t>(n)));
        const auto b = static_cast<Node>(draws.below(static_cast<std::uint64_t>(n)));
        if (a == b || adjacency.joined(a, b)) continue;
        if (known.insert(JoinedPairs::key(a, b)).second) drawn.push_back({a, b});
    }
    return drawn;
}

// The places of edges that are no loops and alone between their nodes.
std::vector<std::size_t> single_edges(const SocialGraph& graph) {
    std::vector<std::pair<std::uint64_t, std::size_t>> keys;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        const Edge& edge = graph.edges[i];
        if (edge.from != edge.to) keys.emplace_back(JoinedPairs::key(edge.from, edge.to), i);
    }
    std::ranges::sort(keys);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const bool repeats = (i > 0 && keys[i - 1].first == keys[i].first) ||
                             (i + 1 < keys.size() && keys[i + 1].first == keys[i].first);
        if (!repeats) places.push_back(keys[i].second);
    }
    std::ranges::sort(places);
    return places;
}

}  // namespace

ChangedEdges perturb_edges(const Context& context, const SocialGraph& graph, double share,
                           const Random& random) {
    check_share(share);
    const std::int64_t count = share_of(share, std::ssize(graph.edges));
    const Adjacency adjacency(graph);
    const std::vector<Edge> added = random_strangers(context, adjacency, count, random);
    const std::vector<std::int64_t> gone =
        random_subset(random.stream("removed edges"), std::ssize(graph.edges), count);
    SocialGraph kept = graph;
    kept.edges.clear();
    kept.weights.clear();
    auto next = gone.begin();
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        if (next != gone.end() && *next == static_cast<std::int64_t>(i)) {
            ++next;
            continue;
        }
        kept.edges.push_back(graph.edges[i]);
        if (!graph.weights.empty()) kept.weights.push_back(graph.weights[i]);
    }
    kept.edges.insert(kept.edges.end(), added.begin(), added.end());
    const std::vector<double> weights = drawn_weights(graph, added.size(), random);
    kept.weights.insert(kept.weights.end(), weights.begin(), weights.end());
    return {std::move(kept), count, count};
}

ChangedEdges switch_edges(const Context& context, const SocialGraph& graph, double share,
                          const Random& random) {
    check_share(share);
    ChangedEdges changed{graph, 0, 0};
    std::vector<Edge>& edges = changed.graph.edges;
    const Adjacency adjacency(graph);
    const std::vector<std::size_t> places = single_edges(graph);
    const std::int64_t wanted = share_of(share, std::ssize(places)) / 2;
    const std::int64_t most_tries = 100 * wanted;
    JoinedPairs joined(adjacency);
    const Stream stream = random.stream("switched edges");
    std::int64_t done = 0;
    for (std::int64_t position = 0; done < wanted && position < most_tries; ++position) {
        if (position % 1024 == 0) context.check_stop();
        Draws draws = stream.at(position);
        Edge& first = edges[places[draws.below(places.size())]];
        Edge& second = edges[places[draws.below(places.size())]];
        Edge turned = second;
        if (!graph.directed && draws.below(2) == 1) std::swap(turned.from, turned.to);
        const Edge one{first.from, turned.to};
        const Edge other{turned.from, first.to};
        if (one.from == one.to || other.from == other.to) continue;
        if (joined.joined(one.from, one.to) || joined.joined(other.from, other.to)) continue;
        joined.remove(first.from, first.to);
        joined.remove(second.from, second.to);
        joined.add(one.from, one.to);
        joined.add(other.from, other.to);
        first = one;
        second = other;
        ++done;
    }
    for (const std::size_t place : places) {
        const Edge& before = graph.edges[place];
        if (!joined.joined(before.from, before.to)) ++changed.removed;
        if (!adjacency.joined(edges[place].from, edges[place].to)) ++changed.added;
    }
    return changed;
}

}  // namespace lethe::graph
