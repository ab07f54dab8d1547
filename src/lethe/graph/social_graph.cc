#include "lethe/graph/social_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/disjoint_parts.h"

namespace lethe::graph {
void check_graph(const SocialGraph& graph) {
    const bool rows_fit = graph.attributes.columns().empty() ||
                          graph.attributes.rows() == static_cast<std::int64_t>(graph.ids.size());
    const bool weights_fit = graph.weights.empty() || graph.weights.size() == graph.edges.size();
    const auto inside = [&](Node node) { return node >= 0 && node < graph.nodes(); };
    const bool ends_fit = std::ranges::all_of(
        graph.edges, [&](const Edge& edge) { return inside(edge.from) && inside(edge.to); });
    if (!rows_fit || !weights_fit || !ends_fit) {
        throw Error(ErrorKind::internal, "the parts of a graph do not fit together");
    }
}

Adjacency::Adjacency(Node nodes, std::span<const Edge> edges)
    : begin_(static_cast<std::size_t>(nodes) + 1, 0) {
    for (const Edge& edge : edges) {
        if (edge.from == edge.to) continue;
        ++begin_[static_cast<std::size_t>(edge.from) + 1];
        ++begin_[static_cast<std::size_t>(edge.to) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    neighbours_.resize(begin_.back());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (const Edge& edge : edges) {
        if (edge.from == edge.to) continue;
        neighbours_[next[static_cast<std::size_t>(edge.from)]++] = edge.to;
        neighbours_[next[static_cast<std::size_t>(edge.to)]++] = edge.from;
    }
    std::size_t kept = 0;
    for (std::size_t node = 0; node + 1 < begin_.size(); ++node) {
        const auto first = neighbours_.begin() + static_cast<std::ptrdiff_t>(begin_[node]);
        const auto last = neighbours_.begin() + static_cast<std::ptrdiff_t>(begin_[node + 1]);
        std::sort(first, last);
        const auto end = std::unique(first, last);
        begin_[node] = kept;
        kept = static_cast<std::size_t>(
            std::move(first, end, neighbours_.begin() + static_cast<std::ptrdiff_t>(kept)) -
            neighbours_.begin());
    }
    begin_.back() = kept;
    neighbours_.resize(kept);
    neighbours_.shrink_to_fit();
}

bool Adjacency::joined(Node a, Node b) const {
    if (degree(b) < degree(a)) std::swap(a, b);
    return std::ranges::binary_search((*this)[a], b);
}

std::vector<Edge> Adjacency::edge_list() const {
    std::vector<Edge> list;
    list.reserve(static_cast<std::size_t>(edges()));
    for (Node node = 0; node < nodes(); ++node) {
        for (const Node other : (*this)[node]) {
            if (node < other) list.push_back({node, other});
        }
    }
    return list;
}

DirectedDegrees directed_degrees(const SocialGraph& graph) {
    std::vector<Edge> edges = graph.edges;
    std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    DirectedDegrees degrees;
    degrees.out.resize(graph.ids.size());
    degrees.in.resize(graph.ids.size());
    for (const Edge& edge : edges) {
        if (edge.from == edge.to) continue;
        ++degrees.out[static_cast<std::size_t>(edge.from)];
        ++degrees.in[static_cast<std::size_t>(edge.to)];
    }
    return degrees;
}

SocialGraph with_single_edges(const SocialGraph& graph) {
    std::vector<std::pair<Edge, std::size_t>> order;
    order.reserve(graph.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        Edge edge = graph.edges[e];
        if (edge.from == edge.to) continue;
        if (!graph.directed && edge.to < edge.from) std::swap(edge.from, edge.to);
        order.emplace_back(edge, e);
    }
    std::ranges::sort(order);
    SocialGraph single = graph;
    single.edges.clear();
    single.weights.clear();
    for (const auto& [edge, place] : order) {
        const bool repeat = !single.edges.empty() && single.edges.back() == edge;
        if (!repeat) single.edges.push_back(edge);
        if (graph.weights.empty()) continue;
        if (!repeat) single.weights.push_back(0);
        single.weights.back() += graph.weights[place];
    }
    return single;
}

EdgeCounts edge_counts(const SocialGraph& graph, const Adjacency& adjacency) {
    EdgeCounts counts;
    counts.edges = std::ssize(graph.edges);
    counts.loops =
        std::ranges::count_if(graph.edges, [](const Edge& edge) { return edge.from == edge.to; });
    if (graph.directed) {
        std::vector<Edge> sorted = graph.edges;
        std::erase_if(sorted, [](const Edge& edge) { return edge.from == edge.to; });
        std::ranges::sort(sorted);
        const auto rest = std::ranges::unique(sorted);
        counts.repeats = std::ssize(rest);
    } else {
        counts.repeats = counts.edges - counts.loops - adjacency.edges();
    }
    DisjointParts parts(graph.nodes());
    for (const Edge& edge : graph.edges) parts.join(edge.from, edge.to);
    counts.parts = parts.count();
    for (Node node = 0; node < graph.nodes(); ++node) {
        counts.isolated += adjacency.degree(node) == 0 ? 1 : 0;
    }
    return counts;
}

}  // namespace lethe::graph
