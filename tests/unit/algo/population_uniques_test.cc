#include "lethe/algo/population/population_uniques.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/random.h"

namespace lethe {
namespace {

// The classes of the Adult file (30,162 records) on nine columns.
const SizeCounts& adult_classes() {
    static const SizeCounts classes{
        {1, 15512}, {2, 2098}, {3, 754}, {4, 375}, {5, 189}, {6, 155}, {7, 97}, {8, 73},  {9, 39},
        {10, 37},   {11, 29},  {12, 18}, {13, 23}, {14, 14}, {15, 15}, {16, 9}, {17, 11}, {18, 10},
        {19, 10},   {20, 5},   {21, 3},  {22, 4},  {23, 3},  {24, 2},  {25, 1}, {26, 3},  {27, 5},
        {29, 1},    {30, 2},   {32, 1},  {34, 1},  {35, 1},  {36, 1},  {45, 1}};
    return classes;
}

constexpr double kAdult = 30162;

// Shares of the population, in many digits by a program of its own (30 digits, binomials). Printed
// elsewhere as .2717127189 for a sample of 1 %: differences of log-gammas are off by 1e-9 there.
TEST(PopulationUniques, ByZayatz) {
    const auto share = [](double fraction) {
        return zayatz_uniques(adult_classes(), kAdult / fraction) * fraction / kAdult;
    };
    EXPECT_NEAR(share(.01), .271712719936331, 1e-12);
    EXPECT_NEAR(share(.1), .320740239346619, 1e-12);
    EXPECT_NEAR(share(.2), .357709923482913, 1e-12);
    EXPECT_NEAR(share(1), .5142895033485844, 1e-15);
}

TEST(PopulationUniques, ByPitman) {
    const auto model = fit_pitman(adult_classes());
    ASSERT_TRUE(model);
    EXPECT_NEAR(model->theta, 3176.2335179, 1e-7);
    EXPECT_NEAR(model->alpha, .7179489482, 1e-10);
    const auto share = [](double fraction) {
        return pitman_uniques(adult_classes(), kAdult / fraction).value() * fraction / kAdult;
    };
    EXPECT_NEAR(share(.01), .1446083531, 1e-10);
    EXPECT_NEAR(share(.1), .2768499388, 1e-10);
    EXPECT_NEAR(share(.2), .3366280170, 1e-10);
    EXPECT_FALSE(pitman_uniques(adult_classes(), kAdult));  // nothing is left to estimate
}

TEST(PopulationUniques, BySlideNegativeBinomial) {
    const auto tenth = fit_slide_negative_binomial(adult_classes(), 10 * kAdult);
    ASSERT_TRUE(tenth);
    EXPECT_NEAR(tenth->classes, 105499.4738, 1e-4);
    EXPECT_NEAR(tenth->alpha, .1571263898, 1e-10);
    EXPECT_NEAR(tenth->beta, .1178990827, 1e-10);
    const auto fifth = fit_slide_negative_binomial(adult_classes(), 5 * kAdult);
    ASSERT_TRUE(fifth);
    EXPECT_NEAR(fifth->classes, 65149.9826, 1e-4);
    EXPECT_NEAR(fifth->alpha, .1714543645, 1e-10);
    EXPECT_NEAR(fifth->beta, .1720079888, 1e-10);
    const auto share = [](double fraction) {
        return slide_negative_binomial_uniques(adult_classes(), kAdult / fraction).value() *
               fraction / kAdult;
    };
    EXPECT_NEAR(share(.1), .2499769376, 1e-10);
    EXPECT_NEAR(share(.2), .3194593754, 1e-10);
    EXPECT_FALSE(slide_negative_binomial_uniques(adult_classes(), kAdult));
}

// The equations as they are published, with the estimates put in.
TEST(PopulationUniques, MeetTheNumbersOfSmallClasses) {
    for (const double fraction : {.01, .05, .1, .2, .5, .9}) {
        const auto model = fit_slide_negative_binomial(adult_classes(), kAdult / fraction);
        if (!model) continue;
        const double a = model->alpha, b = model->beta, y = (1 - fraction) * (1 - b);
        const double one =
            model->classes * fraction * std::pow(b / (1 - y), a) * (1 + a * y / (1 - y));
        const double two = model->classes * fraction * fraction * std::pow(b, a) * (1 - b) * a *
                           (2 - (1 - a) * y) / (2 * std::pow(1 - y, a + 2));
        EXPECT_NEAR(one, 15512, 1e-3) << fraction;
        EXPECT_NEAR(two, 2098, 1e-3) << fraction;
    }
}

// ARX finds no estimate of the slide negative binomial model (an equation multiplies where it must
// divide), so that its rule falls back to Zayatz, .3577, for samples above a tenth.
TEST(PopulationUniques, ByTheRuleOfDankar) {
    const auto chosen = [](double fraction) {
        ChosenUniques one = dankar_uniques(adult_classes(), kAdult / fraction);
        one.uniques *= fraction / kAdult;
        return one;
    };
    EXPECT_EQ(chosen(.01).model, UniquenessModel::pitman);
    EXPECT_NEAR(chosen(.01).uniques, .1446083531, 1e-10);
    EXPECT_EQ(chosen(.1).model, UniquenessModel::pitman);
    EXPECT_NEAR(chosen(.1).uniques, .2768499388, 1e-10);
    EXPECT_EQ(chosen(.2).model, UniquenessModel::slide_negative_binomial);
    EXPECT_NEAR(chosen(.2).uniques, .3194593754, 1e-10);
    EXPECT_EQ(chosen(1).model, UniquenessModel::zayatz);
    EXPECT_NEAR(chosen(1).uniques, .5142895033, 1e-10);
}

TEST(PopulationUniques, AreNoneOfASampleWithoutUniques) {
    const SizeCounts pairs{{2, 40}, {3, 10}};
    EXPECT_EQ(zayatz_uniques(pairs, 1000), 0);
    EXPECT_EQ(pitman_uniques(pairs, 1000).value(), 0);
    EXPECT_EQ(slide_negative_binomial_uniques(pairs, 1000).value(), 0);
    EXPECT_EQ(dankar_uniques(pairs, 1000).uniques, 0);
    EXPECT_EQ(zayatz_uniques({}, 10), 0);
}

TEST(PopulationUniques, OfUniquesAlone) {
    const SizeCounts alone{{1, 50}};
    EXPECT_FALSE(pitman_uniques(alone, 5000));
    EXPECT_NEAR(zayatz_uniques(alone, 5000), 5000, 1e-9);
    EXPECT_NEAR(dankar_uniques(alone, 5000).uniques, 5000, 1e-9);
}

// Zayatz's share is the definition summed with plain binomials.
TEST(PopulationUniques, AreTheDefinitionOnSmallSamples) {
    const auto choose = [](std::int64_t n, std::int64_t k) {
        double result = k < 0 || k > n ? 0 : 1;
        for (std::int64_t i = 1; i <= k && result > 0; ++i) {
            result *= static_cast<double>(n - k + i) / static_cast<double>(i);
        }
        return result;
    };
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("classes").at(0);
        SizeCounts classes;
        for (int i = 0; i < 6; ++i) {
            classes[1 + static_cast<std::int64_t>(draws.below(5))] +=
                1 + static_cast<std::int64_t>(draws.below(3));
        }
        std::int64_t n = 0;
        for (const auto& [size, count] : classes) n += size * count;
        const std::int64_t population = n + static_cast<std::int64_t>(draws.below(60));
        double sum = 0;
        for (const auto& [size, count] : classes) {
            sum += static_cast<double>(count * size) * choose(population - size, n - 1) /
                   choose(population, n);
        }
        const double fraction = static_cast<double>(n) / static_cast<double>(population);
        const auto one = static_cast<double>(classes.contains(1) ? classes[1] : 0);
        const double expected = one == 0 ? 0 : one * (one * fraction / sum) / fraction;
        EXPECT_NEAR(zayatz_uniques(classes, static_cast<double>(population)),
                    std::min(expected, static_cast<double>(population)), 1e-9 * expected + 1e-12)
            << "seed " << seed;
    }
}

}  // namespace
}  // namespace lethe
