// From a graph to one with given degrees that differs from it in few edges. Four changes do it, all
// of which leave every other degree as it is:
//
//   move    v has an end too many and w lacks one: an edge from v to some u becomes one from w to u
//   add     two nodes that lack an end each, and are not joined, are joined
//   split   two that lack one each but are joined already: some edge between x and y goes, and
//           theirs to y and x come
//   take    two that have one too many lose their edge; where they have none, one of each goes,
//           to x and y, which are joined instead
//
// Ends that are too many are moved to nodes that lack some first, since a move changes one edge for
// two degrees. Edges both ways and edges in one direction are two such graphs over the same pairs:
// no pair is joined twice, so that all sums of the degrees are reached as well. Where a change is
// not to be found (a node that is joined to everybody) the caller starts again from other degrees.
#include "lethe/graph/protect/joined_ends.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "lethe/graph/joined_pairs.h"

namespace lethe::graph {

// The ends that an edge has at its first and at its second node.
struct JoinedEnds::Kind {
    NodeEnd first, second;

    bool symmetric() const { return first == second; }
    Kind turned() const { return {second, first}; }
};

JoinedEnds::JoinedEnds(const SocialGraph& graph) : directed_(graph.directed) {
    for (Ends& ends : ends_) ends.resize(static_cast<std::size_t>(graph.nodes()));
    std::vector<Edge> edges;
    for (Edge edge : graph.edges) {
        if (edge.from == edge.to) continue;
        if (!directed_ && edge.to < edge.from) std::swap(edge.from, edge.to);
        edges.push_back(edge);
    }
    std::ranges::sort(edges);
    edges.erase(std::ranges::unique(edges).begin(), edges.end());
    for (const Edge& edge : edges) {
        const bool back = !directed_ || std::ranges::binary_search(edges, Edge{edge.to, edge.from});
        if (!back) {
            link({kOnlyFrom, kOnlyTo}, edge.from, edge.to);
        } else if (edge.from < edge.to) {
            link({kBothWays, kBothWays}, edge.from, edge.to);
        }
    }
}

std::vector<EndCounts> JoinedEnds::degrees() const {
    std::vector<EndCounts> degrees(ends_[0].size());
    for (std::size_t node = 0; node < degrees.size(); ++node) {
        for (std::size_t end = 0; end < kNodeEnds; ++end) {
            degrees[node][end] = std::ssize(ends_[end][node]);
        }
    }
    return degrees;
}

std::vector<Edge> JoinedEnds::edges() const {
    std::vector<Edge> edges;
    for (Node node = 0; node < nodes(); ++node) {
        for (const Node other : ends_[kBothWays][static_cast<std::size_t>(node)]) {
            if (directed_ || node < other) edges.push_back({node, other});
        }
        for (const Node other : ends_[kOnlyFrom][static_cast<std::size_t>(node)]) {
            edges.push_back({node, other});
        }
    }
    std::ranges::sort(edges);
    return edges;
}

bool JoinedEnds::joined(Node a, Node b) const {
    return a == b || pairs_.contains(JoinedPairs::key(a, b));
}

void JoinedEnds::link(const Kind& kind, Node a, Node b) {
    ends(kind.first)[static_cast<std::size_t>(a)].push_back(b);
    ends(kind.second)[static_cast<std::size_t>(b)].push_back(a);
    pairs_.insert(JoinedPairs::key(a, b));
}

void JoinedEnds::unlink(const Kind& kind, Node a, Node b) {
    const auto drop = [](std::vector<Node>& from, Node node) {
        *std::ranges::find(from, node) = from.back();
        from.pop_back();
    };
    drop(ends(kind.first)[static_cast<std::size_t>(a)], b);
    drop(ends(kind.second)[static_cast<std::size_t>(b)], a);
    pairs_.erase(JoinedPairs::key(a, b));
}

std::int64_t JoinedEnds::lacking(std::span<const EndCounts> targets, NodeEnd end, Node node) {
    const auto i = static_cast<std::size_t>(node);
    return targets[i][static_cast<std::size_t>(end)] - std::ssize(ends(end)[i]);
}

// The nodes that lack ends, or have too many, each as often as that, in a random order.
std::vector<Node> JoinedEnds::units(std::span<const EndCounts> targets, NodeEnd end, bool lacks,
                                    Draws& draws) {
    std::vector<Node> all;
    for (Node node = 0; node < nodes(); ++node) {
        const std::int64_t lack = lacking(targets, end, node);
        for (std::int64_t i = 0; i < (lacks ? lack : -lack); ++i) all.push_back(node);
    }
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[draws.below(i)]);
    return all;
}

bool JoinedEnds::reach(const Context& context, std::span<const EndCounts> targets,
                       const Stream& stream) {
    Draws draws = stream.at(++rounds_);
    const Kind both{kBothWays, kBothWays}, one{kOnlyFrom, kOnlyTo};
    bool done = move_ends(context, targets, both, false, draws) &&
                add_edges(context, targets, both, draws) &&
                take_edges(context, targets, both, draws);
    if (!directed_) return done;
    done = done && move_ends(context, targets, one, false, draws) &&
           move_ends(context, targets, one, true, draws) &&
           add_edges(context, targets, one, draws) && take_edges(context, targets, one, draws);
    return done;
}

bool JoinedEnds::move_ends(const Context& context, std::span<const EndCounts> targets,
                           const Kind& way, bool turned, Draws& draws) {
    const Kind kind = turned ? way.turned() : way;
    std::vector<Node> many = units(targets, kind.first, false, draws);
    const std::vector<Node> few = units(targets, kind.first, true, draws);
    for (const Node to : few) {
        if (many.empty()) break;
        context.check_stop();
        bool moved = false;
        for (std::size_t place = many.size(); place-- > 0 && !moved;) {
            const Node from = many[place];
            std::vector<Node>& others = ends(kind.first)[static_cast<std::size_t>(from)];
            const std::size_t start = draws.below(others.size());
            for (std::size_t i = 0; i < others.size() && !moved; ++i) {
                const Node other = others[(start + i) % others.size()];
                if (joined(to, other)) continue;
                unlink(kind, from, other);
                link(kind, to, other);
                many.erase(many.begin() + static_cast<std::ptrdiff_t>(place));
                moved = true;
            }
        }
    }
    // What could not be moved is added and taken away.
    return true;
}

bool JoinedEnds::add_edges(const Context& context, std::span<const EndCounts> targets,
                           const Kind& kind, Draws& draws) {
    std::vector<Node> firsts = units(targets, kind.first, true, draws);
    // Who lacks most is joined first, as long as there are many to choose from.
    std::ranges::stable_sort(firsts, std::less(),
                             [&](Node node) { return lacking(targets, kind.first, node); });
    std::vector<Node> seconds;
    if (!kind.symmetric()) seconds = units(targets, kind.second, true, draws);
    std::vector<Node>& others = kind.symmetric() ? firsts : seconds;
    while (!firsts.empty()) {
        context.check_stop();
        const Node a = firsts.back();
        firsts.pop_back();
        if (others.empty()) return false;
        auto partner = others.rbegin();
        while (partner != others.rend() && joined(a, *partner)) ++partner;
        const bool strangers = partner != others.rend();
        if (!strangers) partner = others.rbegin();
        const Node b = *partner;
        others.erase(std::next(partner).base());
        if (strangers) {
            link(kind, a, b);
        } else if (!split_an_edge(kind, a, b, draws)) {
            return false;
        }
    }
    return seconds.empty();
}

bool JoinedEnds::take_edges(const Context& context, std::span<const EndCounts> targets,
                            const Kind& kind, Draws& draws) {
    std::vector<Node> firsts = units(targets, kind.first, false, draws);
    std::vector<Node> seconds;
    if (!kind.symmetric()) seconds = units(targets, kind.second, false, draws);
    std::vector<Node>& others = kind.symmetric() ? firsts : seconds;
    while (!firsts.empty()) {
        context.check_stop();
        const Node a = firsts.back();
        firsts.pop_back();
        if (others.empty()) return false;
        const std::vector<Node>& joined_to = ends(kind.first)[static_cast<std::size_t>(a)];
        auto partner = std::ranges::find_if(others, [&](Node other) {
            return std::ranges::find(joined_to, other) != joined_to.end();
        });
        const bool direct = partner != others.end();
        if (!direct) partner = others.end() - 1;
        const Node b = *partner;
        others.erase(partner);
        if (direct) {
            unlink(kind, a, b);
        } else if (!merge_two_edges(kind, a, b, draws)) {
            return false;
        }
    }
    return seconds.empty();
}

bool JoinedEnds::split_an_edge(const Kind& kind, Node a, Node b, Draws& draws) {
    const auto start = static_cast<Node>(draws.below(static_cast<std::uint64_t>(nodes())));
    for (Node i = 0; i < nodes(); ++i) {
        const Node x = i < nodes() - start ? start + i : start + i - nodes();
        if (joined(x, b)) continue;
        for (const Node y : ends(kind.first)[static_cast<std::size_t>(x)]) {
            if (joined(a, y)) continue;
            unlink(kind, x, y);
            link(kind, a, y);
            link(kind, x, b);
            return true;
        }
    }
    return false;
}

bool JoinedEnds::merge_two_edges(const Kind& kind, Node a, Node b, Draws& draws) {
    const std::vector<Node> of_a = ends(kind.first)[static_cast<std::size_t>(a)];
    const std::vector<Node> of_b = ends(kind.second)[static_cast<std::size_t>(b)];
    if (of_a.empty() || of_b.empty()) return false;
    const std::size_t start = draws.below(of_a.size());
    for (std::size_t i = 0; i < of_a.size(); ++i) {
        const Node y = of_a[(start + i) % of_a.size()];
        for (const Node x : of_b) {
            if (joined(x, y)) continue;
            unlink(kind, a, y);
            unlink(kind, x, b);
            link(kind, x, y);
            return true;
        }
    }
    return false;
}

bool JoinedEnds::join_more(const Stream& stream) {
    Draws draws = stream.at(++rounds_);
    const Kind both{kBothWays, kBothWays};
    const auto start = static_cast<Node>(draws.below(static_cast<std::uint64_t>(nodes())));
    for (Node i = 0; i < nodes(); ++i) {
        const Node a = i < nodes() - start ? start + i : start + i - nodes();
        for (Node b = 0; b < nodes(); ++b) {
            if (joined(a, b)) continue;
            link(both, a, b);
            return true;
        }
    }
    for (Node a = 0; a < nodes(); ++a) {
        const std::vector<Node>& others = ends(kOnlyFrom)[static_cast<std::size_t>(a)];
        if (others.empty()) continue;
        const Node b = others.front();
        unlink({kOnlyFrom, kOnlyTo}, a, b);
        link(both, a, b);
        return true;
    }
    return false;
}

}  // namespace lethe::graph
