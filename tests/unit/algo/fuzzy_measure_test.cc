// Worked values of the measure published for the file M4-28 (Table 5.18 of the thesis, attribute 1
// written leftmost), and identities between the operators on random measures.
#include "lethe/algo/learnt/fuzzy_measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

const std::vector<double> kPrintedMeasures = {
    0.000000, 0.154253, 0.003651, 0.207612, 0.039292, 0.154353, 0.096721, 0.207712,
    0.999168, 0.999799, 0.999800, 0.999899, 0.999268, 0.999899, 0.999900, 0.999999};
const std::vector<double> kPrintedMoebius = {
    0.0,      0.154253,  0.003651,  0.049708,  0.039292,  -0.039192, 0.053778,  -0.053778,
    0.999168, -0.153622, -0.003019, -0.050240, -0.039192, 0.039192,  -0.053778, 0.053778};

// A random monotone measure: each set adds something to its largest subset.
std::vector<double> random_measure(const Random& random, int n) {
    Draws draws = random.stream("measure").at(0);
    std::vector<double> measure(std::size_t{1} << n, 0.0);
    for (std::size_t set = 1; set < measure.size(); ++set) {
        double below = 0.0;
        for (int l = 0; l < n; ++l) {
            if ((set >> l & 1U) != 0) below = std::max(below, measure[set ^ (std::size_t{1} << l)]);
        }
        measure[set] = below + draws.uniform();
    }
    for (double& value : measure) value /= measure.back();
    return measure;
}

TEST(FuzzyMeasure, BitOrderOfExampleTen) {
    std::vector<double> leftmost(32, 0.0);
    leftmost[0b10101] = 1.0;  // {v1, v3, v5} either way round
    leftmost[0b10000] = 2.0;  // v1 leftmost
    const std::vector<double> measure = from_leftmost_first(leftmost);
    EXPECT_EQ(measure[21], 1.0);
    EXPECT_EQ(measure[1], 2.0);
    EXPECT_EQ(measure[16], 0.0);
}

TEST(FuzzyMeasure, PublishedChoquetIntegrals) {
    const std::vector<double> mu = from_leftmost_first(kPrintedMeasures);
    const auto integral = [&](std::vector<double> values) {
        EXPECT_NEAR(choquet(mu, values), choquet_from_moebius(moebius(mu), values), 1e-14);
        return choquet(mu, values);
    };
    EXPECT_NEAR(integral({0.1, 0.4, 0.2, 0.8}), 0.2133429, 5e-8);
    EXPECT_NEAR(integral({1, 0, 0, 0}), 0.999168, 1e-12);
    EXPECT_NEAR(integral({0.5, 0.5, 0.5, 0.5}), 0.4999995, 1e-12);
    EXPECT_NEAR(integral({0.04, 0.25, 0.09, 0.01}), 0.05111976, 5e-9);
}

TEST(FuzzyMeasure, PublishedMoebiusTransform) {
    const std::vector<double> m = moebius(from_leftmost_first(kPrintedMeasures));
    const std::vector<double> expected = from_leftmost_first(kPrintedMoebius);
    for (std::size_t set = 0; set < m.size(); ++set) {
        EXPECT_NEAR(m[set], expected[set], 1.5e-6) << set;
    }
    EXPECT_NEAR(std::accumulate(m.begin(), m.end(), 0.0), 0.999999, 1e-12);
}

TEST(FuzzyMeasure, PropertiesOfThePublishedMeasure) {
    const std::vector<double> mu = from_leftmost_first(kPrintedMeasures);
    EXPECT_TRUE(is_monotone(mu));
    EXPECT_TRUE(is_normalised(mu, 2e-6));
    EXPECT_FALSE(is_normalised(mu));
    EXPECT_FALSE(is_submodular(mu));
    EXPECT_FALSE(is_supermodular(mu));
    EXPECT_FALSE(is_belief(mu));
    EXPECT_EQ(additivity_order(mu), 4);
}

TEST(FuzzyMeasure, TransformsAreInverse) {
    for (int n = 1; n <= 8; ++n) {
        const std::vector<double> mu = random_measure(Random(static_cast<std::uint64_t>(n)), n);
        const std::vector<double> m = moebius(mu);
        const std::vector<double> back = zeta(m);
        for (std::size_t set = 0; set < mu.size(); ++set) {
            EXPECT_NEAR(back[set], mu[set], 1e-12);
            double sum = 0.0;  // the definition
            for (std::size_t within = 0; within < mu.size(); ++within) {
                if ((within & ~set) != 0) continue;
                const bool odd = ((std::popcount(set) - std::popcount(within)) & 1) != 0;
                sum += odd ? -mu[within] : mu[within];
            }
            EXPECT_NEAR(m[set], sum, 1e-10);
        }
    }
}

TEST(FuzzyMeasure, OperatorsAreMeans) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const int n = 1 + static_cast<int>(seed % 6);
        const std::vector<double> mu = random_measure(Random(seed), n);
        Draws draws = Random(seed).stream("values").at(0);
        std::vector<double> values;
        for (int l = 0; l < n; ++l) values.push_back(draws.uniform());
        const double integral = choquet(mu, values);
        EXPECT_GE(integral, *std::min_element(values.begin(), values.end()) - 1e-12);
        EXPECT_LE(integral, *std::max_element(values.begin(), values.end()) + 1e-12);
        EXPECT_NEAR(integral, choquet_from_moebius(moebius(mu), values), 1e-10);
        const std::vector<double> shares = shapley_values(mu);
        EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-10);
    }
}

TEST(FuzzyMeasure, AdditiveIsWeightedMeanAndSymmetricIsOwa) {
    const std::vector<double> weights = {0.5, 0.2, 0.3};
    const std::vector<double> values = {3.0, 1.0, 2.0};
    std::vector<double> additive(8, 0.0);
    std::vector<double> symmetric(8, 0.0);
    for (std::size_t set = 1; set < 8; ++set) {
        for (std::size_t l = 0; l < 3; ++l)
            additive[set] += (set >> l & 1U) != 0 ? weights[l] : 0.0;
        for (int l = 0; l < std::popcount(set); ++l) {
            symmetric[set] += weights[static_cast<std::size_t>(l)];
        }
    }
    EXPECT_TRUE(is_additive(additive));
    EXPECT_TRUE(is_submodular(additive) && is_supermodular(additive) && is_belief(additive));
    EXPECT_FALSE(is_symmetric(additive));
    EXPECT_TRUE(is_symmetric(symmetric));
    EXPECT_FALSE(is_additive(symmetric));
    EXPECT_NEAR(choquet(additive, values), weighted_mean(weights, values), 1e-14);
    EXPECT_NEAR(choquet(symmetric, values), owa(weights, values), 1e-14);
    EXPECT_NEAR(owa(weights, values), 0.5 * 3 + 0.2 * 2 + 0.3 * 1, 1e-14);
    EXPECT_NEAR(owa(weights, values, OwaOrder::ascending), 0.5 * 1 + 0.2 * 2 + 0.3 * 3, 1e-14);
    EXPECT_EQ(shapley_values(additive).size(), 3U);
    for (const double index : interaction_indices(additive)) EXPECT_NEAR(index, 0.0, 1e-14);
}

TEST(FuzzyMeasure, WrongSizesAreErrors) {
    const std::vector<double> three(3, 0.0);
    const std::vector<double> four(4, 0.0);
    EXPECT_THROW(moebius(three), Error);
    EXPECT_THROW(choquet(four, three), Error);
    EXPECT_THROW(weighted_mean(four, three), Error);
}

// By the definition over all sets: the best of what a set is worth and what all of it reaches.
TEST(FuzzyMeasure, SugenoIntegral) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const int n = 1 + static_cast<int>(seed % 5);
        const std::vector<double> mu = random_measure(Random(seed), n);
        Draws draws = Random(seed).stream("values").at(0);
        std::vector<double> values;
        for (int l = 0; l < n; ++l) values.push_back(draws.uniform());
        double expected = 0;
        for (std::size_t set = 1; set < mu.size(); ++set) {
            double least = 1;
            for (int l = 0; l < n; ++l) {
                if ((set >> l & 1U) != 0) {
                    least = std::min(least, values[static_cast<std::size_t>(l)]);
                }
            }
            expected = std::max(expected, std::min(least, mu[set]));
        }
        EXPECT_EQ(sugeno(mu, values), expected);
    }
    EXPECT_EQ(sugeno(std::vector{0.0, 0.3, 0.6, 1.0}, std::vector{0.5, 0.2}), 0.3);
    EXPECT_EQ(sugeno(std::vector{0.0, 0.3, 0.6, 1.0}, std::vector{0.2, 0.5}), 0.5);
}

TEST(FuzzyMeasure, DistancesBetweenMeasuresAndTheirMean) {
    const std::vector<double> first{0, 1, 0, 1};   // the first attribute alone
    const std::vector<double> second{0, 0, 1, 1};  // the second
    const MeasureDistance apart = measure_distance(first, second);
    EXPECT_NEAR(apart.euclid, std::sqrt(2.0 / 3), 1e-15);
    EXPECT_NEAR(apart.moebius, std::sqrt(2.0 / 3), 1e-15);
    EXPECT_EQ(apart.largest, 1);
    EXPECT_EQ(apart.shapley, 1);
    EXPECT_EQ(measure_distance(first, first).euclid, 0);
    const std::vector<double> all{0, 0, 0, 1};  // both together alone: Moebius 0, 0, 1
    EXPECT_NEAR(measure_distance(first, all).moebius, std::sqrt(2.0 / 3), 1e-15);
    EXPECT_NEAR(measure_distance(first, all).euclid, std::sqrt(1.0 / 3), 1e-15);
    EXPECT_EQ(measure_distance(first, all).shapley, 0.5);
    const std::vector<double> mean = mean_measure({first, second}, std::vector{3.0, 1.0});
    EXPECT_EQ(mean, (std::vector{0.0, 0.75, 0.25, 1.0}));
    EXPECT_THROW(mean_measure({first, second}, std::vector{1.0}), Error);
    EXPECT_THROW(mean_measure({first, second}, std::vector{0.0, 0.0}), Error);
    EXPECT_THROW(measure_distance(first, std::vector<double>(8)), Error);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto a = random_measure(Random(seed), 4);
        const auto b = random_measure(Random(seed + 1000), 4);
        const auto both = mean_measure({a, b}, std::vector{1.0, 2.0});
        EXPECT_TRUE(is_monotone(both) && is_normalised(both));
        // The mean lies between: distances to both ends add up to the whole.
        EXPECT_NEAR(measure_distance(a, both).euclid + measure_distance(both, b).euclid,
                    measure_distance(a, b).euclid, 1e-12);
    }
}

}  // namespace
}  // namespace lethe
