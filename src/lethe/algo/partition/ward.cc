// The rule of Lance and Williams: when i and j with weights n_i and n_j are joined, their growth
// with any other cluster k is
//
//   ((n_i + n_k) d_ik + (n_j + n_k) d_jk - n_k d_ij) / (n_i + n_j + n_k),
//
// where d is the growth of the sum of squares that joining two clusters brings: for two points
// n_i n_j / (n_i + n_j) times their squared distance. Weights therefore stand for equal points that
// were joined already.
//
// The rule is reducible (joining two clusters that are nearest to each other brings neither of them
// nearer to a third), so clusters that are each other's nearest can be joined at once, wherever
// they are in the order of growth: a chain that goes from each cluster to its nearest ends in such
// a pair. Each step looks at one row of the matrix, and there are at most three steps a point. The
// merges are then put into the order of their growth.
#include "lethe/algo/partition/ward.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

// The growth of every pair of clusters: the lower triangle.
class Growths {
  public:
    explicit Growths(std::size_t points) : cells_(points * (points - 1) / 2) {}

    double& operator()(std::size_t a, std::size_t b) {
        if (a < b) std::swap(a, b);
        return cells_[a * (a - 1) / 2 + b];
    }

  private:
    std::vector<double> cells_;
};

class Chains {
  public:
    Chains(std::span<const std::int64_t> weights, Growths growths)
        : growths_(std::move(growths)), weights_(weights.begin(), weights.end()) {
        alive_.resize(weights.size());
        std::iota(alive_.begin(), alive_.end(), std::size_t{0});
    }

    std::vector<WardMerge> join_all() {
        std::vector<WardMerge> merges;
        std::vector<std::size_t> chain;
        while (alive_.size() > 1) {
            if (chain.empty()) chain.push_back(alive_.front());
            const std::size_t last = chain.back();
            const std::size_t before = chain.size() > 1 ? chain[chain.size() - 2] : last;
            const std::size_t next = nearest(last, before);
            if (chain.size() > 1 && next == before) {
                chain.resize(chain.size() - 2);
                merges.push_back(join(std::min(last, next), std::max(last, next)));
            } else {
                chain.push_back(next);
            }
        }
        return merges;
    }

  private:
    // The lowest of equals, but the one that the chain came from wins a tie: else it might circle.
    std::size_t nearest(std::size_t from, std::size_t before) {
        std::size_t best = before;
        double least =
            before == from ? std::numeric_limits<double>::infinity() : growths_(from, before);
        for (const std::size_t other : alive_) {
            if (other == from) continue;
            const double growth = growths_(from, other);
            if (growth < least) {
                least = growth;
                best = other;
            }
        }
        return best;
    }

    WardMerge join(std::size_t first, std::size_t second) {
        const double growth = growths_(first, second);
        const double a = weights_[first];
        const double b = weights_[second];
        std::erase(alive_, second);
        for (const std::size_t other : alive_) {
            if (other == first) continue;
            const double c = weights_[other];
            double& own = growths_(first, other);
            own =
                std::max(growth, ((a + c) * own + (b + c) * growths_(second, other) - c * growth) /
                                     (a + b + c));
        }
        weights_[first] = a + b;
        return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(second), growth};
    }

    Growths growths_;
    std::vector<double> weights_;
    std::vector<std::size_t> alive_;  // ascending
};

}  // namespace

Dendrogram ward(const Context& context, std::span<const std::int64_t> weights,
                const std::function<double(std::int32_t, std::int32_t)>& squared) {
    const auto points = std::ssize(weights);
    if (points > kMostWardPoints) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} different records are too many for a hierarchy of clusters (at "
                                "most {})",
                                points, kMostWardPoints));
    }
    Growths growths(weights.size());
    parallel_chunks(
        context.silent(), points, 16, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (std::int64_t a = begin; a < end; ++a) {
                const auto i = static_cast<std::size_t>(a);
                const auto own = static_cast<double>(weights[i]);
                for (std::size_t j = 0; j < i; ++j) {
                    const auto other = static_cast<double>(weights[j]);
                    growths(i, j) =
                        own * other / (own + other) *
                        squared(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
                }
            }
        });
    Dendrogram tree{{weights.begin(), weights.end()},
                    Chains(weights, std::move(growths)).join_all()};
    std::stable_sort(tree.merges.begin(), tree.merges.end(),
                     [](const WardMerge& a, const WardMerge& b) { return a.growth < b.growth; });
    return tree;
}

std::vector<std::int32_t> Dendrogram::cut(std::int64_t clusters) const {
    std::vector<std::int32_t> leader(weights.size());
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](std::int32_t point) {
        while (leader[static_cast<std::size_t>(point)] != point) {
            point = leader[static_cast<std::size_t>(point)];
        }
        return point;
    };
    for (std::int64_t i = 0; i < std::ssize(weights) - clusters; ++i) {
        const WardMerge& merge = merges[static_cast<std::size_t>(i)];
        const std::int32_t a = find(merge.first);
        const std::int32_t b = find(merge.second);
        leader[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
    std::vector<std::int32_t> number(weights.size(), -1), result;
    std::int32_t count = 0;
    for (std::size_t point = 0; point < weights.size(); ++point) {
        auto& own = number[static_cast<std::size_t>(find(static_cast<std::int32_t>(point)))];
        if (own < 0) own = count++;
        result.push_back(own);
    }
    return result;
}

std::int64_t Dendrogram::best_number(std::int64_t least, std::int64_t most) const {
    const std::int64_t points = std::ssize(weights);
    if (points <= least) return points;
    const auto records =
        static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::int64_t{0}));
    std::vector<double> within{0};  // after so many merges
    for (const WardMerge& merge : merges) within.push_back(within.back() + merge.growth);
    std::int64_t best = least;
    double highest = -1;
    for (std::int64_t k = least; k <= std::min(most, points - 1); ++k) {
        const double inside = within[static_cast<std::size_t>(points - k)];
        const double between = within.back() - inside;
        const double index = inside > 0 ? between / static_cast<double>(k - 1) *
                                              (records - static_cast<double>(k)) / inside
                                        : std::numeric_limits<double>::infinity();
        if (index > highest) {
            highest = index;
            best = k;
        }
    }
    return best;
}

}  // namespace lethe
