#include "lethe/graph/measure/communities.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/core/exact_sum.h"

namespace lethe::graph {
namespace {

using Label = std::int32_t;

// A graph of communities: joins have weights, and what lies inside a node is in its degree alone.
struct Level {
    struct Link {
        Label to = 0;
        std::int64_t weight = 0;
    };
    std::vector<std::size_t> begin;
    std::vector<Link> links;
    std::vector<std::int64_t> degree;

    std::size_t nodes() const { return degree.size(); }
    std::span<const Link> operator[](std::size_t node) const {
        return std::span(links).subspan(begin[node], begin[node + 1] - begin[node]);
    }
};

Level first_level(const Adjacency& adjacency) {
    Level level;
    level.begin.push_back(0);
    level.links.reserve(static_cast<std::size_t>(2 * adjacency.edges()));
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        for (const Node other : adjacency[node]) level.links.push_back({other, 1});
        level.begin.push_back(level.links.size());
        level.degree.push_back(adjacency.degree(node));
    }
    return level;
}

// Moves nodes until no move gains anything; the communities from 0 up. A community gains from a
// node by the weight between them times twice the edges, less the product of their degrees.
class Moves {
  public:
    Moves(const Level& level, std::int64_t both_ends)
        : level_(level),
          both_ends_(both_ends),
          of_(level.nodes()),
          total_(level.degree),
          weight_(level.nodes(), 0) {
        std::iota(of_.begin(), of_.end(), 0);
    }

    std::vector<Label> settle(const Context& context) {
        constexpr int kMostRounds = 100;
        for (int round = 0; round < kMostRounds; ++round) {
            context.check_stop();
            std::int64_t moved = 0;
            for (std::size_t node = 0; node < level_.nodes(); ++node) moved += move(node) ? 1 : 0;
            // The last few moves of a large graph are worth nothing.
            if (moved * 1000 <= std::ssize(of_)) break;
        }
        std::vector<Label> number(of_.size(), -1);
        Label next = 0;
        for (Label& label : of_) {
            Label& its = number[static_cast<std::size_t>(label)];
            if (its < 0) its = next++;
            label = its;
        }
        return std::move(of_);
    }

  private:
    bool move(std::size_t node) {
        const Label own = of_[node];
        near_.assign(1, own);
        for (const Level::Link& link : level_[node]) {
            const Label label = of_[static_cast<std::size_t>(link.to)];
            std::int64_t& weight = weight_[static_cast<std::size_t>(label)];
            if (weight == 0 && label != own) near_.push_back(label);
            weight += link.weight;
        }
        total_[static_cast<std::size_t>(own)] -= level_.degree[node];
        Label best = own;
        std::int64_t best_gain = gain(node, own);
        for (const Label label : near_) {
            const std::int64_t its = gain(node, label);
            if (its > best_gain || (its == best_gain && best != own && label < best)) {
                best = label;
                best_gain = its;
            }
        }
        for (const Label label : near_) weight_[static_cast<std::size_t>(label)] = 0;
        total_[static_cast<std::size_t>(best)] += level_.degree[node];
        of_[node] = best;
        return best != own;
    }
    std::int64_t gain(std::size_t node, Label label) const {
        const auto at = static_cast<std::size_t>(label);
        return weight_[at] * both_ends_ - level_.degree[node] * total_[at];
    }

    const Level& level_;
    std::int64_t both_ends_;  // twice the number of edges
    std::vector<Label> of_;
    std::vector<std::int64_t> total_;   // degrees of each community
    std::vector<std::int64_t> weight_;  // from the node that is moved to each community
    std::vector<Label> near_;
};

Level level_of_communities(const Level& level, const std::vector<Label>& of, Label count) {
    std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(count));
    for (std::size_t node = 0; node < of.size(); ++node) {
        members[static_cast<std::size_t>(of[node])].push_back(node);
    }
    Level next;
    next.begin.push_back(0);
    next.degree.assign(static_cast<std::size_t>(count), 0);
    std::vector<std::int64_t> weight(static_cast<std::size_t>(count), 0);
    std::vector<Label> near;
    for (std::size_t label = 0; label < members.size(); ++label) {
        near.clear();
        for (const std::size_t node : members[label]) {
            next.degree[label] += level.degree[node];
            for (const Level::Link& link : level[node]) {
                const Label to = of[static_cast<std::size_t>(link.to)];
                if (static_cast<std::size_t>(to) == label) continue;
                if (weight[static_cast<std::size_t>(to)] == 0) near.push_back(to);
                weight[static_cast<std::size_t>(to)] += link.weight;
            }
        }
        std::ranges::sort(near);
        for (const Label to : near) {
            next.links.push_back({to, std::exchange(weight[static_cast<std::size_t>(to)], 0)});
        }
        next.begin.push_back(next.links.size());
    }
    return next;
}

// Numbered by size, equals by their first node.
Label number_by_size(std::vector<Label>& of) {
    std::vector<std::int64_t> sizes;
    for (const Label label : of) {
        sizes.resize(std::max(sizes.size(), static_cast<std::size_t>(label) + 1));
        ++sizes[static_cast<std::size_t>(label)];
    }
    std::vector<Label> order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{},
                             [&](Label label) { return sizes[static_cast<std::size_t>(label)]; });
    std::vector<Label> number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[static_cast<std::size_t>(order[i])] = static_cast<Label>(i);
    }
    for (Label& label : of) label = number[static_cast<std::size_t>(label)];
    return static_cast<Label>(order.size());
}

}  // namespace

Communities communities(const Context& context, const Adjacency& adjacency) {
    Communities found;
    found.of.resize(static_cast<std::size_t>(adjacency.nodes()));
    std::iota(found.of.begin(), found.of.end(), 0);
    Level level = first_level(adjacency);
    while (true) {
        const std::vector<Label> of = Moves(level, 2 * adjacency.edges()).settle(context);
        const Label count = of.empty() ? 0 : *std::ranges::max_element(of) + 1;
        if (static_cast<std::size_t>(count) == level.nodes()) break;
        for (Label& label : found.of) label = of[static_cast<std::size_t>(label)];
        level = level_of_communities(level, of, count);
    }
    found.count = number_by_size(found.of);
    found.modularity = modularity(adjacency, found.of);
    return found;
}

double modularity(const Adjacency& adjacency, const std::vector<std::int32_t>& of) {
    if (adjacency.edges() == 0) return 0;
    std::int64_t inside = 0;
    std::vector<std::int64_t> degrees(of.size() + 1, 0);
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        const std::int32_t label = of[static_cast<std::size_t>(node)];
        degrees[static_cast<std::size_t>(label)] += adjacency.degree(node);
        for (const Node other : adjacency[node]) {
            inside += of[static_cast<std::size_t>(other)] == label ? 1 : 0;
        }
    }
    const auto both_ends = static_cast<double>(2 * adjacency.edges());
    ExactSum sum;
    sum.add(static_cast<double>(inside) / both_ends);
    for (const std::int64_t degree : degrees) {
        const double share = static_cast<double>(degree) / both_ends;
        sum.subtract(share * share);
    }
    return sum.value();
}

}  // namespace lethe::graph
