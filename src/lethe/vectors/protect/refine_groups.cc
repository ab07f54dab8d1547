// The loss of a partition is N less the sum of |s_g|, the lengths of the groups' sums; where means
// are published, it is N less the sum of |s_g|^2 / n_g. A document x of group A can move to group B
// where A keeps k documents, or change places with a document y of B:
//
//   |s_A - x|^2     = |s_A|^2 + 1 - 2 <s_A, x>          |s_B + x|^2 = |s_B|^2 + 1 + 2 <s_B, x>
//   |s_A - x + y|^2 = |s_A|^2 + 2 - 2 <s_A, x> + 2 <s_A, y> - 2 <x, y>       and the same for B
//
// All that is asked for are products of documents with each other and with the sums of two groups.
// Which groups are worth asking: those of the documents nearest to x. They are found once, through
// an inverted index, in parallel. Then documents are visited in their order, and the best change of
// each is made if it gains, until a round gains next to nothing.
#include "lethe/vectors/protect/refine_groups.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/space/sparse_sum.h"
#include "lethe/vectors/protect/row_products.h"

namespace lethe::vectors {
namespace {

constexpr std::size_t kRefinedNeighbours = 16;
constexpr int kMostRounds = 20;
constexpr double kLeastGain = 1e-9;       // of a change
constexpr double kLeastRoundGain = 1e-4;  // of a round, as a share of the first one's

// Of each document, the documents nearest to it that share a term with it.
std::vector<std::vector<std::int32_t>> neighbours_of(const Context& context,
                                                     const SparseRows& unit) {
    const RowProducts index(unit);
    std::vector<std::vector<std::int32_t>> result(static_cast<std::size_t>(unit.rows()));
    Progress progress(context, "finding near documents", unit.rows());
    constexpr std::int64_t kChunk = 512;
    parallel_chunks(
        context, unit.rows(), kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            std::vector<double> cosines;
            std::vector<std::pair<double, std::int32_t>> nearest;  // a heap, the farthest on top
            for (std::int64_t r = begin; r < end; ++r) {
                index.of(unit[r], cosines);
                cosines[static_cast<std::size_t>(r)] = 0;
                nearest.clear();
                double least = 0;
                for (std::size_t other = 0; other < cosines.size(); ++other) {
                    if (cosines[other] <= least) continue;
                    nearest.emplace_back(-cosines[other], static_cast<std::int32_t>(other));
                    std::ranges::push_heap(nearest);
                    if (nearest.size() <= kRefinedNeighbours) continue;
                    std::ranges::pop_heap(nearest);
                    nearest.pop_back();
                    least = -nearest.front().first;
                }
                std::ranges::sort(nearest);
                for (const auto& entry : nearest) {
                    result[static_cast<std::size_t>(r)].push_back(entry.second);
                }
            }
            progress.add(end - begin);
        });
    return result;
}

// One vector spread over all columns; cleared by its own entries.
class Spread {
  public:
    explicit Spread(std::int32_t columns) : values_(static_cast<std::size_t>(columns), 0) {}

    void add(const SparseRow& row) {
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            values_[static_cast<std::size_t>(row.columns[i])] += row.values[i];
        }
    }
    void clear(const SparseRow& row) {
        for (const std::int32_t column : row.columns) {
            values_[static_cast<std::size_t>(column)] = 0;
        }
    }
    double dot(const SparseRow& row) const { return lethe::dot(row, values_); }

  private:
    std::vector<double> values_;
};

struct Change {
    double gain = kLeastGain;
    std::int32_t group = -1;      // where x goes
    std::int32_t exchanged = -1;  // what comes back for it; -1: nothing
};

class Refiner {
  public:
    Refiner(const SparseRows& unit, std::int64_t k, Representative representative,
            Clusters& clusters)
        : unit_(unit),
          k_(k),
          representative_(representative),
          clusters_(clusters),
          members_(static_cast<std::size_t>(clusters.count)),
          squares_(members_.size()),
          with_own_(static_cast<std::size_t>(unit.rows())),
          group_sum_(unit.columns()),
          document_(unit.columns()) {
        for (std::size_t r = 0; r < clusters.of.size(); ++r) {
            members_[static_cast<std::size_t>(clusters.of[r])].push_back(
                static_cast<std::int32_t>(r));
        }
        for (std::int32_t g = 0; g < clusters.count; ++g) measure(g);
    }

    // Returns what was gained.
    double visit(std::int32_t x, const std::vector<std::int32_t>& neighbours) {
        const std::int32_t home = group_of(x);
        candidates_.clear();
        for (const std::int32_t near : neighbours) {
            const std::int32_t group = group_of(near);
            if (group != home && std::ranges::find(candidates_, group) == candidates_.end()) {
                candidates_.push_back(group);
            }
        }
        if (candidates_.empty()) return 0;
        for (const std::int32_t member : members(home)) group_sum_.add(unit_[member]);
        document_.add(unit_[x]);
        Change best;
        for (const std::int32_t group : candidates_) look_at(x, home, group, best);
        for (const std::int32_t member : members(home)) group_sum_.clear(unit_[member]);
        document_.clear(unit_[x]);
        if (best.group < 0) return 0;
        put(x, best.group);
        if (best.exchanged >= 0) put(best.exchanged, home);
        measure(home);
        measure(best.group);
        return best.gain;
    }

  private:
    std::int32_t& group_of(std::int32_t document) {
        return clusters_.of[static_cast<std::size_t>(document)];
    }
    std::vector<std::int32_t>& members(std::int32_t group) {
        return members_[static_cast<std::size_t>(group)];
    }

    void look_at(std::int32_t x, std::int32_t home, std::int32_t group, Change& best) {
        const double home_square = squares_[static_cast<std::size_t>(home)];
        const double group_square = squares_[static_cast<std::size_t>(group)];
        const auto at_home = static_cast<double>(members(home).size());
        const auto in_group = static_cast<double>(members(group).size());
        const double now = worth(home_square, at_home) + worth(group_square, in_group);
        const double x_home = with_own_[static_cast<std::size_t>(x)];
        with_x_.clear();
        double x_group = 0;
        for (const std::int32_t y : members(group)) {
            with_x_.push_back(document_.dot(unit_[y]));
            x_group += with_x_.back();
        }
        const auto consider = [&](double home_after, double group_after, std::int32_t y) {
            const double moved = y < 0 ? 1 : 0;
            const double gain =
                worth(home_after, at_home - moved) + worth(group_after, in_group + moved) - now;
            if (gain > best.gain) best = {gain, group, y};
        };
        if (std::ssize(members(home)) > k_) {
            consider(home_square + 1 - 2 * x_home, group_square + 1 + 2 * x_group, -1);
        }
        for (std::size_t i = 0; i < with_x_.size(); ++i) {
            const std::int32_t y = members(group)[i];
            const double y_home = group_sum_.dot(unit_[y]);
            const double y_group = with_own_[static_cast<std::size_t>(y)];
            consider(home_square + 2 - 2 * x_home + 2 * y_home - 2 * with_x_[i],
                     group_square + 2 - 2 * y_group + 2 * x_group - 2 * with_x_[i], y);
        }
    }

    // What a group of that size adds to what is kept, by the square of the length of its sum.
    double worth(double square, double size) const {
        square = std::max(0.0, square);
        return representative_ == Representative::spherical ? std::sqrt(square) : square / size;
    }

    void put(std::int32_t document, std::int32_t group) {
        std::erase(members(group_of(document)), document);
        std::vector<std::int32_t>& there = members(group);
        there.insert(std::ranges::lower_bound(there, document), document);
        group_of(document) = group;
    }

    // The square of the length of a group's sum, and the product of each member with it.
    void measure(std::int32_t group) {
        for (const std::int32_t member : members(group)) group_sum_.add(unit_[member]);
        double square = 0;
        for (const std::int32_t member : members(group)) {
            const double product = group_sum_.dot(unit_[member]);
            with_own_[static_cast<std::size_t>(member)] = product;
            square += product;
        }
        squares_[static_cast<std::size_t>(group)] = square;
        for (const std::int32_t member : members(group)) group_sum_.clear(unit_[member]);
    }

    const SparseRows& unit_;
    std::int64_t k_;
    Representative representative_;
    Clusters& clusters_;
    std::vector<std::vector<std::int32_t>> members_;  // of each group, ascending
    std::vector<double> squares_;                     // of the lengths of the groups' sums
    std::vector<double> with_own_;                    // product of a document with its group's sum
    Spread group_sum_, document_;
    std::vector<std::int32_t> candidates_;
    std::vector<double> with_x_;
};

}  // namespace

void refine_groups(const Context& context, const SparseRows& unit, std::int64_t k,
                   Representative representative, Clusters& clusters) {
    if (clusters.count < 2) return;
    const auto neighbours = neighbours_of(context, unit);
    Refiner refiner(unit, k, representative, clusters);
    double first_gain = 0;
    for (int round = 0; round < kMostRounds; ++round) {
        Progress progress(context, "exchanging documents", unit.rows());
        double gain = 0;
        for (std::int32_t x = 0; x < unit.rows(); ++x) {
            gain += refiner.visit(x, neighbours[static_cast<std::size_t>(x)]);
            constexpr std::int32_t kOften = 1024;
            if ((x + 1) % kOften == 0) {
                progress.add(kOften);
                context.check_stop();
            }
        }
        if (round == 0) first_gain = gain;
        if (gain <= kLeastRoundGain * first_gain) break;
    }
}

}  // namespace lethe::vectors
