#include "lethe/algo/lattice/class_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace lethe::lattice {
namespace {

using Values = std::span<const ValueCount>;

bool enough_entropy(Values counts, std::int64_t f, double l) {
    if (static_cast<double>(counts.size()) < std::ceil(l)) return false;
    const auto total = static_cast<double>(f);
    double sum = 0;
    for (const ValueCount& one : counts) sum += one.count * std::log(one.count);
    return total * (std::log(total) - std::log(l)) >= sum;
}

bool enough_corrected_entropy(Values counts, std::int64_t f, double l) {
    if (static_cast<double>(counts.size()) < std::ceil(l)) return false;
    const auto total = static_cast<double>(f);
    // Terms of single records are negative: the sum is known at its end alone.
    double sum = 0;
    for (const ValueCount& one : counts) sum += one.count * grassberger(one.count);
    return total * (grassberger(f) - std::log(l)) >= sum;
}

bool recursively_diverse(Values counts, double c, std::int64_t l) {
    if (std::ssize(counts) < l) return false;
    std::vector<std::int32_t> sizes;
    sizes.reserve(counts.size());
    for (const ValueCount& one : counts) sizes.push_back(one.count);
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    std::int64_t tail = 0;
    for (std::size_t i = static_cast<std::size_t>(l) - 1; i < sizes.size(); ++i) tail += sizes[i];
    return sizes.front() < c * static_cast<double>(tail);
}

bool no_value_dominates(Values counts, std::int64_t f, double alpha) {
    return std::all_of(counts.begin(), counts.end(), [&](const ValueCount& one) {
        return static_cast<double>(one.count) / static_cast<double>(f) <= alpha;
    });
}

// Quotients of whole numbers, rounded once, here and in the distances: a class that is exactly at
// the limit is within it.
bool beta_like(Values counts, std::int64_t f, std::span<const std::int64_t> reference,
               std::int64_t n, double beta, bool enhanced) {
    return std::all_of(counts.begin(), counts.end(), [&](const ValueCount& one) {
        const std::int64_t people = reference[static_cast<std::size_t>(one.value)];
        if (people == 0) return true;
        const auto expected = static_cast<double>(people * f);
        const double p = static_cast<double>(people) / static_cast<double>(n);
        const double limit = enhanced ? std::min(beta, -std::log(p)) : beta;
        return static_cast<double>(one.count * n - people * f) / expected <= limit;
    });
}

bool little_disclosed(Values counts, std::int64_t f, std::span<const double> p, double delta) {
    return std::all_of(counts.begin(), counts.end(), [&](const ValueCount& one) {
        const double q = static_cast<double>(one.count) / static_cast<double>(f);
        return std::abs(std::log(q / p[static_cast<std::size_t>(one.value)]) / std::log(2.0)) <
               delta;
    });
}

double payout(const Profit& profit, double information, double success) {
    const bool attacked = profit.gain * success - profit.cost > 0;
    return profit.benefit * (1 - information) - (attacked ? profit.loss * success : 0);
}

constexpr std::int64_t kTabled = 4096;

std::vector<double> grassberger_table() {
    const double gamma = 0.57721566490153286060651209;
    std::vector<double> table(kTabled + 1, 0);
    table[1] = -gamma - std::log(2.0);
    table[2] = 2 + table[1];
    for (std::int64_t x = 3; x <= kTabled; ++x) {
        const auto i = static_cast<std::size_t>(x);
        table[i] = x % 2 == 1 ? table[i - 1] : table[i - 2] + 2 / static_cast<double>(x - 1);
    }
    return table;
}

}  // namespace

double grassberger(std::int64_t x) {
    static const std::vector<double> table = grassberger_table();
    if (x <= kTabled) return table[static_cast<std::size_t>(x)];
    const auto even = static_cast<double>(x - x % 2);
    const double y = 4 / (even * even);
    return std::log(even) + y * (1.0 / 24 - y * (7.0 / 960 - y * 31.0 / 8064));
}

double equal_distance(Values counts, std::int64_t f, std::span<const std::int64_t> reference,
                      std::int64_t n) {
    double moved = static_cast<double>(n) * static_cast<double>(f);
    for (const ValueCount& one : counts) {
        const std::int64_t expected = reference[static_cast<std::size_t>(one.value)] * f;
        moved += static_cast<double>(std::abs(expected - one.count * n) - expected);
    }
    return moved / (2 * static_cast<double>(n) * static_cast<double>(f));
}

double ordered_distance(Values counts, std::int64_t f, std::span<const std::int64_t> reference,
                        std::int64_t n) {
    if (reference.size() < 2) return 0;
    // In whole numbers: sums of c n - n_s f.
    std::int64_t sum = 0;
    double total = 0;
    std::size_t next = 0;
    for (std::size_t s = 0; s < reference.size(); ++s) {
        sum -= reference[s] * f;
        if (next < counts.size() && static_cast<std::size_t>(counts[next].value) == s) {
            sum += counts[next++].count * n;
        }
        total += static_cast<double>(std::abs(sum));
    }
    return total / (static_cast<double>(n) * static_cast<double>(f) *
                    static_cast<double>(reference.size() - 1));
}

double hierarchical_distance(Values counts, std::int64_t f, std::span<const std::int64_t> reference,
                             std::int64_t n, const Levels& tree) {
    std::vector<std::int64_t> extra(reference.size());
    for (std::size_t s = 0; s < reference.size(); ++s) extra[s] = reference[s] * f;
    for (const ValueCount& one : counts) {
        extra[static_cast<std::size_t>(one.value)] -= one.count * n;
    }
    // The lines of the tree are the values; those of level 0 are its leaves, a value each.
    const double height = tree.top();
    double cost = 0;
    std::vector<std::int64_t> surplus;
    std::vector<std::int64_t> lack;
    for (int level = 1; level <= tree.top(); ++level) {
        const auto l = static_cast<std::size_t>(level);
        surplus.assign(tree.labels[l].size(), 0);
        lack.assign(tree.labels[l].size(), 0);
        const auto& parents = level == 1 ? tree.label_of[1] : tree.parent_of[l - 1];
        for (std::size_t i = 0; i < extra.size(); ++i) {
            const auto parent = static_cast<std::size_t>(parents[i]);
            (extra[i] > 0 ? surplus : lack)[parent] += std::abs(extra[i]);
        }
        extra.resize(surplus.size());
        std::int64_t moved = 0;
        for (std::size_t i = 0; i < surplus.size(); ++i) {
            moved += std::min(surplus[i], lack[i]);
            extra[i] = surplus[i] - lack[i];
        }
        cost += level * static_cast<double>(moved);
    }
    return cost / (height * static_cast<double>(n) * static_cast<double>(f));
}

ClassJudge::ClassJudge(const Records& records, std::size_t sensitive,
                       const std::vector<Model>& models, Problems& problems)
    : records_(records) {
    using enum ModelKind;
    for (const Model& model : models) {
        minimum_ = std::max(minimum_, minimum_class_size(model, records.rows()));
        if (needs_population_table(model.kind) && !records.has_population()) {
            problems.push_back(
                {fmt::format("model {} needs a table of the population", to_text(model))});
        }
        switch (model.kind) {
            case k_anonymity:
            case k_columns:  // see combinations.h
            case k_map_estimated:
            case risk_average:
            case unique_sample:
            case unique_population:
                continue;
            case k_map_table:
                least_population_ =
                    std::max(least_population_, static_cast<std::int64_t>(model.value));
                continue;
            case profit_prosecutor_no_attack:
                minimum_ = std::max(minimum_, size_without_attack(model.profit));
                continue;
            case profit_journalist_no_attack:
                least_population_ = std::max(least_population_, size_without_attack(model.profit));
                continue;
            case presence:
                forbids_empty_ = forbids_empty_ || model.value > 0;
                by_size_.push_back(model);
                continue;
            case profit_prosecutor:
            case profit_journalist:
                needs_information_ = true;
                by_size_.push_back(model);
                continue;
            default:
                break;
        }
        bool found = false;
        for (std::size_t column = 0; column < sensitive; ++column) {
            if (!model.sensitive.empty() && model.sensitive != records.counted[column].name) {
                continue;
            }
            found = true;
            bind(records, model, column, problems);
        }
        if (found) continue;
        problems.push_back({model.sensitive.empty()
                                ? fmt::format("model {} needs a sensitive column", to_text(model))
                                : fmt::format("model {}: \"{}\" is not among the sensitive columns",
                                              to_text(model), model.sensitive)});
    }
}

void ClassJudge::bind(const Records& records, const Model& model, std::size_t column,
                      Problems& problems) {
    const Counted& counted = records.counted[column];
    Bound bound{model, column, {}, 0, {}, {}};
    std::int64_t present = 0;
    for (const std::int64_t count : counted.reference) {
        bound.reference += count;
        present += count > 0 ? 1 : 0;
    }
    for (const std::int64_t count : counted.reference) {
        bound.p.push_back(static_cast<double>(count) /
                          static_cast<double>(std::max<std::int64_t>(1, bound.reference)));
    }
    if (model.kind == ModelKind::t_hierarchical && !counted.tree) {
        problems.push_back({fmt::format("model {}: column \"{}\" has no value hierarchy",
                                        to_text(model), counted.name)});
    }
    if (is_by_meaning(model.kind)) {
        const auto& matrices =
            model.kind == ModelKind::t_semantic ? counted.scaled : counted.measured;
        const auto distances = matrices.find(model.measure);
        if (distances == matrices.end()) {
            problems.push_back(
                {fmt::format("model {}: column \"{}\" has no taxonomy by which its "
                             "values could be compared",
                             to_text(model), counted.name)});
            return;
        }
        const auto values = static_cast<std::size_t>(counted.values);
        if (model.kind == ModelKind::t_semantic) {
            bound.ground.emplace(distances->second, values);
        } else {
            bound.like.emplace(distances->second, values, model.alike);
        }
    }
    tell_contradiction(bound, present, problems);
    by_value_.push_back(std::move(bound));
}

// What no class can fulfil, however large it is: with d different values some value has 1/d of a
// class or more, and the values from the l-th on are at most d - l + 1 times as many as the most
// frequent one.
void ClassJudge::tell_contradiction(const Bound& bound, std::int64_t present,
                                    Problems& problems) const {
    const Model& model = bound.model;
    const std::int64_t most = bound.like ? std::min(present, bound.like->groups()) : present;
    const auto d = static_cast<double>(most);
    const auto tell = [&](const std::string& what) {
        problems.push_back(
            {fmt::format("model {}: column \"{}\" has {} different values{}, so no class can {}",
                         to_text(model), records_.counted[bound.column].name, most,
                         bound.like && bound.like->transitive() ? " that are not alike" : "", what),
             {},
             ErrorKind::unmet});
    };
    const bool recursive =
        model.kind == ModelKind::l_recursive || model.kind == ModelKind::l_recursive_alike;
    if (is_diversity(model.kind) && std::ceil(model.value) > d) {
        tell(fmt::format("have {}", model.value));
    } else if (recursive && model.c * (d - model.value + 1) <= 1) {
        tell("have a most frequent one that is so rare");
    } else if (model.kind == ModelKind::alpha && model.value * d < 1) {
        tell(fmt::format("have a most frequent one with a share of at most {}", model.value));
    }
}

bool ClassJudge::all_regular(const Model& model) const {
    return std::all_of(by_value_.begin(), by_value_.end(), [&](const Bound& bound) {
        return !(bound.model == model) || bound.regular();
    });
}

bool ClassJudge::generalisation_monotone(const Model& model) const {
    return is_by_meaning(model.kind) ? all_regular(model)
                                     : lattice::generalisation_monotone(model.kind);
}

bool ClassJudge::suppression_monotone(const Model& model) const {
    if (model.kind == ModelKind::l_distinct_alike) return all_regular(model);
    return lattice::suppression_monotone(model.kind);
}

bool ClassJudge::survives_joining(const Model& model) const {
    return is_by_meaning(model.kind) ? all_regular(model) : lattice::survives_joining(model.kind);
}

void ClassJudge::ignore_empty_with_minimum() {
    if (minimum_ > 0) forbids_empty_ = false;
}

bool ClassJudge::passes_by_size(std::int64_t released, std::int64_t population) const {
    return released >= minimum_ && population >= least_population_;
}

bool ClassJudge::passes(const ClassCounts& counts) const {
    if (!passes_by_size(counts.released, counts.population)) return false;
    for (const Model& model : by_size_) {
        const auto f = static_cast<double>(counts.released);
        const auto population = static_cast<double>(counts.population);
        if (model.kind == ModelKind::presence) {
            const double share = f / population;
            if (share < model.value || share > model.upper) return false;
            continue;
        }
        const double success =
            1 / (model.kind == ModelKind::profit_prosecutor || population == 0 ? f : population);
        if (payout(model.profit, counts.information, success) <= 0) return false;
    }
    return std::all_of(by_value_.begin(), by_value_.end(),
                       [&](const Bound& bound) { return fulfils(bound, counts); });
}

bool ClassJudge::fulfils(const Bound& bound, const ClassCounts& counts) const {
    const Values values = counts.values[bound.column];
    std::int64_t f = 0;
    for (const ValueCount& one : values) f += one.count;
    if (f == 0) return true;  // nobody here has a value
    if (!bound.like) return holds(bound, values, f);
    return holds(bound, bound.like->grouped(values), f);
}

bool ClassJudge::holds(const Bound& bound, Values values, std::int64_t f) const {
    using enum ModelKind;
    const Model& model = bound.model;
    const Counted& counted = records_.counted[bound.column];
    switch (model.kind) {
        case l_distinct:
        case l_distinct_alike:
            return static_cast<double>(values.size()) >= model.value;
        case l_entropy:
        case l_entropy_alike:
            return enough_entropy(values, f, model.value);
        case l_grassberger:
            return enough_corrected_entropy(values, f, model.value);
        case l_recursive:
        case l_recursive_alike:
            return recursively_diverse(values, model.c, static_cast<std::int64_t>(model.value));
        case alpha:
            return no_value_dominates(values, f, model.value);
        case t_equal:
            return equal_distance(values, f, counted.reference, bound.reference) <= model.value;
        case t_ordered:
            return ordered_distance(values, f, counted.reference, bound.reference) <= model.value;
        case t_hierarchical:
            return hierarchical_distance(values, f, counted.reference, bound.reference,
                                         *counted.tree) <= model.value;
        case t_semantic:
            return bound.ground->within(values, f, counted.reference, bound.reference, model.value);
        case beta_basic:
        case beta_enhanced:
            return beta_like(values, f, counted.reference, bound.reference, model.value,
                             model.kind == beta_enhanced);
        case delta_present:
            return little_disclosed(values, f, bound.p, model.value);
        case delta_all: {
            const auto present = std::count_if(counted.reference.begin(), counted.reference.end(),
                                               [](std::int64_t count) { return count > 0; });
            return std::ssize(values) == present &&
                   little_disclosed(values, f, bound.p, model.value);
        }
        default:
            return true;
    }
}

// The figure of a class that its model limits.
double ClassJudge::reached(const Bound& bound, Values values) const {
    using enum ModelKind;
    const Counted& counted = records_.counted[bound.column];
    std::vector<double> sizes;
    double f = 0;
    for (const ValueCount& one : values) {
        sizes.push_back(one.count);
        f += one.count;
    }
    std::sort(sizes.rbegin(), sizes.rend());
    switch (bound.model.kind) {
        case l_distinct:
        case l_distinct_alike:
            return static_cast<double>(sizes.size());
        case alpha:
            return sizes.front() / f;
        case l_recursive:
        case l_recursive_alike: {
            double tail = 0;
            const auto l = static_cast<std::size_t>(bound.model.value);
            for (std::size_t i = l - 1; i < sizes.size(); ++i) tail += sizes[i];
            return sizes.front() / tail;  // infinite where there are fewer
        }
        case l_entropy:
        case l_entropy_alike: {
            double entropy = 0;
            for (const double size : sizes) entropy -= size / f * std::log(size / f);
            return std::exp(entropy);
        }
        case l_grassberger: {
            double entropy = grassberger(static_cast<std::int64_t>(f));
            for (const double size : sizes) {
                entropy -= size / f * grassberger(static_cast<std::int64_t>(size));
            }
            return std::exp(entropy);
        }
        case t_equal:
            return equal_distance(values, static_cast<std::int64_t>(f), counted.reference,
                                  bound.reference);
        case t_ordered:
            return ordered_distance(values, static_cast<std::int64_t>(f), counted.reference,
                                    bound.reference);
        case t_hierarchical:
            return hierarchical_distance(values, static_cast<std::int64_t>(f), counted.reference,
                                         bound.reference, *counted.tree);
        case t_semantic:
            return bound.ground->between(values, static_cast<std::int64_t>(f), counted.reference,
                                         bound.reference);
        default:  // gains: everybody has none over everybody
            return 0;
    }
}

std::vector<std::string> ClassJudge::unmet_by_all(const ClassCounts& everybody) const {
    using enum ModelKind;
    std::vector<std::string> unmet;
    for (const Bound& bound : by_value_) {
        if (fulfils(bound, everybody)) continue;
        const Model& model = bound.model;
        const Values values = everybody.values[bound.column];
        const double figure =
            reached(bound, bound.like ? bound.like->grouped(values)
                                      : std::vector<ValueCount>(values.begin(), values.end()));
        const bool recursive = model.kind == l_recursive || model.kind == l_recursive_alike;
        unmet.push_back(fmt::format("{} of {} ({}{:.4g} is what all records together reach)",
                                    to_text(model), records_.counted[bound.column].name,
                                    recursive ? "c above " : "", figure));
    }
    return unmet;
}

}  // namespace lethe::lattice
