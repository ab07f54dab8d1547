// How many rows of a class must be suppressed, however it is split.
//
// At a node below, a class C of f rows is split into parts. Parts that fail go, and the others
// stay: K is what stays of C, r = f - |K| what goes. Each part of K fulfils the models. For most
// models follows what K as a whole fulfils, and from this a least r:
//
//   sizes              a part of a class that is too small is too small: r = f
//   different values   so is a part of a class with too few of them: r = f
//   shares <= a        (alpha; beta: a = p (1 + beta); delta: a = p 2^delta) of a value with c rows
//                      K has at most a |K|, and r more can be among those that go:
//                      c <= a (f - r) + r, thus r >= (c - a f) / (1 - a)
//   closeness          a distance d to the reference is convex in the distribution and at most 1:
//                      f d(C) <= (f - r) t + r, thus r >= f (d - t) / (1 - t)
//   entropy            is concave: f H(C) >= (f - r) log l, thus r >= f (1 - H / log l)
//   (c, l)-diversity   a row more raises the most frequent value by at most 1 and never lowers the
//                      tail: r_1(C) <= r_1(K) + r < c tail(K) + r, thus r > r_1 - c tail(C)
//   by meaning         groups of like values are those of a column where likeness is transitive,
//   and
//                      a distance is convex and at most 1 where the triangle inequality holds; else
//                      no more is known than that there are no more groups than values
//   presence           K has at most `upper` of the people of its parts, who are some of those of
//   C:
//                      f - r <= upper F
//
// Rows without a value are left out of f where values are counted: a part of such rows alone
// passes. Results are rounded down by more than the judgements of parts can be wrong by rounding.
#include <algorithm>
#include <cmath>
#include <functional>

#include "lethe/algo/lattice/class_judge.h"

namespace lethe::lattice {
namespace {

using Values = std::span<const ValueCount>;

// Of a value with c of f rows, where at most a share `most` of those that stay may have it.
double beyond_share(double c, double f, double most) {
    return most >= 1 ? 0 : (c - most * f) / (1 - most);
}

double beyond_distance(double distance, double f, double most) {
    return most >= 1 ? 0 : f * (distance - most) / (1 - most);
}

double entropy_of(Values values, double f) {
    double sum = 0;
    for (const ValueCount& one : values) {
        const double q = one.count / f;
        sum -= q * std::log(q);
    }
    return sum;
}

double beyond_tail(Values values, double c, std::size_t l) {
    std::vector<std::int32_t> sizes;
    for (const ValueCount& one : values) sizes.push_back(one.count);
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    double tail = 0;
    for (std::size_t i = l - 1; i < sizes.size(); ++i) tail += sizes[i];
    return sizes.front() - c * tail;
}

}  // namespace

double ClassJudge::rows_to_go(const Bound& bound, Values values, double f) const {
    using enum ModelKind;
    const Model& model = bound.model;
    const Counted& counted = records_.counted[bound.column];
    const auto different = static_cast<double>(values.size());
    const auto whole = static_cast<std::int64_t>(f);
    const auto largest_beyond = [&](auto most_of) {
        double most = 0;
        for (const ValueCount& one : values) {
            const double p = bound.p[static_cast<std::size_t>(one.value)];
            if (p > 0) most = std::max(most, beyond_share(one.count, f, most_of(p)));
        }
        return most;
    };
    switch (model.kind) {
        case l_distinct:
        case l_distinct_alike:
        case l_grassberger:
            return different < std::ceil(model.value) ? f : 0;
        case l_entropy:
        case l_entropy_alike:
            if (different < std::ceil(model.value)) return f;
            return model.value > 1 ? f * (1 - entropy_of(values, f) / std::log(model.value)) : 0;
        case l_recursive:
        case l_recursive_alike:
            if (different < model.value) return f;
            return beyond_tail(values, model.c, static_cast<std::size_t>(model.value));
        case alpha:
            return largest_beyond([&](double) { return model.value; });
        case beta_basic:
            return largest_beyond([&](double p) { return p * (1 + model.value); });
        case beta_enhanced:
            return largest_beyond(
                [&](double p) { return p * (1 + std::min(model.value, -std::log(p))); });
        case delta_present:
            return largest_beyond([&](double p) { return p * std::exp2(model.value); });
        case delta_all:
            if (std::ssize(values) <
                std::count_if(bound.p.begin(), bound.p.end(), [](double p) { return p > 0; })) {
                return f;
            }
            return largest_beyond([&](double p) { return p * std::exp2(model.value); });
        case t_equal:
            return beyond_distance(
                equal_distance(values, whole, counted.reference, bound.reference), f, model.value);
        case t_ordered:
            return beyond_distance(
                ordered_distance(values, whole, counted.reference, bound.reference), f,
                model.value);
        case t_hierarchical:
            // With several tops what remains at them costs nothing, and convexity is not sure.
            if (!counted.tree->one_top()) return 0;
            return beyond_distance(hierarchical_distance(values, whole, counted.reference,
                                                         bound.reference, *counted.tree),
                                   f, model.value);
        case t_semantic:
            if (!bound.ground->metric()) return 0;
            return beyond_distance(
                bound.ground->between(values, whole, counted.reference, bound.reference), f,
                model.value);
        default:
            return 0;
    }
}

std::int64_t ClassJudge::rows_to_go(const ClassCounts& counts) const {
    if (!passes_by_size(counts.released, counts.population)) return counts.released;
    double most = 0;
    const auto all = static_cast<double>(counts.released);
    for (const Model& model : by_size_) {
        if (model.kind != ModelKind::presence) continue;
        most = std::max(most, all - model.upper * static_cast<double>(counts.population));
    }
    for (const Bound& bound : by_value_) {
        const Values values = counts.values[bound.column];
        double f = 0;
        for (const ValueCount& one : values) f += one.count;
        if (f == 0) continue;
        double going = 0;
        if (!bound.like) {
            going = rows_to_go(bound, values, f);
        } else if (bound.like->transitive()) {
            going = rows_to_go(bound, bound.like->grouped(values), f);
        } else if (static_cast<double>(values.size()) < std::ceil(bound.model.value)) {
            going = f;
        }
        most = std::max(most, std::min(f, going));
    }
    return static_cast<std::int64_t>(std::ceil(std::max(0.0, most - 1e-6 - 1e-9 * all)));
}

}  // namespace lethe::lattice
