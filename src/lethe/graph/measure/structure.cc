#include "lethe/graph/measure/structure.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::graph {
namespace {

constexpr std::int64_t kStructureNodesAtOnce = 1024;
constexpr std::int64_t kSourcesAtOnce = 16;

// Every edge once, from the end with fewer neighbours to the one with more, over nodes numbered in
// that order: the lists are then short even where a node has many neighbours.
struct Upward {
    std::vector<Node> order;  // the nodes, by degree
    std::vector<std::size_t> begin;
    std::vector<Node> above;  // places in the order, ascending within a list

    explicit Upward(const Adjacency& adjacency)
        : order(static_cast<std::size_t>(adjacency.nodes())), begin(order.size() + 1, 0) {
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](Node node) { return adjacency.degree(node); });
        std::vector<Node> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[static_cast<std::size_t>(order[i])] = static_cast<Node>(i);
        }
        above.reserve(static_cast<std::size_t>(adjacency.edges()));
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (const Node other : adjacency[order[i]]) {
                const Node at = place[static_cast<std::size_t>(other)];
                if (static_cast<std::size_t>(at) > i) above.push_back(at);
            }
            std::sort(above.begin() + static_cast<std::ptrdiff_t>(begin[i]), above.end());
            begin[i + 1] = above.size();
        }
    }
    std::span<const Node> operator[](Node at) const {
        const auto i = static_cast<std::size_t>(at);
        return std::span(above).subspan(begin[i], begin[i + 1] - begin[i]);
    }
};

// How many nodes are how many steps away from the source; the source itself apart.
void walk(const Adjacency& adjacency, Node source, std::vector<Node>& steps,
          std::vector<Node>& queue, std::vector<std::int64_t>& lengths) {
    std::ranges::fill(steps, -1);
    queue.clear();
    queue.push_back(source);
    steps[static_cast<std::size_t>(source)] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const Node next = steps[static_cast<std::size_t>(queue[head])] + 1;
        for (const Node other : adjacency[queue[head]]) {
            Node& step = steps[static_cast<std::size_t>(other)];
            if (step >= 0) continue;
            step = next;
            queue.push_back(other);
            if (static_cast<std::size_t>(next) >= lengths.size()) lengths.push_back(0);
            ++lengths[static_cast<std::size_t>(next)];
        }
    }
}

std::int64_t add(std::vector<std::int64_t>& total, const std::vector<std::int64_t>& part) {
    total.resize(std::max(total.size(), part.size()));
    for (std::size_t i = 0; i < part.size(); ++i) total[i] += part[i];
    return std::ssize(total);
}

// Where the cumulative count reaches nine tenths, between whole steps (Leskovec et al. 2007).
double ninety_percent(const std::vector<std::int64_t>& lengths, std::int64_t pairs) {
    const double wanted = 0.9 * static_cast<double>(pairs);
    std::int64_t below = 0;
    for (std::size_t step = 1; step < lengths.size(); ++step) {
        const auto within = static_cast<double>(below + lengths[step]);
        if (within >= wanted) {
            return static_cast<double>(step - 1) +
                   (wanted - static_cast<double>(below)) / static_cast<double>(lengths[step]);
        }
        below += lengths[step];
    }
    return 0;
}

}  // namespace

std::vector<std::int64_t> degree_counts(const Adjacency& adjacency) {
    std::vector<std::int64_t> counts;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        const auto degree = static_cast<std::size_t>(adjacency.degree(node));
        if (degree >= counts.size()) counts.resize(degree + 1);
        ++counts[degree];
    }
    return counts;
}

DegreeDistance degree_distance(const std::vector<std::int64_t>& a,
                               const std::vector<std::int64_t>& b) {
    const auto total = [](const std::vector<std::int64_t>& counts) {
        const auto all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
        return static_cast<double>(std::max<std::int64_t>(all, 1));
    };
    const double all_a = total(a), all_b = total(b);
    DegreeDistance distance;
    ExactSum moved;
    std::int64_t below_a = 0, below_b = 0;
    for (std::size_t degree = 0; degree < std::max(a.size(), b.size()); ++degree) {
        below_a += degree < a.size() ? a[degree] : 0;
        below_b += degree < b.size() ? b[degree] : 0;
        const double gap =
            std::abs(static_cast<double>(below_a) / all_a - static_cast<double>(below_b) / all_b);
        moved.add(gap);
        distance.kolmogorov = std::max(distance.kolmogorov, gap);
    }
    distance.earth_mover = moved.value();
    return distance;
}

Clustering clustering(const Context& context, const Adjacency& adjacency) {
    const Upward upward(adjacency);
    Clustering found;
    found.triangles.assign(upward.order.size(), 0);
    const auto corner = [&](Node at) {
        const auto node = static_cast<std::size_t>(upward.order[static_cast<std::size_t>(at)]);
        std::atomic_ref(found.triangles[node]).fetch_add(1, std::memory_order_relaxed);
    };
    parallel_chunks(context, adjacency.nodes(), kStructureNodesAtOnce,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (auto a = static_cast<Node>(begin); a < end; ++a) {
                            for (const Node b : upward[a]) {
                                auto i = upward[a].begin(), j = upward[b].begin();
                                while (i != upward[a].end() && j != upward[b].end()) {
                                    if (*i == *j) {
                                        corner(a);
                                        corner(b);
                                        corner(*i);
                                    }
                                    const Node low = std::min(*i, *j);
                                    i += *i == low ? 1 : 0;
                                    j += *j == low ? 1 : 0;
                                }
                            }
                        }
                    });
    ExactSum shares;
    std::int64_t corners = 0, pairs = 0;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        const std::int64_t degree = adjacency.degree(node);
        const std::int64_t own = degree * (degree - 1) / 2;
        const std::int64_t joined = found.triangles[static_cast<std::size_t>(node)];
        if (own > 0) shares.add(static_cast<double>(joined) / static_cast<double>(own));
        corners += joined;
        pairs += own;
    }
    found.all_triangles = corners / 3;
    if (adjacency.nodes() > 0) found.local = shares.value() / adjacency.nodes();
    if (pairs > 0) found.global = static_cast<double>(corners) / static_cast<double>(pairs);
    return found;
}

std::vector<Node> walk_sources(Node nodes, std::int64_t most, const Random& random) {
    std::vector<Node> sources;
    if (nodes <= most) {
        sources.resize(static_cast<std::size_t>(nodes));
        std::iota(sources.begin(), sources.end(), 0);
        return sources;
    }
    for (const std::int64_t node : random_subset(random.stream("walks"), nodes, most)) {
        sources.push_back(static_cast<Node>(node));
    }
    return sources;
}

Paths paths(const Context& context, const Adjacency& adjacency, const std::vector<Node>& sources) {
    using Lengths = std::vector<std::int64_t>;
    const Lengths lengths = parallel_reduce(
        context, std::ssize(sources), Lengths(1, 0),
        [&](std::int64_t begin, std::int64_t end) {
            Lengths part(1, 0);
            std::vector<Node> steps(static_cast<std::size_t>(adjacency.nodes())), queue;
            for (auto i = begin; i < end; ++i) {
                walk(adjacency, sources[static_cast<std::size_t>(i)], steps, queue, part);
            }
            return part;
        },
        add, kSourcesAtOnce);
    Paths found;
    found.sources = std::ssize(sources);
    found.exact = found.sources == adjacency.nodes();
    std::int64_t reached = 0, steps = 0;
    for (std::size_t length = 1; length < lengths.size(); ++length) {
        reached += lengths[length];
        steps += lengths[length] * static_cast<std::int64_t>(length);
    }
    found.longest = std::ssize(lengths) - 1;
    const std::int64_t pairs = found.sources * (adjacency.nodes() - 1);
    if (pairs > 0) {
        found.connected = 100 * static_cast<double>(reached) / static_cast<double>(pairs);
    }
    if (reached > 0) {
        found.mean = static_cast<double>(steps) / static_cast<double>(reached);
        found.effective_diameter = ninety_percent(lengths, reached);
    }
    return found;
}

}  // namespace lethe::graph
