#include "lethe/algo/population/individual_risk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "lethe/core/random.h"

namespace lethe {
namespace {

struct Known {
    std::int64_t f;
    double population;
    double risk;
};

TEST(IndividualRisk, OfPublishedCounts) {
    for (const Known& known : {Known{1, 45.5, .085791288224},
                               {1, 17, .177075834004},
                               {1, 123.5, .039316254335},
                               {1, 180, .029010932128},
                               {1, 186, .028247279317},
                               {1, 215, .025096439384},
                               {2, 152, .012563425184},
                               {2, 262, .007403834478},
                               {3, 108, .013552968372},
                               {2, 100, .018778832568},
                               {2, 360, .005424519932},
                               {5, 7, .150283524207},
                               {10, 12, .084632449552},
                               {40, 50, .020098503334},
                               {3, 1000, .001495617564},
                               {20, 4000, .000263084838},
                               {4, 5, .208584196896},
                               {100, 150, .006688814086}}) {
        EXPECT_NEAR(individual_risk(known.f, known.population), known.risk, 1e-12)
            << known.f << " of " << known.population;
    }
}

TEST(IndividualRisk, WithoutALargerPopulationIsOneInTheClass) {
    EXPECT_EQ(individual_risk(1, 1), 1);
    EXPECT_EQ(individual_risk(4, 4), 0.25);
    EXPECT_EQ(individual_risk(4, 3.5), 0.25);
}

// Between 1/F and 1/f, falling with the population, and smooth where the form of the sum changes.
TEST(IndividualRisk, FallsWithThePopulation) {
    for (const std::int64_t f : {1, 2, 3, 11, 12, 13, 14, 50, 1000, 100000}) {
        double last = 1 / static_cast<double>(f);
        for (double ratio = 1.001; ratio < 1e9; ratio *= 1.01) {
            const double population = ratio * static_cast<double>(f);
            const double risk = individual_risk(f, population);
            EXPECT_LT(risk, last);
            EXPECT_GT(risk, 1 / population);
            last = risk;
        }
    }
}

// The ten records of the handbook's example.
TEST(RiskThreshold, OfTheExample) {
    const std::vector<Known> records{{2, 360, 0}, {2, 360, 0}, {1, 215, 0}, {2, 152, 0},
                                     {1, 186, 0}, {2, 152, 0}, {1, 180, 0}, {1, 215, 0},
                                     {2, 262, 0}, {2, 262, 0}};
    std::vector<double> risks;
    double expected = 0;
    for (const Known& record : records) {
        risks.push_back(individual_risk(record.f, record.population));
        expected += risks.back();
    }
    EXPECT_NEAR(expected, .158234649401, 1e-12);
    EXPECT_NEAR(risk_threshold(risks, .015).value(), .0248041102, 1e-10);
    EXPECT_NEAR(risk_threshold(risks, .01).value(), .0123905485, 1e-10);
    EXPECT_FALSE(risk_threshold(risks, .0158234650));
    EXPECT_FALSE(risk_threshold({}, .1));
}

TEST(RiskThreshold, BringsTheMeanDownToTheRate) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Draws draws = Random(seed).stream("risks").at(0);
        std::vector<double> risks(1 + draws.below(30));
        double sum = 0;
        for (double& risk : risks) {
            risk = draws.below(3) == 0 ? 0.25 : draws.uniform();
            sum += risk;
        }
        const double rate = 0.01 + draws.uniform() * 0.6;
        const auto records = static_cast<double>(risks.size());
        const auto threshold = risk_threshold(risks, rate);
        if (!threshold) {
            EXPECT_LE(sum, rate * records * (1 + 1e-12));
            continue;
        }
        double cut = 0;
        for (const double risk : risks) cut += std::min(risk, *threshold);
        EXPECT_NEAR(cut / records, rate, 1e-12);
    }
}

// mu-Argus takes one of the risks: of the ten records above those of the uniques are .0251 to
// .0290.
TEST(IndividualRisk, ThresholdAmongTheRisks) {
    const std::vector<double> risks{.1, .2, .3, .4};
    EXPECT_EQ(occurring_risk_threshold(risks, .2).value(), .2);  // .1 + .2 + .2 + .2 <= .8 < .9
    EXPECT_EQ(occurring_risk_threshold(risks, .225).value(), .3);
    EXPECT_EQ(occurring_risk_threshold(risks, .05).value(), 0);
    EXPECT_FALSE(occurring_risk_threshold(risks, .25));
    for (double rate = .02; rate < .25; rate += .01) {
        double expected = 0;
        for (const double limit : risks) {
            double sum = 0;
            for (const double risk : risks) sum += std::min(risk, limit);
            if (sum <= 4 * rate) expected = std::max(expected, limit);
        }
        EXPECT_EQ(occurring_risk_threshold(risks, rate).value(), expected) << rate;
    }
}

TEST(IndividualRisk, OfHouseholds) {
    const std::vector<double> risks{.02, .5, .03, .03, .5};
    const std::vector<std::int32_t> households{0, -1, 0, 0, -1};
    const auto found = household_risks(risks, households);
    for (const std::size_t member : {0u, 2u, 3u}) EXPECT_NEAR(found[member], .077918, 1e-15);
    EXPECT_EQ(found[1], .5);
    EXPECT_EQ(found[4], .5);
    EXPECT_EQ(household_sizes(households), (std::vector<std::int32_t>{3, 1, 3, 3, 1}));
    EXPECT_EQ(household_risks(std::vector<double>{1, 0}, std::vector<std::int32_t>{1, 1}),
              (std::vector<double>{1, 1}));
    // Sufficient: whose members are all below limit / size is below the limit.
    EXPECT_LE(found[0], .02 + .03 + .03);
}

}  // namespace
}  // namespace lethe
