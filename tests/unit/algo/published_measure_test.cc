// The fuzzy measures published for M4-28 and M6-853 (Tables 5.18 and 5.19 of the thesis, attribute
// 1 written leftmost): monotone, not submodular, so that the distance is no metric.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "lethe/algo/learnt/distance_properties.h"
#include "lethe/algo/learnt/fuzzy_measure.h"
#include "linkage.h"

namespace lethe {
namespace {

const std::vector<double> kM428 = {0.000000, 0.154253, 0.003651, 0.207612, 0.039292, 0.154353,
                                   0.096721, 0.207712, 0.999168, 0.999799, 0.999800, 0.999899,
                                   0.999268, 0.999899, 0.999900, 0.999999};

const std::vector<double> kM6853 = {
    0.0000000000, 0.0007378150, 0.0000000000, 0.0220367576, 0.0000000000, 0.0640252746,
    0.0640252746, 0.0641252746, 0.0019057155, 0.0160771077, 0.0220367576, 0.0221367576,
    0.0020057155, 0.0641252746, 0.0641252746, 0.0642252746, 0.0004214525, 0.0008378150,
    0.0220367576, 0.0221367576, 0.0640252746, 0.0641252746, 0.0641252746, 0.8247279668,
    0.0127378590, 0.0213887564, 0.0221367576, 0.0222367576, 0.0641252746, 0.0642252746,
    0.8247279668, 0.8248279668, 0.0081683003, 0.0221158311, 0.0221158311, 0.0222158311,
    0.0082683003, 0.0641252746, 0.0641252746, 0.9998000000, 0.0082683003, 0.0222158311,
    0.0423704875, 0.0424704875, 0.0083683003, 0.0642252746, 0.9998000000, 0.9999000000,
    0.0221158311, 0.0222158311, 0.0222158311, 0.0424704875, 0.0641252746, 0.0642252746,
    0.9998000000, 0.9999000000, 0.0222158311, 0.0223158311, 0.0424704875, 0.0425704875,
    0.0642252746, 0.0643252746, 0.9999000000, 1.0000000000};

TEST(PublishedMeasure, MonotoneNotSubmodular) {
    for (const auto& [printed, violated, pairs] :
         {std::tuple{kM428, 3, 120}, std::tuple{kM6853, 696, 2016}}) {
        const std::vector<double> measure = from_leftmost_first(printed);
        EXPECT_TRUE(is_monotone(measure));
        EXPECT_FALSE(is_submodular(measure));
        EXPECT_FALSE(is_supermodular(measure));
        EXPECT_EQ(pairs_not_submodular(measure).violated, violated);
        EXPECT_EQ(pairs_not_submodular(measure).all, pairs);
    }
}

// The margin of the authors' program: sets of two and more grow by at least 1e-4.
TEST(PublishedMeasure, StrictlyMonotoneFromPairsOn) {
    for (const auto& printed : {kM428, kM6853}) {
        const std::vector<double> measure = from_leftmost_first(printed);
        for (std::size_t set = 1; set < measure.size(); ++set) {
            if (std::popcount(set) < 2) continue;
            for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
                const std::size_t smaller = set & ~(rest & (~rest + 1));
                EXPECT_GE(measure[set] - measure[smaller], 1e-4 - 2e-6) << set;
            }
        }
    }
}

TEST(PublishedMeasure, AreNoMetrics) {
    const std::vector<double> measure = from_leftmost_first(kM6853);
    const std::vector<double> parameters(measure.begin() + 1, measure.end());
    const auto instance = test::real_instance(1, 100, 6, 1.0);
    const DistanceModel model{DistanceFamily::choquet};
    const auto found = distance_properties(model, instance.view(), parameters, Random(1));
    using enum DistanceProperty;
    EXPECT_EQ(found.distance_class(), DistanceClass::distance);
    EXPECT_FALSE(found[identity_of_indiscernibles].holds);
    EXPECT_FALSE(found[triangle_inequality].holds);
    EXPECT_GT(found[triangle_inequality].violated, 0);
    EXPECT_EQ(found[non_negative].violated, 0);
}

// Key attributes as the thesis reads them: V1 of M4-28 was masked with k = 2.
TEST(PublishedMeasure, ShapleyValuesRankTheAttributes) {
    const std::vector<double> shares = shapley_values(from_leftmost_first(kM428));
    EXPECT_EQ(std::max_element(shares.begin(), shares.end()) - shares.begin(), 0);
    EXPECT_GT(shares[0], 0.8);
}

// Idempotent, monotone and internal: what makes these operators aggregations.
TEST(PublishedMeasure, OperatorsKeepTheirContract) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Draws draws = Random(seed).stream("values").at(0);
        std::vector<double> weights, values;
        double sum = 0;
        for (int l = 0; l < 4; ++l) {
            weights.push_back(draws.uniform());
            values.push_back(draws.uniform() * 5);
            sum += weights.back();
        }
        for (double& weight : weights) weight /= sum;
        std::vector<double> measure = from_leftmost_first(kM428);
        measure.back() = 1.0;
        const auto all = [&](const std::vector<double>& v) {
            return std::vector<double>{arithmetic_mean(v), weighted_mean(weights, v),
                                       owa(weights, v), owa(weights, v, OwaOrder::ascending),
                                       choquet(measure, v)};
        };
        const auto [least, largest] = std::minmax_element(values.begin(), values.end());
        std::vector<double> more = values;
        more[seed % 4] += 0.5;
        const auto before = all(values);
        const auto after = all(more);
        const auto same = all(std::vector<double>(4, 2.5));
        for (std::size_t op = 0; op < before.size(); ++op) {
            EXPECT_NEAR(same[op], 2.5, 1e-12);
            EXPECT_GE(after[op], before[op] - 1e-12);
            EXPECT_GE(before[op], *least - 1e-12);
            EXPECT_LE(before[op], *largest + 1e-12);
        }
        EXPECT_NEAR(owa(std::vector<double>(4, 0.25), values), arithmetic_mean(values), 1e-12);
        EXPECT_DOUBLE_EQ(owa(std::vector<double>{1, 0, 0, 0}, values), *largest);
        EXPECT_DOUBLE_EQ(owa(std::vector<double>{0, 0, 0, 1}, values), *least);
    }
}

}  // namespace
}  // namespace lethe
