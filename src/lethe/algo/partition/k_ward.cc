// The growth of the sum of squares needs no coordinates. With W the sum of the squared distances of
// all pairs within a group of n records, its sum of squares is W / n, and joining a and b raises it
// by
//
//   (W_a + W_b + S_ab) / (n_a + n_b) - W_a / n_a - W_b / n_b,
//
// where S_ab sums the squared distances between the two. Squared distances are whole numbers, so W
// and S are exact, S of a union is the sum of two, and equal growths are equal to the last bit
// whatever the order in which groups came about.
//
// A union needs a group that is too small, so only these remember their best partner. When two
// groups are joined, the small groups that had either of them for a partner look again; the others
// compare theirs with the union.
#include "lethe/algo/partition/k_ward.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using Records = std::vector<std::int64_t>;
using Squared = std::function<std::int64_t(std::int64_t, std::int64_t)>;

// One round over some records, which are named by their places in the list.
class KWardRound {
  public:
    KWardRound(const Context& context, std::span<const std::int64_t> records, std::int64_t k,
               const Squared& squared)
        : context_(context),
          k_(k),
          size_(records.size()),
          between_(size_ * (size_ - 1) / 2),
          within_(size_, 0),
          sizes_(size_, 1),
          best_(size_, kNone),
          of_(size_) {
        std::iota(of_.begin(), of_.end(), std::size_t{0});
        parallel_chunks(context.silent(), std::ssize(records), 16,
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (auto a = static_cast<std::size_t>(begin);
                                 a < static_cast<std::size_t>(end); ++a) {
                                for (std::size_t b = 0; b < a; ++b) {
                                    between(a, b) = squared(records[a], records[b]);
                                }
                            }
                        });
    }

    // The group of each place, by its lowest place.
    std::vector<std::size_t> run() {
        begin_two_groups();
        for (std::size_t place = 0; place < size_; ++place) {
            if (of_[place] == place) alive_.push_back(place);
        }
        for (const std::size_t group : alive_) look_for_partner(group);
        while (true) {
            context_.check_stop();
            std::size_t chosen = kNone;
            for (const std::size_t group : alive_) {
                if (!is_small(group)) continue;
                if (chosen == kNone || rank(group, best_[group]) < rank(chosen, best_[chosen])) {
                    chosen = group;
                }
            }
            if (chosen == kNone) return of_;
            join(std::min(chosen, best_[chosen]), std::max(chosen, best_[chosen]));
        }
    }

  private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    std::int64_t& between(std::size_t a, std::size_t b) {
        if (a < b) std::swap(a, b);
        return between_[a * (a - 1) / 2 + b];
    }

    bool is_small(std::size_t group) const { return sizes_[group] < k_; }

    double growth(std::size_t a, std::size_t b) {
        const auto mean = [](std::int64_t sum, std::int64_t count) {
            return static_cast<double>(sum) / static_cast<double>(count);
        };
        return mean(within_[a] + within_[b] + between(a, b), sizes_[a] + sizes_[b]) -
               mean(within_[a], sizes_[a]) - mean(within_[b], sizes_[b]);
    }

    std::tuple<double, std::size_t, std::size_t> rank(std::size_t a, std::size_t b) {
        if (a > b) std::swap(a, b);
        return {growth(a, b), a, b};
    }

    void begin_two_groups() {
        std::pair<std::size_t, std::size_t> ends{0, 1};
        for (std::size_t a = 0; a < size_; ++a) {
            for (std::size_t b = a + 1; b < size_; ++b) {
                if (between(a, b) > between(ends.first, ends.second)) ends = {a, b};
            }
        }
        std::vector<bool> taken(size_, false);
        taken[ends.first] = taken[ends.second] = true;
        gather(ends.first, taken);
        gather(ends.second, taken);
    }

    // A group of `first` and the k - 1 nearest places that are not taken.
    void gather(std::size_t first, std::vector<bool>& taken) {
        std::vector<std::pair<std::int64_t, std::size_t>> others;
        for (std::size_t place = 0; place < size_; ++place) {
            if (!taken[place]) others.emplace_back(between(first, place), place);
        }
        const auto count = static_cast<std::size_t>(k_ - 1);
        std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count),
                          others.end());
        std::vector<std::size_t> members{first};
        for (std::size_t i = 0; i < count; ++i) members.push_back(others[i].second);
        std::sort(members.begin(), members.end());
        for (std::size_t i = 1; i < members.size(); ++i) {
            taken[members[i]] = true;
            merge(members[0], members[i]);
        }
        taken[members[0]] = true;
    }

    // Into `first`, which is the lower one.
    void merge(std::size_t first, std::size_t second) {
        within_[first] += within_[second] + between(first, second);
        sizes_[first] += sizes_[second];
        for (std::size_t other = 0; other < size_; ++other) {
            if (of_[other] == second) of_[other] = first;
        }
        for (std::size_t other = 0; other < size_; ++other) {
            if (of_[other] != other || other == first) continue;
            between(first, other) += between(second, other);
        }
    }

    void look_for_partner(std::size_t group) {
        best_[group] = kNone;
        if (!is_small(group)) return;
        for (const std::size_t other : alive_) {
            if (other == group) continue;
            if (best_[group] == kNone || rank(group, other) < rank(group, best_[group])) {
                best_[group] = other;
            }
        }
    }

    void join(std::size_t first, std::size_t second) {
        std::erase(alive_, second);
        merge(first, second);
        look_for_partner(first);
        for (const std::size_t group : alive_) {
            if (group == first || !is_small(group)) continue;
            if (best_[group] == first || best_[group] == second) {
                look_for_partner(group);
            } else if (rank(group, first) < rank(group, best_[group])) {
                best_[group] = first;
            }
        }
    }

    const Context& context_;
    std::int64_t k_;
    std::size_t size_;
    std::vector<std::int64_t> between_;  // of two groups by their lowest places: lower triangle
    std::vector<std::int64_t> within_;
    std::vector<std::int64_t> sizes_;
    std::vector<std::size_t> best_;   // partner of each small group
    std::vector<std::size_t> of_;     // group of each place: its lowest place
    std::vector<std::size_t> alive_;  // ascending
};

}  // namespace

Clusters k_ward(const Context& context, std::int64_t records, std::int64_t k,
                const Squared& squared) {
    check_cluster_size(records, k);
    if (records > kMostKWardRecords) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} records are too many to compare all with all (at most {})",
                                records, kMostKWardRecords));
    }
    Records all(static_cast<std::size_t>(records));
    std::iota(all.begin(), all.end(), std::int64_t{0});
    std::vector<Records> open{std::move(all)}, done;
    while (!open.empty()) {
        Records own = std::move(open.back());
        open.pop_back();
        if (std::ssize(own) < 2 * k) {
            done.push_back(std::move(own));
            continue;
        }
        const std::vector<std::size_t> of = KWardRound(context, own, k, squared).run();
        std::vector<Records> parts(own.size());
        for (std::size_t i = 0; i < own.size(); ++i) parts[of[i]].push_back(own[i]);
        for (Records& part : parts) {
            if (!part.empty()) open.push_back(std::move(part));
        }
    }
    std::sort(done.begin(), done.end());
    Clusters groups{std::vector<std::int32_t>(static_cast<std::size_t>(records)), 0};
    for (const Records& group : done) {
        for (const std::int64_t record : group) {
            groups.of[static_cast<std::size_t>(record)] = groups.count;
        }
        ++groups.count;
    }
    return groups;
}

}  // namespace lethe
