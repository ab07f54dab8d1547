// Privacy models of a class by their definitions, from its rows: slow and obvious. They share the
// notation of models with the search over levels, and nothing else.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "lethe/algo/lattice/models.h"
#include "small_lattice.h"

namespace lethe::lattice::slow {

struct SlowClass {
    std::vector<std::size_t> rows;
    double people = 0;
    Row labels;
    std::vector<double> shares;   // of the lines of each table that have the label
    std::vector<double> domains;  // lines of each table

    double size() const { return static_cast<double>(rows.size()); }
};

// From 0, nothing generalised, to 1, nothing left: by logarithms, since the product of many shares
// is small.
inline double slow_information_lost(const SlowClass& one) {
    double shares = 0, domains = 0;
    for (std::size_t q = 0; q < one.shares.size(); ++q) {
        shares += std::log10(one.shares[q]);
        domains += std::log10(one.domains[q]);
    }
    return domains == 0 ? 0 : std::clamp(1 + shares / domains, 0.0, 1.0);
}

// What a record of the class is worth to who releases it, less what a successful attack costs.
inline double slow_payout(const Profit& profit, const SlowClass& one, bool journalist) {
    const double success = 1 / (journalist && one.people > 0 ? one.people : one.size());
    double payout = profit.benefit * (1 - slow_information_lost(one));
    if (profit.gain * success - profit.cost > 0) payout -= profit.loss * success;
    return payout;
}

// The smallest k' for which k' rows in the sample stand for k people, from the distribution of
// Poisson, and truncated at zero, term by term.
inline double slow_k_of_sample(const Model& model, double rows) {
    const double lambda = model.value * rows / model.population;
    const auto term = [&](int c) {
        double x = std::exp(-lambda);
        for (int i = 1; i <= c; ++i) x *= lambda / i;
        return x;
    };
    const bool truncated = model.estimator == Estimator::ztpoisson;
    const int first = truncated ? 1 : 0;
    int c = first;
    double sum = 0;
    for (; c < model.value; ++c) {
        sum += truncated ? term(c) / (1 - std::exp(-lambda)) : term(c);
        if (sum >= 1 - model.significance) break;
    }
    return std::min({model.value, static_cast<double>(truncated ? c + 1 : c + 2), rows});
}

inline double slow_size_without_attack(const Profit& profit) {
    const double ratio = profit.gain / profit.cost;
    return ratio == std::floor(ratio) ? ratio + 1 : std::ceil(ratio);
}

// The function by which Grassberger corrects the entropy of small counts.
inline double slow_grassberger(int x) {
    const double first = -0.5772156649015329 - std::log(2.0);
    if (x == 1) return first;
    if (x % 2 == 1) return slow_grassberger(x - 1);
    return x == 2 ? 2 + first : slow_grassberger(x - 2) + 2.0 / (x - 1);
}

// What is moved, over the distances of the diseases. There are at most four of them: with one on
// either side all is said, and with two on both one amount is free, and cheapest at an end.
inline double slow_moved(const Small& small, const std::map<int, double>& p,
                         const std::map<int, double>& q) {
    struct Amount {
        int value;
        double share;
    };
    std::vector<Amount> from, to;
    for (int s = 0; s < small.diseases; ++s) {
        const double extra = (q.contains(s) ? q.at(s) : 0) - (p.contains(s) ? p.at(s) : 0);
        if (extra > 0) from.push_back({s, extra});
        if (extra < 0) to.push_back({s, -extra});
    }
    const auto far = [&](const Amount& a, const Amount& b) {
        return small.distances[static_cast<std::size_t>(a.value * small.diseases + b.value)];
    };
    double cost = 0;
    if (from.size() == 1 || to.size() == 1) {
        for (const Amount& a : from) {
            for (const Amount& b : to) cost += std::min(a.share, b.share) * far(a, b);
        }
        return cost;
    }
    if (from.empty() || to.empty()) return 0;
    const auto with = [&](double x) {
        return x * far(from[0], to[0]) + (from[0].share - x) * far(from[0], to[1]) +
               (to[0].share - x) * far(from[1], to[0]) +
               (from[1].share - to[0].share + x) * far(from[1], to[1]);
    };
    return std::min(with(std::max(0.0, from[0].share - to[1].share)),
                    with(std::min(from[0].share, to[0].share)));
}

// Counts of groups of like values: values join the group of a like one until nothing changes.
inline std::map<int, double> slow_groups(const Small& small, double alike,
                                         const std::map<int, double>& count) {
    std::map<int, int> group;
    for (const auto& [s, c] : count) group[s] = s;
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [a, c] : count) {
            for (const auto& [b, d] : count) {
                const auto i = static_cast<std::size_t>(a * small.diseases + b);
                if (small.distances[i] > alike || group[a] <= group[b]) continue;
                group[a] = group[b];
                changed = true;
            }
        }
    }
    std::map<int, double> sums;
    for (const auto& [s, c] : count) sums[group[s]] += c;
    return sums;
}

inline double slow_distance(const Model& model, const Small& small, const std::map<int, double>& p,
                            const std::map<int, double>& q) {
    const auto at = [](const std::map<int, double>& shares, int s) {
        const auto place = shares.find(s);
        return place == shares.end() ? 0.0 : place->second;
    };
    if (model.kind == ModelKind::t_equal) {
        double sum = 0;
        for (int s = 0; s < small.diseases; ++s) sum += std::abs(at(p, s) - at(q, s));
        return sum / 2;
    }
    if (model.kind == ModelKind::t_ordered) {
        double sum = 0, total = 0;
        for (int s = 0; s < small.diseases; ++s) {
            sum += at(q, s) - at(p, s);
            total += std::abs(sum);
        }
        return total / (small.diseases - 1);
    }
    if (model.kind == ModelKind::t_semantic) return slow_moved(small, p, q);
    // Hierarchical, two levels: what is moved within groups goes half the height.
    std::map<Label, std::pair<double, double>> groups;
    for (int s = 0; s < small.diseases; ++s) {
        const double extra = at(p, s) - at(q, s);
        auto& group = groups[small.disease_tree.lines[static_cast<std::size_t>(s)][1]];
        (extra > 0 ? group.first : group.second) += std::abs(extra);
    }
    double cost = 0, surplus = 0;
    for (const auto& [label, group] : groups) {
        cost += std::min(group.first, group.second) / 2;
        surplus += std::max(0.0, group.first - group.second);
    }
    return cost + surplus;
}

inline bool slow_passes(const Model& model, const Small& small, const SlowClass& one) {
    using enum ModelKind;
    const auto rows = static_cast<double>(one.rows.size());
    std::map<int, double> count, p, q;
    for (const std::size_t row : one.rows) {
        if (small.disease[row] != kNotCounted) count[small.disease[row]] += 1;
    }
    // Shares from whole counts, so that equality is met as in exact arithmetic.
    double f = 0, all = 0;
    for (const auto& [s, c] : count) f += c;
    for (const int s : small.disease) {
        if (s == kNotCounted) continue;
        p[s] += 1;
        all += 1;
    }
    for (auto& [s, share] : p) share /= all;
    if (is_by_meaning(model.kind) && model.kind != t_semantic) {
        count = slow_groups(small, model.alike, count);
    }
    for (const auto& [s, c] : count) q[s] = c / f;
    const bool diverse = is_diversity(model.kind);
    if (diverse && rows < std::ceil(model.value)) return false;  // whoever has a value
    if (needs_sensitive(model.kind) && f == 0) return true;
    constexpr double kAlmost = 1e-12;
    switch (model.kind) {
        case k_anonymity:
            return rows >= model.value;
        case k_map_table:
            return one.people >= model.value;
        case k_map_estimated:
            return rows >= slow_k_of_sample(model, static_cast<double>(small.lines.size()));
        case profit_prosecutor:
        case profit_journalist:
            return slow_payout(model.profit, one, model.kind == profit_journalist) > 0;
        case profit_prosecutor_no_attack:
            return rows >= slow_size_without_attack(model.profit);
        case profit_journalist_no_attack:
            return one.people >= slow_size_without_attack(model.profit);
        case presence:
            return rows / one.people >= model.value && rows / one.people <= model.upper;
        case l_distinct:
        case l_distinct_alike:
            return static_cast<double>(count.size()) >= model.value;
        case l_entropy:
        case l_entropy_alike: {
            double h = 0;
            for (const auto& [s, share] : q) h -= share * std::log(share);
            return static_cast<double>(count.size()) >= std::ceil(model.value) &&
                   h >= std::log(model.value) - kAlmost;
        }
        case l_grassberger: {
            double h = slow_grassberger(static_cast<int>(f));
            for (const auto& [s, c] : count) h -= c / f * slow_grassberger(static_cast<int>(c));
            return static_cast<double>(count.size()) >= std::ceil(model.value) &&
                   h >= std::log(model.value) - kAlmost;
        }
        case l_recursive:
        case l_recursive_alike: {
            std::vector<double> r;
            for (const auto& [s, c] : count) r.push_back(-c);
            std::sort(r.begin(), r.end());
            const auto l = static_cast<std::size_t>(model.value);
            if (r.size() < l) return false;
            double tail = 0;
            for (std::size_t i = l - 1; i < r.size(); ++i) tail -= r[i];
            return -r[0] < model.c * tail;
        }
        case alpha:
            return std::all_of(count.begin(), count.end(),
                               [&](const auto& c) { return c.second <= model.value * f; });
        case t_equal:
        case t_ordered:
        case t_hierarchical:
        case t_semantic:
            return slow_distance(model, small, p, q) <= model.value + kAlmost;
        case beta_basic:
        case beta_enhanced:
            return std::all_of(q.begin(), q.end(), [&](const auto& one_share) {
                const double expected = p.at(one_share.first);
                const double limit = model.kind == beta_basic
                                         ? model.value
                                         : std::min(model.value, -std::log(expected));
                return (one_share.second - expected) / expected <= limit + kAlmost;
            });
        case delta_present:
        case delta_all:
            if (model.kind == delta_all && q.size() < p.size()) return false;
            return std::all_of(q.begin(), q.end(), [&](const auto& one_share) {
                return std::abs(std::log2(one_share.second / p.at(one_share.first))) <
                       model.value - kAlmost;
            });
        default:
            return true;
    }
}

}  // namespace lethe::lattice::slow
