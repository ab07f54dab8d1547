// What theory says against what triples of random points show: where a property holds no triple
// violates it, and where it does not a violation is found.
#include "lethe/algo/learnt/distance_properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "linkage.h"

namespace lethe {
namespace {

using enum DistanceProperty;

DistanceProperties check_properties(const DistanceModel& model,
                                    const std::vector<double>& parameters, int n,
                                    std::int64_t triples = 20000) {
    const auto instance = test::real_instance(1, 200, n, 1.0);
    return distance_properties(model, instance.view(), parameters, Random(1), triples);
}

void expect(const DistanceProperties& found, bool positive, bool identity, bool triangle,
            DistanceClass its_class) {
    EXPECT_EQ(found[non_negative].holds, positive);
    EXPECT_TRUE(found[reflexive].holds);
    EXPECT_TRUE(found[symmetric].holds);
    EXPECT_EQ(found[identity_of_indiscernibles].holds, identity);
    EXPECT_EQ(found[triangle_inequality].holds, triangle);
    EXPECT_EQ(found.distance_class(), its_class);
    for (const PropertyFinding& finding : found.findings) {
        EXPECT_TRUE(!finding.holds || finding.violated == 0) << name(finding.property);
        EXPECT_FALSE(finding.why.empty());
    }
}

TEST(DistanceProperties, WeightedMean) {
    expect(check_properties({DistanceFamily::weighted_mean}, {0.2, 0.3, 0.5}, 3), true, true, true,
           DistanceClass::metric);
    expect(check_properties({DistanceFamily::weighted_mean}, {0.0, 0.3, 0.7}, 3), true, false, true,
           DistanceClass::distance);
}

TEST(DistanceProperties, Owa) {
    expect(check_properties({DistanceFamily::owa}, {0.5, 0.3, 0.2}, 3), true, true, true,
           DistanceClass::metric);
    const auto least = check_properties({DistanceFamily::owa}, {0.0, 0.0, 1.0}, 3);
    expect(least, true, false, false, DistanceClass::distance);
    EXPECT_GT(least[triangle_inequality].violated, 0);
    const auto rising = check_properties({DistanceFamily::owa}, {0.1, 0.2, 0.7}, 3);
    expect(rising, true, true, false, DistanceClass::distance);
    EXPECT_GT(rising[triangle_inequality].violated, 0);
}

TEST(DistanceProperties, Forms) {
    expect(check_properties({DistanceFamily::bilinear}, {2, 1, 2}, 2), true, true, true,
           DistanceClass::metric);
    expect(check_properties({DistanceFamily::bilinear}, {1, 1, 1}, 2), true, false, true,
           DistanceClass::distance);
    const auto indefinite = check_properties({DistanceFamily::bilinear}, {1, 2, 1}, 2);
    expect(indefinite, false, false, false, DistanceClass::pseudo_distance);
    EXPECT_GT(indefinite[non_negative].violated, 0);
}

// sqrt(C(x^2)) obeys the triangle inequality exactly when the measure is submodular. Where it is
// not, the kink at x_i = x_j shows it: looked for where the proof says that it is.
TEST(DistanceProperties, ChoquetIsAMetricExactlyWhenSubmodular) {
    int submodular = 0;
    int others = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("measure").at(0);
        const int n = 2 + static_cast<int>(seed % 2);
        std::vector<double> measure(std::size_t{1} << n, 0.0);
        for (std::size_t set = 1; set < measure.size(); ++set) {
            double below = 0;
            for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
                below = std::max(below, measure[set & ~(rest & (~rest + 1))]);
            }
            const double more = draws.uniform() / std::pow(4.0, std::popcount(set));
            measure[set] = below + more;
        }
        for (double& value : measure) value /= measure.back();
        const std::vector<double> parameters(measure.begin() + 1, measure.end());
        const DistanceModel model{DistanceFamily::choquet};
        const auto found = check_properties(model, parameters, n, 2000);
        EXPECT_EQ(found[triangle_inequality].holds, is_submodular(measure));
        EXPECT_TRUE(found[non_negative].holds && found[identity_of_indiscernibles].holds);
        if (is_submodular(measure)) {
            ++submodular;
            EXPECT_EQ(found[triangle_inequality].violated, 0) << seed;
            continue;
        }
        ++others;
        const auto root = [&](std::vector<double> x) {
            for (double& value : x) value *= value;
            return std::sqrt(choquet(measure, x));
        };
        bool broken = false;
        for (int i = 0; i < n; ++i) {
            for (int j = i + 1; j < n; ++j) {
                for (std::size_t above = 0; above < measure.size(); ++above) {
                    if ((above >> i & 1U) != 0 || (above >> j & 1U) != 0) continue;
                    std::vector<double> x(static_cast<std::size_t>(n), 0.0);
                    for (int l = 0; l < n; ++l) {
                        x[static_cast<std::size_t>(l)] = (above >> l & 1U) != 0 ? 2.0 : 0.0;
                    }
                    x[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(j)] = 1.0;
                    auto up = x, down = x, twice = x;
                    constexpr double kStep = 1e-4;
                    up[static_cast<std::size_t>(i)] += kStep;
                    up[static_cast<std::size_t>(j)] -= kStep;
                    down[static_cast<std::size_t>(i)] -= kStep;
                    down[static_cast<std::size_t>(j)] += kStep;
                    for (double& value : twice) value *= 2;
                    broken |= root(twice) > (root(up) + root(down)) * (1 + 1e-12);
                }
            }
        }
        EXPECT_TRUE(broken) << seed;
    }
    EXPECT_GT(submodular, 20);
    EXPECT_GT(others, 20);
}

TEST(DistanceProperties, AllTriplesOfASmallFileAreChecked) {
    const auto instance = test::real_instance(1, 4, 2, 0.5);
    const std::vector<double> parameters = {0.5, 0.5};
    const DistanceModel model{DistanceFamily::weighted_mean};
    const auto found = distance_properties(model, instance.view(), parameters, Random(1));
    EXPECT_EQ(found[triangle_inequality].checked, 512);
    EXPECT_EQ(found[non_negative].checked, 512);
}

TEST(DistanceProperties, MeasuresOfWeights) {
    const std::vector<double> weights = {1, 2, 5};
    const auto additive = learnt_measure({DistanceFamily::weighted_mean}, weights, 3);
    EXPECT_TRUE(is_additive(additive));
    EXPECT_DOUBLE_EQ(additive[0b101], 0.75);
    const auto symmetric_one = learnt_measure({DistanceFamily::owa}, weights, 3);
    EXPECT_TRUE(is_symmetric(symmetric_one));
    EXPECT_DOUBLE_EQ(symmetric_one[0b100], 0.125);
    EXPECT_DOUBLE_EQ(symmetric_one[0b110], 0.375);
    const std::vector<double> values = {4, 1, 9};
    EXPECT_NEAR(choquet(symmetric_one, values), (1 * 9 + 2 * 4 + 5 * 1) / 8.0, 1e-12);
}

}  // namespace
}  // namespace lethe
