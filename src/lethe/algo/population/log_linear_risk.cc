// The population count F of a cell is Poisson with mean lambda, and people are sampled with the
// fraction pi, so that the sample count f is Poisson with mean u = pi lambda. Of a sample unique
// F - 1 is Poisson with mean v = (1 - pi) lambda:
//
//   P(F = 1 | f = 1) = e^-v,   E(1/F | f = 1) = (1 - e^-v) / v,   E(1/F^2 | f = 1) = sum below.
//
// u comes from the model's fit, not from the cell's own count.
//
// A model with too few terms spreads records over cells where there are none and finds too many
// population uniques; one with too many follows the sample and finds too few. The bias of a sum
// over sample uniques, tau(h) = sum h(lambda), is estimated from the second moments of the
// residuals (the idea of Skinner and Shlomo, for any h):
//
//   B = sum a (f - u) + b ((f - u)^2 - f),
//   a = -u e^-u h'(lambda) / pi,
//   b = -u e^-u (h''(lambda) / 2 + h'(lambda) (1/lambda - pi)) / pi^2,
//
// with variance sum a^2 u + 2 b^2 u^2 if the model is right. The fit follows the sample also where
// the model is right, and understates then: with 160 parameters for 600 records by a tenth. So the
// interval is widened by the bias and its deviation. In simulations the estimated bias was two
// thirds of the true one (what a model has followed it cannot see), so upwards it counts twice. The
// interval then held the truth in 92 to 100 of 100 samples; without the bias in 10 to 40 where
// there were few records for each parameter.
#include "lethe/algo/population/log_linear_risk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr double kNormal95 = 1.959963984540054;

// h and its first two derivatives by v.
struct RiskOfMean {
    double value = 0, first = 0, second = 0;
};

RiskOfMean unique_risk(double v) {
    const double e = std::exp(-v);
    return {e, -e, e};
}

// (1 - e^-v) / v. Near 0 the quotients cancel: the power series sum (-v)^j / (j+1)!.
RiskOfMean match_risk(double v) {
    if (v < 1) {
        RiskOfMean risk;
        double term = 1;  // (-1)^j / (j+1)!, times the power of v below
        double power = 1;
        for (int j = 0; j < 25; ++j) {
            risk.value += term * power;
            // The derivatives of the next two terms have this power.
            const double next = -term / (j + 2);
            risk.first += next * (j + 1) * power;
            risk.second += -next / (j + 3) * (j + 2) * (j + 1) * power;
            term = next;
            power *= v;
        }
        return risk;
    }
    const double e = std::exp(-v);
    return {(1 - e) / v, (e * (1 + v) - 1) / (v * v), (2 - e * (v * v + 2 * v + 2)) / (v * v * v)};
}

// E(1/F^2 | f = 1).
double square_of_match(double v) {
    // Around the largest term; the rest is below the last bit.
    const double widest = v + 12 * std::sqrt(v) + 40;
    double term = std::exp(-v);
    if (term == 0) return 1 / (v * v);  // v > 745: F is as good as certain
    double sum = 0;
    for (double j = 0; j < widest; ++j) {
        sum += term / ((j + 1) * (j + 1));
        term *= v / (j + 1);
    }
    return sum;
}

struct RiskSums {
    ExactSum value, spread, bias, variance;

    void add_unique(double value_of_cell, double spread_of_cell) {
        value.add(value_of_cell);
        spread.add(std::max(0.0, spread_of_cell));
    }
    void add_cell(double count, double expected, double fraction, const RiskOfMean& risk) {
        // By lambda: v = (1 - pi) lambda.
        const double first = risk.first * (1 - fraction);
        const double second = risk.second * (1 - fraction) * (1 - fraction);
        const double scale = -expected * std::exp(-expected);
        const double a = scale * first / fraction;
        const double b =
            scale * (second / 2 + first * (fraction / expected - fraction)) / (fraction * fraction);
        const double rest = count - expected;
        bias.add(a * rest + b * (rest * rest - count));
        variance.add(a * a * expected + 2 * b * b * expected * expected);
    }
    GlobalRisk result(double uniques) const {
        GlobalRisk risk;
        risk.sum = value.value();
        risk.bias = bias.value();
        const double half = kNormal95 * std::sqrt(spread.value() + variance.value());
        const double low = risk.sum - std::max(0.0, risk.bias) - half;
        const double high = risk.sum + 2 * std::max(0.0, -risk.bias) + half;
        risk.interval = {std::clamp(low, 0.0, uniques), std::clamp(high, 0.0, uniques)};
        const double error = std::sqrt(variance.value());
        risk.z = error > 0 ? risk.bias / error : 0;
        return risk;
    }
};

struct FittedModel {
    TriedModel tried;
    std::vector<double> expected;
};

FittedModel fitted_model(const Context& context, const CrossTable& table,
                         std::span<const double> fractions, const LogLinearModel& model) {
    LogLinearFit fit = fit_log_linear(context, table, model);
    return {{model, fit.deviance, fit.freedom, log_linear_risk(table, fit.expected, fractions)},
            std::move(fit.expected)};
}

// The terms of `size` variables that a model lacks.
std::vector<Term> lacking_terms(const LogLinearModel& model, std::size_t variables,
                                std::size_t size) {
    std::vector<Term> found;
    std::vector<bool> chosen(variables, false);
    if (size > variables) return found;
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(size), true);
    do {
        Term term;
        for (std::size_t v = 0; v < variables; ++v) {
            if (chosen[v]) term.push_back(v);
        }
        if (!model.has(term)) found.push_back(std::move(term));
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return found;
}

// The best of the models with one term more; of equal ones the first.
std::optional<FittedModel> best_next(const Context& context, const CrossTable& table,
                                     std::span<const double> fractions, const LogLinearModel& model,
                                     std::size_t size) {
    const std::vector<Term> terms = lacking_terms(model, table.levels.size(), size);
    std::vector<TriedModel> tried(terms.size());
    parallel_tasks(context, std::ssize(terms), [&](std::int64_t i) {
        const auto place = static_cast<std::size_t>(i);
        tried[place] = fitted_model(context, table, fractions, model.with(terms[place])).tried;
    });
    const auto best = std::min_element(
        tried.begin(), tried.end(),
        [](const auto& a, const auto& b) { return a.risk.worse_z() < b.risk.worse_z(); });
    if (best == tried.end()) return std::nullopt;
    return fitted_model(context, table, fractions, best->model);
}

}  // namespace

double chance_of_population_unique(double expected, double fraction) {
    return unique_risk((1 - fraction) * expected / fraction).value;
}

double expected_match(double expected, double fraction) {
    return match_risk((1 - fraction) * expected / fraction).value;
}

double LogLinearRisk::worse_z() const {
    return std::max(std::abs(population_uniques.z), std::abs(matches.z));
}

LogLinearRisk log_linear_risk(const CrossTable& table, std::span<const double> expected,
                              std::span<const double> fractions) {
    LogLinearRisk result;
    RiskSums unique, match;
    for (std::size_t cell = 0; cell < table.cells(); ++cell) {
        const double u = expected[cell];
        if (!(u > 0)) continue;  // no record there, and none is expected
        const double pi = fractions[fractions.size() == 1 ? 0 : cell];
        const double v = (1 - pi) * u / pi;
        const RiskOfMean alone = unique_risk(v);
        const RiskOfMean linked = match_risk(v);
        unique.add_cell(table.counts[cell], u, pi, alone);
        match.add_cell(table.counts[cell], u, pi, linked);
        if (table.counts[cell] != 1) continue;
        result.sample_uniques += 1;
        unique.add_unique(alone.value, alone.value * (1 - alone.value));
        match.add_unique(linked.value, square_of_match(v) - linked.value * linked.value);
        result.largest_chance = std::max(result.largest_chance, alone.value);
        result.largest_match = std::max(result.largest_match, linked.value);
    }
    result.population_uniques = unique.result(result.sample_uniques);
    result.matches = match.result(result.sample_uniques);
    return result;
}

ChosenModel choose_log_linear(const Context& context, const CrossTable& table,
                              std::span<const double> fractions, std::size_t largest_term) {
    const std::size_t variables = table.levels.size();
    FittedModel now =
        fitted_model(context, table, fractions, LogLinearModel::independence(variables));
    ChosenModel result{{now.tried}, 0, now.expected};
    const auto trusted = [&] { return now.tried.risk.worse_z() < kTrustedZ; };
    for (std::size_t size = 2; size <= std::min(largest_term, variables); ++size) {
        while (!trusted()) {
            auto next = best_next(context, table, fractions, now.tried.model, size);
            if (!next) break;
            now = *std::move(next);
            result.path.push_back(now.tried);
            if (now.tried.risk.worse_z() < result.path[result.chosen].risk.worse_z()) {
                result.chosen = result.path.size() - 1;
                result.expected = now.expected;
            }
        }
    }
    return result;
}

}  // namespace lethe
