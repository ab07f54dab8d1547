#include "lethe/algo/population/record_matches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lethe {
namespace {

// By the definition: 1 / (f + x) over the Poisson distribution of the others, as far from its mean
// as it matters.
double match_by_definition(double mean, std::int64_t f) {
    const double width = 12 * std::sqrt(mean) + 60;
    double sum = 0;
    for (double x = std::max(0.0, std::floor(mean - width)); x <= mean + width; ++x) {
        sum +=
            std::exp(x * std::log(mean) - mean - std::lgamma(x + 1)) / (static_cast<double>(f) + x);
    }
    return sum;
}

// Classes of a thousand and more too: e^-v of the others is 0 there.
TEST(RecordMatches, OfClassesOfAnySizeAreTheDefinition) {
    for (const std::int64_t f : {1, 2, 3, 10, 99, 100, 101, 744, 1000, 1100, 5000, 50000}) {
        for (const double mean : {0.01, 1.0, 2.5, 99.5, 100.0, 700.0, 746.0, 1000.0, 4999.0}) {
            const double by_definition = match_by_definition(mean, f);
            // Half of the population was sampled: the others are as many as are expected.
            EXPECT_NEAR(expected_match(mean, 0.5, f) / by_definition, 1, 1e-9) << f << ' ' << mean;
        }
        EXPECT_EQ(expected_match(1000, 1, f), 1 / static_cast<double>(f));
    }
}

}  // namespace
}  // namespace lethe
