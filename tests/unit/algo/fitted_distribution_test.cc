#include "lethe/algo/statistics/fitted_distribution.h"

#include <gmock/gmock.h>

#include <cmath>

namespace lethe {
namespace {

std::vector<double> quantiles(const FittedDistribution& distribution, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(distribution.quantile((i + 0.5) / count));
    return values;
}

// By hand: for 1, 2, 3 and 6.
TEST(FittedDistribution, MaximumLikelihood) {
    const std::vector<double> values{1, 2, 3, 6};
    const auto normal = fitted(DistributionFamily::normal, values);
    EXPECT_NEAR(normal->first, 3, 1e-15);
    EXPECT_NEAR(normal->second, std::sqrt(3.5), 1e-15);
    EXPECT_NEAR(normal->log_likelihood, -2 * std::log(2 * M_PI * 3.5) - 2, 1e-12);
    EXPECT_NEAR(normal->aic(), 4 - 2 * normal->log_likelihood, 1e-12);
    const auto uniform = fitted(DistributionFamily::uniform, values);
    EXPECT_EQ(uniform->first, 1);
    EXPECT_EQ(uniform->second, 6);
    EXPECT_NEAR(uniform->log_likelihood, -4 * std::log(5.0), 1e-12);
    const auto exponential = fitted(DistributionFamily::exponential, values);
    EXPECT_EQ(exponential->first, 3);
    EXPECT_NEAR(exponential->aic(), 2 + 8 * (std::log(3.0) + 1), 1e-12);
    const auto lognormal = fitted(DistributionFamily::lognormal, values);
    EXPECT_NEAR(lognormal->first, std::log(36.0) / 4, 1e-15);
    // The likelihood of a gamma distribution is largest where its slope in the shape is 0.
    const auto gamma = fitted(DistributionFamily::gamma, values);
    EXPECT_NEAR(gamma->first * gamma->second, 3, 1e-12);
    const auto likelihood = [&](double shape) {
        double sum = 0;
        for (const double x : values) {
            const double scale = 3 / shape;
            sum += (shape - 1) * std::log(x) - x / scale - shape * std::log(scale) -
                   std::lgamma(shape);
        }
        return sum;
    };
    EXPECT_NEAR(gamma->log_likelihood, likelihood(gamma->first), 1e-12);
    EXPECT_GT(gamma->log_likelihood, likelihood(gamma->first * 1.001));
    EXPECT_GT(gamma->log_likelihood, likelihood(gamma->first * 0.999));
}

// Each family is found again in its own quantiles.
TEST(FittedDistribution, TheBestIsTheRightOne) {
    for (const FittedDistribution& truth :
         {FittedDistribution{DistributionFamily::normal, -3, 2, 0},
          FittedDistribution{DistributionFamily::lognormal, 1, 1.2, 0},
          FittedDistribution{DistributionFamily::exponential, 5, 0, 0},
          FittedDistribution{DistributionFamily::uniform, -1, 4, 0},
          FittedDistribution{DistributionFamily::gamma, 3, 2, 0}}) {
        const auto best = best_fitted(quantiles(truth, 2000));
        ASSERT_TRUE(best);
        EXPECT_EQ(name(best->family), name(truth.family));
        EXPECT_NEAR(best->first, truth.first, 0.02);
        EXPECT_NEAR(best->second, truth.second, 0.02);
    }
}

TEST(FittedDistribution, WhatDoesNotSuit) {
    EXPECT_FALSE(best_fitted({}));
    EXPECT_FALSE(best_fitted(std::vector<double>{2, 2}));
    EXPECT_FALSE(fitted(DistributionFamily::gamma, std::vector<double>{0, 1}));
    EXPECT_FALSE(fitted(DistributionFamily::lognormal, std::vector<double>{-1, 1}));
    EXPECT_FALSE(fitted(DistributionFamily::exponential, std::vector<double>{-1, 1}));
    EXPECT_TRUE(fitted(DistributionFamily::exponential, std::vector<double>{0, 1}));
}

}  // namespace
}  // namespace lethe
