#include "lethe/algo/statistics/fitted_distribution.h"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <numbers>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"

namespace lethe {
namespace {

constexpr std::array<std::pair<DistributionFamily, std::string_view>, 5> kFamilies{{
    {DistributionFamily::normal, "normal"},
    {DistributionFamily::lognormal, "lognormal"},
    {DistributionFamily::exponential, "exponential"},
    {DistributionFamily::uniform, "uniform"},
    {DistributionFamily::gamma, "gamma"},
}};

struct SampleMoments {
    double count = 0;
    double mean = 0;
    double deviation = 0;  // divided by count, as the likelihood has it
};

SampleMoments moments(std::span<const double> values) {
    SampleMoments result;
    result.count = static_cast<double>(values.size());
    result.mean = exact_sum(values) / result.count;
    ExactSum squares;
    for (const double value : values) squares.add((value - result.mean) * (value - result.mean));
    result.deviation = std::sqrt(squares.value() / result.count);
    return result;
}

double normal_log_likelihood(const SampleMoments& of) {
    return -of.count * (std::log(of.deviation) + 0.5 * std::log(2 * std::numbers::pi) + 0.5);
}

std::vector<double> logarithms(std::span<const double> values) {
    std::vector<double> logs;
    logs.reserve(values.size());
    for (const double value : values) logs.push_back(std::log(value));
    return logs;
}

// The shape solves log k - digamma(k) = log(mean) - mean of the logarithms, by Newton's method from
// Minka's start, which is within two percent.
FittedDistribution fitted_gamma(std::span<const double> values) {
    const SampleMoments of = moments(values);
    const double logs = exact_sum(logarithms(values));
    const double gap = std::log(of.mean) - logs / of.count;
    double shape = (3 - gap + std::sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap);
    for (int round = 0; round < 20; ++round) {
        const double miss = std::log(shape) - boost::math::digamma(shape) - gap;
        const double step = miss / (1 / shape - boost::math::trigamma(shape));
        shape = std::max(shape - step, shape / 10);
        if (std::fabs(step) <= 1e-12 * shape) break;
    }
    const double scale = of.mean / shape;
    const double likelihood = (shape - 1) * logs - of.count * of.mean / scale -
                              of.count * (shape * std::log(scale) + std::lgamma(shape));
    return {DistributionFamily::gamma, shape, scale, likelihood};
}

FittedDistribution fitted_plainly(DistributionFamily family, std::span<const double> values,
                                  double least, double most) {
    const SampleMoments of = moments(values);
    switch (family) {
        case DistributionFamily::normal:
            return {family, of.mean, of.deviation, normal_log_likelihood(of)};
        case DistributionFamily::lognormal: {
            const std::vector<double> logs = logarithms(values);
            const SampleMoments log_moments = moments(logs);
            return {family, log_moments.mean, log_moments.deviation,
                    normal_log_likelihood(log_moments) - exact_sum(logs)};
        }
        case DistributionFamily::exponential:
            return {family, of.mean, 0, -of.count * (std::log(of.mean) + 1)};
        case DistributionFamily::uniform:
            return {family, least, most, -of.count * std::log(most - least)};
        case DistributionFamily::gamma:
            return fitted_gamma(values);
    }
    throw Error(ErrorKind::internal, "a distribution of no family");
}

}  // namespace

std::string_view name(DistributionFamily family) {
    return kFamilies[static_cast<std::size_t>(family)].second;
}

double FittedDistribution::aic() const {
    const double parameters = family == DistributionFamily::exponential ? 1 : 2;
    return 2 * parameters - 2 * log_likelihood;
}

double FittedDistribution::quantile(double share) const {
    switch (family) {
        case DistributionFamily::normal:
            return first + second * normal_quantile(share);
        case DistributionFamily::lognormal:
            return std::exp(first + second * normal_quantile(share));
        case DistributionFamily::exponential:
            return -first * std::log1p(-share);
        case DistributionFamily::uniform:
            return first + (second - first) * share;
        case DistributionFamily::gamma:
            return second * boost::math::gamma_p_inv(first, share);
    }
    throw Error(ErrorKind::internal, "a distribution of no family");
}

std::optional<FittedDistribution> fitted(DistributionFamily family,
                                         std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least == *most) return std::nullopt;
    const bool positive =
        family == DistributionFamily::lognormal || family == DistributionFamily::gamma;
    if (positive && *least <= 0) return std::nullopt;
    if (family == DistributionFamily::exponential && *least < 0) return std::nullopt;
    const FittedDistribution result = fitted_plainly(family, values, *least, *most);
    const bool finite = std::isfinite(result.first) && std::isfinite(result.second) &&
                        std::isfinite(result.log_likelihood);
    return finite ? std::optional(result) : std::nullopt;
}

std::optional<FittedDistribution> best_fitted(std::span<const double> values) {
    std::optional<FittedDistribution> best;
    for (const auto& [family, label] : kFamilies) {
        const auto found = fitted(family, values);
        if (found && (!best || found->aic() < best->aic())) best = found;
    }
    return best;
}

}  // namespace lethe
