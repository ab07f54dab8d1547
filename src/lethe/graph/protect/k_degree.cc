// Two steps. The first finds the degrees: sorted downwards, they are cut into runs of k to 2k - 1
// nodes (a longer run can be cut in two without loss) which all get the degree of their first node.
// The cheapest cut is found from left to right, O(n k): it is the least that any addition of edges
// has to raise degrees by.
//
// The second finds edges: each node lacks some neighbours now. The node that lacks most is joined
// to those that lack most among the nodes it does not know yet, as in the paper. In real networks
// this alone rarely ends well: what is lacking is concentrated in the few nodes with many
// neighbours, which know each other already. Liu and Terzi then disturb the degrees and start again
// (probing). Here a node that still lacks a neighbour first looks for one that may gain a neighbour
// freely: whose class of degree stays with k nodes or none when it leaves, and whose new class has
// k with it. Among thousands of nodes with few neighbours almost everyone qualifies, and one pass
// is enough. Where nobody does, an edge to any node is added and all starts again from the graph as
// it is by then. Each start adds at least one edge, and the complete graph is anonymous, so this
// ends.
#include "lethe/graph/protect/k_degree.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/graph/joined_pairs.h"

namespace lethe::graph {
namespace {

// One start: from the degrees as they are to edges.
class Additions {
  public:
    Additions(JoinedPairs& joined, std::vector<std::int64_t>& degrees, std::vector<Edge>& added,
              std::int64_t k)
        : joined_(joined), degrees_(degrees), added_(added), k_(k), targets_(degrees.size()) {
        std::vector<Node> order(degrees.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, std::greater(), [&](Node node) { return degree(node); });
        std::vector<std::int64_t> descending;
        for (const Node node : order) descending.push_back(degree(node));
        const std::vector<std::int64_t> targets = anonymous_degrees(descending, k);
        for (std::size_t i = 0; i < order.size(); ++i) {
            targets_[static_cast<std::size_t>(order[i])] = targets[i];
            ++in_class_[targets[i]];
        }
    }

    // Whether nobody lacks a neighbour any more.
    bool run(const Context& context, const Stream& stream) {
        for (const auto& [node, lacking] : join_each_other(context)) {
            for (std::int64_t i = 0; i < lacking; ++i) {
                context.check_stop();
                Draws draws = stream.at(std::ssize(added_));
                if (const Node other = free_partner(node, draws); other >= 0) {
                    --in_class_[target(other)];
                    ++in_class_[++target(other)];
                    join(node, other);
                } else {
                    join(node, stranger(node, draws));
                    return false;
                }
            }
        }
        return true;
    }

  private:
    std::int64_t& target(Node node) { return targets_[static_cast<std::size_t>(node)]; }
    std::int64_t& degree(Node node) { return degrees_[static_cast<std::size_t>(node)]; }
    Node nodes() const { return static_cast<Node>(degrees_.size()); }

    void join(Node a, Node b) {
        joined_.add(a, b);
        added_.push_back({a, b});
        ++degree(a);
        ++degree(b);
    }

    // The nodes that still lack neighbours, and how many.
    std::vector<std::pair<Node, std::int64_t>> join_each_other(const Context& context) {
        using Lacking = std::pair<std::int64_t, Node>;
        const auto more = [](const Lacking& a, const Lacking& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        };
        std::set<Lacking, decltype(more)> lacking(more);
        for (Node node = 0; node < nodes(); ++node) {
            if (target(node) > degree(node)) lacking.emplace(target(node) - degree(node), node);
        }
        std::vector<std::pair<Node, std::int64_t>> left;
        std::vector<Lacking> chosen;
        while (!lacking.empty()) {
            context.check_stop();
            auto [count, node] = *lacking.begin();
            lacking.erase(lacking.begin());
            chosen.clear();
            for (const Lacking& other : lacking) {
                if (std::ssize(chosen) == count) break;
                if (!joined_.joined(node, other.second)) chosen.push_back(other);
            }
            for (const Lacking& other : chosen) {
                join(node, other.second);
                lacking.erase(other);
                if (other.first > 1) lacking.emplace(other.first - 1, other.second);
            }
            count -= std::ssize(chosen);
            if (count > 0) left.emplace_back(node, count);
        }
        return left;
    }

    bool may_gain(Node node, Node other) {
        if (other == node || target(other) != degree(other)) return false;
        const std::int64_t here = in_class_[target(other)];
        const auto next = in_class_.find(target(other) + 1);
        const std::int64_t there = next == in_class_.end() ? 0 : next->second;
        return (here == 1 || here > k_) && there + 1 >= k_ && !joined_.joined(node, other);
    }

    // A node that can be joined to `node` without harm; -1: there is none.
    Node free_partner(Node node, Draws& draws) {
        constexpr int kTries = 64;
        const auto bound = static_cast<std::uint64_t>(nodes());
        for (int i = 0; i < kTries; ++i) {
            const auto other = static_cast<Node>(draws.below(bound));
            if (may_gain(node, other)) return other;
        }
        return first_from(draws, [&](Node other) { return may_gain(node, other); });
    }

    Node stranger(Node node, Draws& draws) {
        return first_from(
            draws, [&](Node other) { return other != node && !joined_.joined(node, other); });
    }

    template <class Holds>
    Node first_from(Draws& draws, Holds holds) {
        const auto start = static_cast<Node>(draws.below(static_cast<std::uint64_t>(nodes())));
        for (Node i = 0; i < nodes(); ++i) {
            const Node other = i < nodes() - start ? start + i : start + i - nodes();
            if (holds(other)) return other;
        }
        return -1;
    }

    JoinedPairs& joined_;
    std::vector<std::int64_t>& degrees_;
    std::vector<Edge>& added_;
    std::int64_t k_;
    std::vector<std::int64_t> targets_;
    std::map<std::int64_t, std::int64_t> in_class_;  // nodes of each target
};

}  // namespace

DegreeClasses degree_classes(const Adjacency& adjacency, std::int64_t k) {
    std::map<std::int64_t, std::int64_t> sizes;
    for (Node node = 0; node < adjacency.nodes(); ++node) ++sizes[adjacency.degree(node)];
    DegreeClasses classes;
    classes.classes = std::ssize(sizes);
    classes.smallest = adjacency.nodes();
    for (const auto& [degree, size] : sizes) {
        classes.smallest = std::min(classes.smallest, size);
        if (size < k) classes.below += size;
    }
    return classes;
}

std::vector<std::int64_t> anonymous_degrees(std::span<const std::int64_t> degrees, std::int64_t k) {
    const std::int64_t n = std::ssize(degrees);
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<std::int64_t> sums(at(n + 1), 0);
    for (std::int64_t i = 0; i < n; ++i) sums[at(i + 1)] = sums[at(i)] + degrees[at(i)];
    // least[i]: the cheapest way for the first i; its last run begins at begins[i].
    constexpr auto kNever = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> least(at(n + 1), kNever);
    std::vector<std::int64_t> begins(at(n + 1), 0);
    least[0] = 0;
    for (std::int64_t i = k; i <= n; ++i) {
        for (std::int64_t begin = std::max<std::int64_t>(0, i - 2 * k + 1); begin <= i - k;
             ++begin) {
            if (least[at(begin)] == kNever) continue;
            const std::int64_t raised =
                degrees[at(begin)] * (i - begin) - (sums[at(i)] - sums[at(begin)]);
            if (least[at(begin)] + raised < least[at(i)]) {
                least[at(i)] = least[at(begin)] + raised;
                begins[at(i)] = begin;
            }
        }
    }
    std::vector<std::int64_t> targets(degrees.size());
    for (std::int64_t end = n; end > 0; end = begins[at(end)]) {
        const std::int64_t begin = begins[at(end)];
        std::fill(targets.begin() + begin, targets.begin() + end, degrees[at(begin)]);
    }
    return targets;
}

std::vector<Edge> k_degree_additions(const Context& context, const Adjacency& adjacency,
                                     std::int64_t k, const Random& random) {
    check_cluster_size(adjacency.nodes(), k);
    std::vector<std::int64_t> degrees;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        degrees.push_back(adjacency.degree(node));
    }
    JoinedPairs joined(adjacency);
    std::vector<Edge> added;
    const Stream stream = random.stream("k-degree");
    while (!Additions(joined, degrees, added, k).run(context, stream)) {
    }
    return added;
}

std::vector<double> drawn_weights(const SocialGraph& graph, std::size_t count,
                                  const Random& random) {
    std::vector<double> drawn;
    if (graph.weights.empty()) return drawn;
    const Stream stream = random.stream("weights of new edges");
    for (std::size_t i = 0; i < count; ++i) {
        Draws draws = stream.at(static_cast<std::int64_t>(i));
        drawn.push_back(graph.weights[draws.below(graph.weights.size())]);
    }
    return drawn;
}

SocialGraph with_edges(const SocialGraph& graph, std::span<const Edge> added,
                       const Random& random) {
    SocialGraph more = graph;
    more.edges.insert(more.edges.end(), added.begin(), added.end());
    const std::vector<double> weights = drawn_weights(graph, added.size(), random);
    more.weights.insert(more.weights.end(), weights.begin(), weights.end());
    return more;
}

}  // namespace lethe::graph
