// The nodes of a profile, sorted by their degrees downwards, are cut into runs of k to 2k - 1 (a
// longer run can be cut in two without loss) that share their degrees, as in Liu and Terzi (2008),
// but within each profile. The cheapest cut is found from left to right. A run gets the largest
// degree where edges are only added, and the lower median where they may go as well, which is the
// degree that all its nodes are nearest to. Where edges have directions a degree is three numbers,
// nodes are sorted by their sum, and the cut is the cheapest of that order.
//
// Degrees must add up to edges: without direction to an even sum, and there must be as many ends
// that only lead from nodes as ends that only lead to them. A run of an odd number of nodes that
// rises by one mends the former. For the latter the difference, a sum of sizes of runs, is walked
// to zero by runs that rise: far from zero one after the other, near it by the shortest walk.
#include "lethe/graph/protect/degree_targets.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

namespace lethe::graph {
namespace {

// Nodes that share their degrees.
struct DegreeRun {
    std::vector<Node> nodes;
    EndCounts target{};

    std::int64_t size() const { return std::ssize(nodes); }
};

// What a run costs and gets, while nodes come to it.
class GrowingRun {
  public:
    explicit GrowingRun(DegreeChange change) : change_(change) {}

    void add(const EndCounts& degrees) {
        ++size_;
        for (std::size_t end = 0; end < kNodeEnds; ++end) {
            if (change_ == DegreeChange::added) {
                most_[end] = std::max(most_[end], degrees[end]);
                sum_[end] += degrees[end];
            } else {
                auto& sorted = sorted_[end];
                sorted.insert(std::ranges::lower_bound(sorted, degrees[end]), degrees[end]);
            }
        }
    }
    EndCounts target() const {
        if (change_ == DegreeChange::added) return most_;
        EndCounts middle{};
        for (std::size_t end = 0; end < kNodeEnds; ++end) {
            middle[end] = sorted_[end][(sorted_[end].size() - 1) / 2];
        }
        return middle;
    }
    std::int64_t cost() const {
        std::int64_t sum = 0;
        const EndCounts aim = target();
        for (std::size_t end = 0; end < kNodeEnds; ++end) {
            if (change_ == DegreeChange::added) sum += aim[end] * size_ - sum_[end];
            for (const std::int64_t degree : sorted_[end]) sum += std::abs(degree - aim[end]);
        }
        return sum;
    }

  private:
    DegreeChange change_;
    std::int64_t size_ = 0;
    EndCounts most_{}, sum_{};
    std::array<std::vector<std::int64_t>, kNodeEnds> sorted_;
};

void cut_profile(std::span<const EndCounts> degrees, std::vector<Node> nodes, std::int64_t k,
                 DegreeChange change, std::vector<DegreeRun>& runs) {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    const auto of = [&](Node node) -> const EndCounts& { return degrees[at(node)]; };
    std::ranges::sort(nodes, [&](Node a, Node b) {
        const std::int64_t sum_a = std::accumulate(of(a).begin(), of(a).end(), std::int64_t{0});
        const std::int64_t sum_b = std::accumulate(of(b).begin(), of(b).end(), std::int64_t{0});
        if (sum_a != sum_b) return sum_a > sum_b;
        return of(a) != of(b) ? of(a) > of(b) : a < b;
    });
    const std::int64_t n = std::ssize(nodes);
    constexpr auto kNever = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> least(at(n + 1), kNever), begins(at(n + 1), 0);
    least[0] = 0;
    for (std::int64_t end = k; end <= n; ++end) {
        GrowingRun run(change);
        for (std::int64_t begin = end - 1; begin >= std::max<std::int64_t>(0, end - 2 * k + 1);
             --begin) {
            run.add(of(nodes[at(begin)]));
            if (end - begin < k || least[at(begin)] == kNever) continue;
            const std::int64_t cost = least[at(begin)] + run.cost();
            if (cost < least[at(end)]) {
                least[at(end)] = cost;
                begins[at(end)] = begin;
            }
        }
    }
    for (std::int64_t end = n; end > 0; end = begins[at(end)]) {
        DegreeRun& run = runs.emplace_back();
        GrowingRun growing(change);
        for (std::int64_t i = begins[at(end)]; i < end; ++i) {
            run.nodes.push_back(nodes[at(i)]);
            growing.add(of(nodes[at(i)]));
        }
        run.target = growing.target();
    }
}

// An even sum of ends without direction.
void make_even(std::vector<DegreeRun>& runs, std::int64_t most) {
    std::int64_t odd = 0;
    for (const DegreeRun& run : runs) odd += run.size() * run.target[kBothWays] % 2;
    if (odd % 2 == 0) return;
    DegreeRun* smallest = nullptr;
    for (DegreeRun& run : runs) {
        if (run.size() % 2 == 0 || run.target[kBothWays] >= most) continue;
        if (smallest == nullptr || run.size() < smallest->size()) smallest = &run;
    }
    if (smallest != nullptr) ++smallest->target[kBothWays];
}

// As many ends from nodes as to them.
class Balance {
  public:
    explicit Balance(std::vector<DegreeRun>& runs) : runs_(runs) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            surplus_ += runs[i].size() * (runs[i].target[kOnlyFrom] - runs[i].target[kOnlyTo]);
            by_size_[runs[i].size()].push_back(i);
        }
    }

    void restore() {
        if (surplus_ == 0) return;
        const std::int64_t near = 2 * by_size_.rbegin()->first;
        for (std::size_t i = 0; std::abs(surplus_) > near; i = (i + 1) % runs_.size()) {
            raise(runs_[i], surplus_ > 0 ? kOnlyTo : kOnlyFrom);
        }
        for (const std::int64_t step : shortest_walk(2 * near)) {
            const std::int64_t size = std::abs(step);
            const std::vector<std::size_t>& of_size = by_size_[size];
            DegreeRun& run = runs_[of_size[next_[size]++ % of_size.size()]];
            raise(run, step < 0 ? kOnlyTo : kOnlyFrom);
        }
    }

  private:
    void raise(DegreeRun& run, NodeEnd end) {
        ++run.target[end];
        surplus_ += end == kOnlyFrom ? run.size() : -run.size();
    }

    // Steps, each the size of a run or its negative, that lead from the surplus to zero without
    // leaving -bound .. bound. There are some: it is a sum of such sizes.
    std::vector<std::int64_t> shortest_walk(std::int64_t bound) const {
        const auto place = [&](std::int64_t value) {
            return static_cast<std::size_t>(value + bound);
        };
        std::vector<std::int64_t> came_by(static_cast<std::size_t>(2 * bound + 1), 0);
        std::vector<std::int64_t> reached{surplus_};
        for (std::size_t i = 0; i < reached.size() && came_by[place(0)] == 0; ++i) {
            for (const auto& [size, of_size] : by_size_) {
                for (const std::int64_t step : {-size, size}) {
                    const std::int64_t next = reached[i] + step;
                    if (std::abs(next) > bound || next == surplus_ || came_by[place(next)] != 0) {
                        continue;
                    }
                    came_by[place(next)] = step;
                    reached.push_back(next);
                }
            }
        }
        std::vector<std::int64_t> walk;
        for (std::int64_t value = 0; value != surplus_ && came_by[place(value)] != 0;) {
            walk.push_back(came_by[place(value)]);
            value -= walk.back();
        }
        return walk;
    }

    std::vector<DegreeRun>& runs_;
    std::int64_t surplus_ = 0;
    std::map<std::int64_t, std::vector<std::size_t>> by_size_;  // runs
    std::map<std::int64_t, std::size_t> next_;
};

}  // namespace

DegreeTargets degree_targets(std::span<const EndCounts> degrees, const Clusters& profiles,
                             std::int64_t k, DegreeChange change) {
    std::vector<std::vector<Node>> of_profile(static_cast<std::size_t>(profiles.count));
    for (std::size_t node = 0; node < degrees.size(); ++node) {
        of_profile[static_cast<std::size_t>(profiles.of[node])].push_back(static_cast<Node>(node));
    }
    std::vector<DegreeRun> runs;
    for (std::vector<Node>& nodes : of_profile) {
        cut_profile(degrees, std::move(nodes), k, change, runs);
    }
    make_even(runs, std::ssize(degrees) - 1);
    Balance(runs).restore();
    DegreeTargets targets;
    targets.of.resize(degrees.size());
    for (const DegreeRun& run : runs) {
        for (const Node node : run.nodes) {
            const auto i = static_cast<std::size_t>(node);
            targets.of[i] = run.target;
            for (std::size_t end = 0; end < kNodeEnds; ++end) {
                targets.moved += std::abs(run.target[end] - degrees[i][end]);
            }
        }
    }
    return targets;
}

}  // namespace lethe::graph
