#include "lethe/algo/lattice/like_values.h"

#include <algorithm>
#include <numeric>

#include "lethe/algo/statistics/transport.h"

namespace lethe::lattice {
namespace {

// The groups that pairs join, each under its lowest member.
class JoinedGroups {
  public:
    explicit JoinedGroups(std::size_t n) : leader_(n) {
        std::iota(leader_.begin(), leader_.end(), std::size_t{0});
    }
    std::size_t find(std::size_t i) {
        while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) {
        const std::size_t x = find(a);
        const std::size_t y = find(b);
        leader_[std::max(x, y)] = std::min(x, y);
    }

  private:
    std::vector<std::size_t> leader_;
};

bool is_metric(const std::vector<double>& distances, std::size_t n) {
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            const double direct = distances[a * n + b];
            if (a == b ? direct != 0 : direct < 0) return false;
            for (std::size_t c = 0; c < n; ++c) {
                if (direct > distances[a * n + c] + distances[c * n + b] + kDistanceDust) {
                    return false;
                }
            }
        }
    }
    return true;
}

// What a class has too much and too little of, times its rows and those of everybody.
struct Moved {
    std::vector<std::int64_t> supply, demand;
    std::vector<std::size_t> from, to;
    std::int64_t mass = 0;
};

Moved moved_between(std::span<const ValueCount> counts, std::int64_t f,
                    std::span<const std::int64_t> reference, std::int64_t n) {
    Moved moved;
    std::size_t next = 0;
    for (std::size_t s = 0; s < reference.size(); ++s) {
        std::int64_t surplus = -reference[s] * f;
        if (next < counts.size() && static_cast<std::size_t>(counts[next].value) == s) {
            surplus += counts[next++].count * n;
        }
        if (surplus > 0) {
            moved.supply.push_back(surplus);
            moved.from.push_back(s);
            moved.mass += surplus;
        } else if (surplus < 0) {
            moved.demand.push_back(-surplus);
            moved.to.push_back(s);
        }
    }
    return moved;
}

}  // namespace

LikeValues::LikeValues(const std::vector<double>& distances, std::size_t n, double alike)
    : n_(n), alike_(n * n, 0), group_of_(n, 0) {
    JoinedGroups joined(n);
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            alike_[a * n + b] = a == b || distances[a * n + b] <= alike ? 1 : 0;
            if (alike_[a * n + b] != 0) joined.join(a, b);
        }
    }
    std::vector<std::int32_t> number(n, -1);
    for (std::size_t a = 0; a < n; ++a) {
        std::int32_t& own = number[joined.find(a)];
        if (own < 0) own = static_cast<std::int32_t>(groups_++);
        group_of_[a] = own;
    }
    for (std::size_t i = 0; i < alike_.size(); ++i) {
        if (alike_[i] == 0 && group_of_[i / n] == group_of_[i % n]) transitive_ = false;
    }
}

std::vector<ValueCount> LikeValues::grouped(std::span<const ValueCount> values) const {
    JoinedGroups joined(values.size());
    for (std::size_t a = 1; a < values.size() && !transitive_; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const auto x = static_cast<std::size_t>(values[a].value);
            const auto y = static_cast<std::size_t>(values[b].value);
            if (alike(x, y)) joined.join(a, b);
        }
    }
    std::vector<ValueCount> groups;
    groups.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t group = transitive_
                                       ? group_of_[static_cast<std::size_t>(values[i].value)]
                                       : values[joined.find(i)].value;
        groups.push_back({group, values[i].count});
    }
    std::sort(groups.begin(), groups.end(),
              [](const ValueCount& a, const ValueCount& b) { return a.value < b.value; });
    std::vector<ValueCount> sums;
    for (const ValueCount& one : groups) {
        if (sums.empty() || sums.back().value != one.value) sums.push_back({one.value, 0});
        sums.back().count += one.count;
    }
    return sums;
}

GroundDistances::GroundDistances(const std::vector<double>& distances, std::size_t n)
    : distances_(distances), n_(n), metric_(n <= kMostChecked && is_metric(distances, n)) {
    bool first = true;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (i / n == i % n) continue;
        shortest_ = first ? distances[i] : std::min(shortest_, distances[i]);
        longest_ = std::max(longest_, distances[i]);
        first = false;
    }
}

double GroundDistances::between(std::span<const ValueCount> counts, std::int64_t f,
                                std::span<const std::int64_t> reference, std::int64_t n) const {
    const Moved moved = moved_between(counts, f, reference, n);
    std::vector<double> costs;
    costs.reserve(moved.from.size() * moved.to.size());
    for (const std::size_t a : moved.from) {
        for (const std::size_t b : moved.to) costs.push_back(distances_[a * n_ + b]);
    }
    return transport_cost(moved.supply, moved.demand, costs) / static_cast<double>(f) /
           static_cast<double>(n);
}

bool GroundDistances::within(std::span<const ValueCount> counts, std::int64_t f,
                             std::span<const std::int64_t> reference, std::int64_t n,
                             double t) const {
    const double mass = static_cast<double>(moved_between(counts, f, reference, n).mass) /
                        static_cast<double>(f) / static_cast<double>(n);
    if (mass * longest_ <= t) return true;
    if (mass * shortest_ > t + 2 * kDistanceDust) return false;
    return between(counts, f, reference, n) <= t + kDistanceDust;
}

}  // namespace lethe::lattice
