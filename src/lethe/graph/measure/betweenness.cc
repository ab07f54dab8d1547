#include "lethe/graph/measure/betweenness.h"

#include <algorithm>
#include <cmath>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::graph {
namespace {

constexpr std::int64_t kParts = 16;

class Walk {
  public:
    explicit Walk(const Adjacency& adjacency)
        : adjacency_(adjacency),
          steps_(static_cast<std::size_t>(adjacency.nodes())),
          paths_(steps_.size()),
          share_(steps_.size()) {}

    // Adds what the paths from the source contribute.
    void from(Node source, std::vector<double>& sum) {
        out(source);
        for (std::size_t i = reached_.size(); i-- > 1;) back(reached_[i]);
        for (std::size_t i = 1; i < reached_.size(); ++i) {
            const auto node = static_cast<std::size_t>(reached_[i]);
            sum[node] += share_[node];
        }
    }

  private:
    void out(Node source) {
        std::ranges::fill(steps_, -1);
        reached_.assign(1, source);
        start(source, 0);
        paths_[static_cast<std::size_t>(source)] = 1;
        for (std::size_t head = 0; head < reached_.size(); ++head) {
            const auto node = static_cast<std::size_t>(reached_[head]);
            for (const Node other : adjacency_[reached_[head]]) {
                const auto next = static_cast<std::size_t>(other);
                if (steps_[next] < 0) {
                    start(other, steps_[node] + 1);
                    reached_.push_back(other);
                }
                if (steps_[next] == steps_[node] + 1) paths_[next] += paths_[node];
            }
        }
    }
    void start(Node node, Node steps) {
        const auto at = static_cast<std::size_t>(node);
        steps_[at] = steps;
        paths_[at] = 0;
        share_[at] = 0;
    }
    // Hands the share of a node on to those before it.
    void back(Node node) {
        const auto at = static_cast<std::size_t>(node);
        const long double each = (1 + share_[at]) / paths_[at];
        for (const Node other : adjacency_[node]) {
            const auto before = static_cast<std::size_t>(other);
            if (steps_[before] + 1 == steps_[at])
                share_[before] += static_cast<double>(paths_[before] * each);
        }
    }

    const Adjacency& adjacency_;
    std::vector<Node> steps_;
    std::vector<long double> paths_;  // numbers of shortest paths from the source, up to 10^4932
    std::vector<double> share_;
    std::vector<Node> reached_;
};

// Ranks about their mean.
std::vector<double> centred_ranks(const Context& context, std::span<const double> values) {
    const std::vector<std::int32_t> order = ranking(context, values);
    std::vector<double> ranks(values.size());
    const double middle = static_cast<double>(values.size() - 1) / 2;
    const auto value = [&](std::size_t place) {
        return values[static_cast<std::size_t>(order[place])];
    };
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        end = begin + 1;
        while (end < order.size() && value(end) == value(begin)) ++end;
        const double rank = static_cast<double>(begin + end - 1) / 2 - middle;
        for (std::size_t i = begin; i < end; ++i) ranks[static_cast<std::size_t>(order[i])] = rank;
    }
    return ranks;
}

double product(std::span<const double> a, std::span<const double> b) {
    ExactSum sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum.add(a[i] * b[i]);
    return sum.value();
}

}  // namespace

std::vector<double> betweenness(const Context& context, const Adjacency& adjacency,
                                std::span<const Node> sources) {
    const auto nodes = static_cast<std::size_t>(adjacency.nodes());
    std::vector<double> total(nodes, 0.0);
    if (sources.empty()) return total;
    const std::int64_t chunk = chunk_count(std::ssize(sources), kParts);
    std::vector<std::vector<double>> parts(
        static_cast<std::size_t>(chunk_count(std::ssize(sources), chunk)));
    Progress progress(context, "betweenness", std::ssize(sources));
    parallel_chunks(context, std::ssize(sources), chunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
                        std::vector<double>& sum = parts[static_cast<std::size_t>(index)];
                        sum.assign(nodes, 0.0);
                        Walk walk(adjacency);
                        for (auto i = begin; i < end; ++i) {
                            context.check_stop();
                            walk.from(sources[static_cast<std::size_t>(i)], sum);
                            progress.add();
                        }
                    });
    // Each pair was seen from both of its ends.
    const double scale = static_cast<double>(nodes) / static_cast<double>(sources.size()) / 2;
    for (const std::vector<double>& part : parts) {
        for (std::size_t node = 0; node < nodes; ++node) total[node] += part[node];
    }
    for (double& value : total) value *= scale;
    return total;
}

double rank_correlation(const Context& context, std::span<const double> a,
                        std::span<const double> b) {
    if (a.empty()) return 1;
    const std::vector<double> first = centred_ranks(context, a);
    const std::vector<double> second = centred_ranks(context, b);
    const double spread = product(first, first), other = product(second, second);
    if (spread == 0 || other == 0) return spread == other ? 1 : 0;
    return product(first, second) / std::sqrt(spread * other);
}

}  // namespace lethe::graph
