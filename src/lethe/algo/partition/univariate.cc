// The least sum of squares F(j) of the first j values satisfies
//
//   F(j) = min over i of F(i) + c(i, j),   j - 2k + 1 <= i <= j - k,
//
// where c(i, j) is the sum of squares of the group [i, j) around its mean: a shortest path. Longer
// groups need not be tried, for cutting a group of 2k in two does not raise its sum of squares.
//
// Fewer candidates. The cost is Monge: c(a, c) + c(b, d) <= c(a, d) + c(b, c) for a <= b <= c <= d.
// It stays so when groups that are too short or too long cost infinity, because these stand on the
// right-hand side wherever they occur. Hence the best i does not fall when j grows. Take the ends j
// in blocks of k: [b, b + k). All their starts lie before b, so their F are known, and the best
// starts of a block are found by halving: the best start of the middle end bounds those of the ends
// to the left and to the right. This costs O(k log k) a block, O(n log k) in all.
//
// No cancellation. Prefix sums of squares over the whole column lose everything when the values
// have a large offset, or when the column has groups of very different size. Here every group of a
// block reaches over the value at b, so it is a tail [i, b) and a head [b, j), and
//
//   c = c_tail + c_head + (distance of their means)^2 n_tail n_head / (n_tail + n_head).
//
// Tails and heads are built one value at a time, outwards from the pivot x[b], as distances from
// the pivot; the distance of the means is the sum of both means. All terms are non-negative, so
// each cost has a small relative error, O(k) units in the last place, whatever the offset and the
// scale. To keep F as sharp, the least F of the starts is subtracted from all of them before each
// block: only differences matter, and these stay of the size of a few groups.
#include "lethe/algo/partition/univariate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/index.h"
#include "lethe/core/limits.h"

namespace lethe {
namespace {

double power_of_two_near(double value) {
    return value > 0.0 ? std::ldexp(1.0, std::clamp(std::ilogb(value), -1000, 1000)) : 1.0;
}

// Values on one side of a pivot, as distances from it, taken outwards.
struct SortedSide {
    double count = 0.0;
    double mean = 0.0;
    double squares = 0.0;  // around the mean

    SortedSide with(double distance) const {
        const double step = distance - mean;
        return {count + 1.0, mean + step / (count + 1.0),
                squares + step * step * (count / (count + 1.0))};
    }
};

double cost(const SortedSide& tail, const SortedSide& head) {
    const double apart = tail.mean + head.mean;
    return tail.squares + head.squares +
           apart * apart * (tail.count * head.count / (tail.count + head.count));
}

class OptimalGrouping {
  public:
    OptimalGrouping(std::span<const double> sorted, std::int64_t k)
        : x_(sorted),
          n_(std::ssize(sorted)),
          k_(k),
          scale_(power_of_two_near(1.0 / (sorted.back() - sorted.front()))),
          total_(at(n_ + 1), kInfinity),
          start_(at(n_ + 1), 0) {
        total_[0] = 0.0;
    }

    std::vector<std::int64_t> solve(const Context& context) {
        for (std::int64_t block = k_; block <= n_; block += k_) {
            context.check_stop();
            open(block);
            find_starts(block, std::min(block + k_ - 1, n_), first_, block - 1);
        }
        std::vector<std::int64_t> boundaries;
        for (std::int64_t end = n_; end > 0; end = start_[at(end)]) boundaries.push_back(end);
        boundaries.push_back(0);
        std::reverse(boundaries.begin(), boundaries.end());
        return boundaries;
    }

  private:
    void open(std::int64_t block) {
        block_ = block;
        first_ = std::max<std::int64_t>(0, block - 2 * k_ + 1);
        const double pivot = x_[at(std::min(block, n_ - 1))];
        tails_.assign(at(block - first_ + 1), SortedSide());  // tails_[i - first_] is [i, block)
        for (std::int64_t i = block; i-- > first_;) {
            tails_[at(i - first_)] = tails_[at(i - first_ + 1)].with((pivot - x_[at(i)]) * scale_);
        }
        heads_.assign(1, SortedSide());  // heads_[j - block] is [block, j)
        for (std::int64_t j = block; j < std::min(block + k_ - 1, n_); ++j) {
            heads_.push_back(heads_.back().with((x_[at(j)] - pivot) * scale_));
        }
        const auto known = total_.begin() + first_;
        const double least = *std::min_element(known, total_.begin() + block);
        std::for_each(known, total_.begin() + block, [&](double& total) { total -= least; });
    }

    // The best starts for the ends first_end .. last_end, known to be in low .. high (apart from
    // the lengths allowed); of equally good ones the last.
    void find_starts(std::int64_t first_end, std::int64_t last_end, std::int64_t low,
                     std::int64_t high) {
        if (first_end > last_end) return;
        const std::int64_t end = first_end + (last_end - first_end) / 2;
        const SortedSide& head = heads_[at(end - block_)];
        double least = kInfinity;
        std::int64_t best = -1;
        const std::int64_t shortest = std::min(high, end - k_);
        for (std::int64_t i = std::max(low, end - 2 * k_ + 1); i <= shortest; ++i) {
            const double total = total_[at(i)] + cost(tails_[at(i - first_)], head);
            if (total <= least) {
                least = total;
                best = i;
            }
        }
        total_[at(end)] = least;
        start_[at(end)] = best;
        find_starts(first_end, end - 1, low, best);
        find_starts(end + 1, last_end, best, high);
    }

    std::span<const double> x_;
    std::int64_t n_;
    std::int64_t k_;
    double scale_;                     // keeps squares away from overflow and underflow
    std::vector<double> total_;        // F, less a constant that changes from block to block
    std::vector<std::int64_t> start_;  // of the last group that ends here
    std::int64_t block_ = 0;
    std::int64_t first_ = 0;
    std::vector<SortedSide> tails_;
    std::vector<SortedSide> heads_;
};

}  // namespace

std::vector<std::int64_t> optimal_univariate(const Context& context, std::span<const double> sorted,
                                             std::int64_t k) {
    check_cluster_size(std::ssize(sorted), k);
    return OptimalGrouping(sorted, k).solve(context);
}

std::vector<std::int64_t> consecutive_groups(std::int64_t count, std::int64_t k) {
    check_cluster_size(count, k);
    std::vector<std::int64_t> boundaries;
    for (std::int64_t begin = 0; begin + k <= count; begin += k) boundaries.push_back(begin);
    boundaries.push_back(count);
    return boundaries;
}

}  // namespace lethe
