// Distributions of a few parameters, fitted to numbers by maximum likelihood.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/random.h"

namespace lethe {

enum class DistributionFamily { normal, lognormal, exponential, uniform, gamma };

std::string_view name(DistributionFamily family);

struct FittedDistribution {
    DistributionFamily family = DistributionFamily::normal;
    // normal, lognormal (of the logarithm): mean and deviation; exponential: mean; uniform: both
    // ends; gamma: shape and scale.
    double first = 0;
    double second = 0;
    double log_likelihood = 0;

    double aic() const;                   // 2 parameters - 2 log likelihood
    double quantile(double share) const;  // 0 < share < 1
};

// Nothing where the family does not suit the numbers: all equal, not above 0 (lognormal, gamma),
// below 0 (exponential), or a result that is not finite.
std::optional<FittedDistribution> fitted(DistributionFamily family, std::span<const double> values);

// The family of smallest AIC, the first of equals; nothing where none suits.
std::optional<FittedDistribution> best_fitted(std::span<const double> values);

}  // namespace lethe
