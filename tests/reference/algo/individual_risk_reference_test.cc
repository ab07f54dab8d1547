// The individual risk beside the sum that defines it.
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/algo/population/individual_risk.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

// The sum over h of (1/h) C(h-1, f-1) p^f q^(h-f), term by term until what is left is nothing.
double naive_risk(std::int64_t f, double population) {
    const long double p = static_cast<long double>(f) / static_cast<long double>(population);
    const long double q = 1 - p;
    long double probability = std::pow(p, static_cast<long double>(f));  // of h = f
    long double sum = 0;
    long double seen = 0;
    for (auto h = static_cast<long double>(f); seen < 1 - 1e-17L && h < 1e7L; ++h) {
        sum += probability / h;
        seen += probability;
        if (probability < 1e-30L && h > population) break;
        probability *= q * h / (h - static_cast<long double>(f) + 1);
    }
    return static_cast<double>(sum);
}

TEST(IndividualRiskReference, IsTheSum) {
    for (std::int64_t round = 0; round < 3000; ++round) {
        Draws draws = Random(7).stream("risk").at(round);
        const auto f = static_cast<std::int64_t>(1 + draws.below(round % 3 == 0 ? 200 : 20));
        const double population =
            static_cast<double>(f) * (1 + 30 * draws.uniform() * draws.uniform());
        const double expected = naive_risk(f, population);
        EXPECT_NEAR(individual_risk(f, population), expected, 2e-13 * expected)
            << f << " of " << population;
    }
}

}  // namespace
}  // namespace lethe
