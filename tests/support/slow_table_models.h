// Models of the whole table by their definitions: average risk and uniqueness among the classes
// that are left, enforced by suppressing whole classes.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "slow_losses.h"

namespace lethe::lattice::slow {

using Sizes = std::vector<double>;

inline double slow_rows_of(const Sizes& sizes) {
    double rows = 0;
    for (const double f : sizes) rows += f;
    return rows;
}

inline double slow_choose(double n, double k) {  // logarithm
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

inline double slow_zayatz(const Sizes& sizes, double population) {
    const double n = slow_rows_of(sizes);
    const auto h = [&](double s) {
        if (s > population - n + 1) return 0.0;
        return s * std::exp(slow_choose(population - s, n - 1) - slow_choose(population, n));
    };
    double sum = 0, uniques = 0;
    for (const double s : sizes) {
        sum += h(s);
        uniques += s == 1 ? 1 : 0;
    }
    return uniques * (uniques * h(1) / sum) / (n / population);
}

// The equations of Pitman's model, term by term.
inline double slow_pitman_first(const Sizes& sizes, double theta, double alpha) {
    double sum = 0;
    for (double i = 1; i < static_cast<double>(sizes.size()); ++i) sum += 1 / (theta + i * alpha);
    const double n = slow_rows_of(sizes);
    for (double i = 1; i < n; ++i) sum -= 1 / (theta + i);
    return sum;
}

inline double slow_pitman_second(const Sizes& sizes, double theta, double alpha) {
    double sum = 0;
    for (double i = 1; i < static_cast<double>(sizes.size()); ++i) sum += i / (theta + i * alpha);
    for (const double s : sizes) {
        for (double j = 1; j < s; ++j) sum -= 1 / (j - alpha);
    }
    return sum;
}

// By halving: for an alpha the theta at which the first equation holds, and of these alphas the one
// at which the second does. Nothing where there is none.
inline std::optional<double> slow_pitman(const Sizes& sizes, double population) {
    const auto u = static_cast<double>(sizes.size());
    const double n = slow_rows_of(sizes);
    if (u < 2 || u >= n || population <= n) return std::nullopt;
    const auto theta_of = [&](double alpha) -> std::optional<double> {
        const double least = std::max(0.0, -(u - 1) * alpha);
        double low = std::log(1e-9), high = std::log(1e9);  // of what it has above the least
        const auto at = [&](double x) {
            return slow_pitman_first(sizes, least + std::exp(x), alpha);
        };
        if (at(low) < 0 || at(high) > 0) return std::nullopt;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (at(middle) > 0 ? low : high) = middle;
        }
        return least + std::exp(low);
    };
    // alpha = 1 - e^x, from near 1 down.
    const auto rest = [&](double x) -> std::optional<double> {
        const auto theta = theta_of(1 - std::exp(x));
        if (!theta) return std::nullopt;
        return slow_pitman_second(sizes, *theta, 1 - std::exp(x));
    };
    constexpr double kStep = 0.25;
    for (double x = -9; x < 9; x += kStep) {
        const auto before = rest(x), after = rest(x + kStep);
        if (!before || !after || (*before > 0) == (*after > 0)) continue;
        double low = x, high = x + kStep;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            ((rest(middle).value_or(*after) > 0) == (*before > 0) ? low : high) = middle;
        }
        const double alpha = 1 - std::exp(low);
        const auto theta = theta_of(alpha);
        if (!theta || std::abs(slow_pitman_second(sizes, *theta, alpha)) > 1e-6) continue;
        const double uniques = std::exp(std::lgamma(*theta + 1) - std::lgamma(*theta + alpha) +
                                        alpha * std::log(population));
        return uniques <= population ? std::optional(uniques) : std::nullopt;
    }
    return std::nullopt;
}

// The share of the population that is unique in it. Above a tenth of the population `dankar` and
// `snb` need the slide negative binomial model, which this reference does not have.
inline std::optional<double> slow_unique_share(const Model& model, const Sizes& sizes) {
    if (std::find(sizes.begin(), sizes.end(), 1.0) == sizes.end()) return 0.0;
    std::optional<double> uniques;
    if (model.estimator == Estimator::zayatz) uniques = slow_zayatz(sizes, model.population);
    if (model.estimator == Estimator::pitman || model.estimator == Estimator::dankar) {
        static std::map<std::pair<Sizes, double>, std::optional<double>> known;  // it takes long
        const auto [place, is_new] = known.try_emplace({sizes, model.population});
        if (is_new) place->second = slow_pitman(sizes, model.population);
        uniques = place->second;
    }
    if (!uniques) return std::nullopt;
    return *uniques / model.population;
}

// Rows of a class whose risk is h at the most, with a hundredth of tolerance.
inline double slow_size_for_risk(double h) {
    const double size = std::floor(1 / h);
    return 1 / size - h >= 0.01 * h ? size + 1 : size;
}

inline bool slow_table_holds(const Model& model, const Sizes& sizes) {
    if (sizes.empty()) return true;
    const double rows = slow_rows_of(sizes);
    double single = 0, at_risk = 0;
    for (const double f : sizes) {
        single += f == 1 ? 1 : 0;
        at_risk += model.highest && f < slow_size_for_risk(*model.highest) ? f : 0;
    }
    if (model.kind == ModelKind::unique_sample) return single / rows <= model.value;
    if (model.kind == ModelKind::unique_population) {
        const auto share = slow_unique_share(model, sizes);
        return share && *share > 0 ? *share <= model.value : single == 0;
    }
    const bool average = 1 / (rows / static_cast<double>(sizes.size())) <= model.value;
    return average && (!model.highest || at_risk / rows <= *model.share);
}

// One model: classes go in the order of their sizes, then of their own losses, then of their first
// rows; so many as bisection finds.
inline void slow_enforce_one(const Small& small, const Settings& settings, const Model& model,
                             const std::vector<SlowClass>& classes, double limit,
                             std::vector<bool>& gone) {
    std::vector<std::tuple<double, double, std::size_t, std::size_t>> order;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        if (gone[c] || classes[c].rows.empty()) continue;
        order.emplace_back(classes[c].size(), slow_own_loss(settings, small, classes[c]),
                           classes[c].rows.front(), c);
    }
    std::sort(order.begin(), order.end());
    const double already = slow_rows_gone(classes, gone);
    std::size_t out = 0;  // classes that go
    const auto without = [&](std::size_t count) {
        Sizes sizes;
        for (std::size_t i = count; i < order.size(); ++i) sizes.push_back(std::get<0>(order[i]));
        return sizes;
    };
    bool holds = slow_table_holds(model, without(0));
    if (holds) return;
    long low = 0, high = static_cast<long>(order.size()) - 1;
    while (low <= high) {
        const long middle = (low + high) / 2;
        out = static_cast<std::size_t>(middle) + 1;
        holds = slow_table_holds(model, without(out));
        double rows = already;
        for (std::size_t i = 0; i < out; ++i) rows += std::get<0>(order[i]);
        if (!holds && rows > limit) break;
        (holds ? high : low) = holds ? middle - 1 : middle + 1;
    }
    if (!holds && out < order.size()) ++out;
    for (std::size_t i = 0; i < out; ++i) gone[std::get<3>(order[i])] = true;
}

// The models of the table one after the other, again while one of them does not hold any more.
inline void slow_enforce_on_table(const Small& small, const Settings& settings, const Node& node,
                                  const std::vector<SlowClass>& classes, double limit,
                                  std::vector<bool>& gone) {
    bool at_top = true;
    for (std::size_t q = 0; q < node.size(); ++q) {
        at_top = at_top && node[q] + 1 == std::ssize(small.tables[q].lines.front());
    }
    if (at_top) return;  // its only class is neither counted nor suppressed
    using enum ModelKind;
    for (double before = -1; before != slow_rows_gone(classes, gone);) {
        before = slow_rows_gone(classes, gone);
        for (const Model& model : settings.models) {
            const bool of_table = model.kind == risk_average || model.kind == unique_sample ||
                                  model.kind == unique_population;
            if (!of_table || slow_rows_gone(classes, gone) > limit) continue;
            slow_enforce_one(small, settings, model, classes, limit, gone);
        }
    }
}

}  // namespace lethe::lattice::slow
