#include "lethe/algo/population/log_linear_risk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "assess.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

// Ten records of three variables with 3, 2 and 4 categories.
CrossTable ten_records() {
    const std::vector<std::int32_t> levels{3, 2, 4};
    const std::vector<std::vector<std::int32_t>> codes{{1, 2, 1, 2, 2, 0, 1, 2, 1, 1},
                                                       {1, 0, 1, 1, 0, 1, 0, 0, 0, 1},
                                                       {3, 2, 2, 3, 2, 2, 1, 1, 0, 0}};
    return cross_table(levels, codes);
}

std::size_t cell_of(std::size_t a, std::size_t b, std::size_t c) { return (a * 2 + b) * 4 + c; }

TEST(LogLinear, IndependenceIsTheProductOfMargins) {
    const CrossTable table = ten_records();
    const LogLinearFit fit =
        fit_log_linear(test::threads(1), table, LogLinearModel::independence(3));
    EXPECT_NEAR(fit.deviance, 16.09438, 5e-6);
    EXPECT_EQ(fit.freedom, 17);
    // The sample uniques, in the order of the records.
    const std::vector<double> uniques{.5, 1, .4, .2, .5, .4, .5, .5};
    const std::vector<std::size_t> cells{cell_of(1, 1, 3), cell_of(1, 1, 2), cell_of(2, 1, 3),
                                         cell_of(0, 1, 2), cell_of(1, 0, 1), cell_of(2, 0, 1),
                                         cell_of(1, 0, 0), cell_of(1, 1, 0)};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(table.counts[cells[i]], 1);
        EXPECT_NEAR(fit.expected[cells[i]], uniques[i], 1e-12) << i;
    }
}

TEST(LogLinearRisk, OfTenRecords) {
    const CrossTable table = ten_records();
    const LogLinearFit fit =
        fit_log_linear(test::threads(1), table, LogLinearModel::independence(3));
    const auto risk = [&](double fraction) {
        return log_linear_risk(table, fit.expected, std::span(&fraction, 1));
    };
    EXPECT_EQ(risk(.1).sample_uniques, 8);
    EXPECT_NEAR(risk(.01).population_uniques.sum, 2.517499e-9, 5e-16);
    EXPECT_NEAR(risk(.01).matches.sum, .1919192, 5e-8);
    EXPECT_NEAR(risk(.1).population_uniques.sum, .264505729, 5e-10);
    EXPECT_NEAR(risk(.1).matches.sum, 1.994210174, 5e-10);
    EXPECT_NEAR(risk(.5).population_uniques.sum, 4.953372925, 5e-10);
    EXPECT_NEAR(risk(.5).matches.sum, 6.334621286, 5e-10);
    // The expected count of a cell stands for its mean in the sample, not in the population: with
    // sample means in place of population means these two would be .5529 and .7054 of a record.
    EXPECT_GT(risk(.1).largest_match, risk(.1).matches.sum / 8);
    EXPECT_NEAR(risk(.1).largest_match, expected_match(.2, .1), 1e-12);
    EXPECT_NEAR(risk(.1).largest_chance, std::exp(-1.8), 1e-12);
}

TEST(LogLinearRisk, OfWholePopulationIsCertain) {
    const CrossTable table = ten_records();
    const LogLinearFit fit =
        fit_log_linear(test::threads(1), table, LogLinearModel::independence(3));
    const double all = 1;
    const LogLinearRisk risk = log_linear_risk(table, fit.expected, std::span(&all, 1));
    EXPECT_EQ(risk.population_uniques.sum, 8);
    EXPECT_EQ(risk.matches.sum, 8);
    EXPECT_EQ(risk.matches.interval[0], 8);
}

// By the definition: sums over the Poisson distribution of the others in the cell.
TEST(LogLinearRisk, IsTheDefinition) {
    for (const double expected : {1e-9, .01, .3, .9, 2.0, 17.0}) {
        for (const double fraction : {.01, .1, .5, .99}) {
            const double v = (1 - fraction) * expected / fraction;
            double match = 0;
            double chance = std::exp(-v);
            for (int others = 0; others < 20000 && chance > 0; ++others) {
                match += chance / (others + 1);
                chance *= v / (others + 1);
            }
            if (v > 700) continue;
            EXPECT_NEAR(expected_match(expected, fraction), match, 1e-12) << expected;
            EXPECT_NEAR(chance_of_population_unique(expected, fraction), std::exp(-v), 1e-15);
        }
    }
}

TEST(LogLinearModel, KeepsTheLargestTerms) {
    const LogLinearModel model = LogLinearModel::independence(4).with({0, 1}).with({1, 3});
    EXPECT_EQ(model.terms(), (std::vector<Term>{{2}, {0, 1}, {1, 3}}));
    EXPECT_TRUE(model.has({3}));
    EXPECT_FALSE(model.has({0, 3}));
    EXPECT_EQ(model.with({0, 1}), model);
    EXPECT_EQ(model.with({0, 1, 3}).terms(), (std::vector<Term>{{2}, {0, 1, 3}}));
    // 1 + (2 + 1 + 3 + 1) + 2 * 1 + 1 * 1
    EXPECT_EQ(model.parameters(std::vector<std::int32_t>{3, 2, 4, 2}), 11);
}

// Margins of all generators are those of the table, and the model has nothing else: its odds ratios
// of pairs that it lacks are 1.
TEST(LogLinear, MeetsItsMargins) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Draws draws = Random(seed).stream("cells").at(0);
        CrossTable table{{3, 4, 2}, std::vector<double>(24)};
        for (double& count : table.counts) count = 1 + static_cast<double>(draws.below(9));
        const LogLinearModel model = LogLinearModel::independence(3).with({0, 1}).with({1, 2});
        const LogLinearFit fit = fit_log_linear(test::threads(1), table, model);
        EXPECT_LE(fit.farthest, 1e-8);
        const auto expected = [&](std::size_t a, std::size_t b, std::size_t c) {
            return fit.expected[(a * 4 + b) * 2 + c];
        };
        for (std::size_t b = 0; b < 4; ++b) {
            double middle = 0;
            for (std::size_t a = 0; a < 3; ++a) {
                double counted = 0, fitted = 0;
                for (std::size_t c = 0; c < 2; ++c) {
                    counted += table.counts[(a * 4 + b) * 2 + c];
                    fitted += expected(a, b, c);
                }
                middle += counted;
                EXPECT_NEAR(fitted, counted, 1e-6);
                EXPECT_NEAR(expected(a, b, 0) * expected(0, b, 1),
                            expected(a, b, 1) * expected(0, b, 0), 1e-6);
            }
            EXPECT_GT(middle, 0);
        }
    }
}

// People with two variables that go together and one that does not, and a tenth of them.
struct PeopleAndSample {
    CrossTable people, sample;
    double uniques = 0;  // of the sample's uniques, those of the population
    double matches = 0;
};

PeopleAndSample people_and_sample(std::uint64_t seed) {
    const std::vector<std::int32_t> levels{12, 12, 20};
    std::vector<std::vector<std::int32_t>> people(3), sample(3);
    const Stream stream = Random(seed).stream("people");
    for (int i = 0; i < 6000; ++i) {
        Draws draws = stream.at(i);
        const auto a = static_cast<std::int32_t>(draws.below(12));
        const auto other = static_cast<std::int32_t>(draws.below(12));
        const std::int32_t b = draws.below(10) < 4 ? a : other;
        const auto c = static_cast<std::int32_t>(draws.below(20));
        const bool sampled = draws.below(10) == 0;
        for (auto* codes : {&people, &sample}) {
            if (codes == &sample && !sampled) continue;
            (*codes)[0].push_back(a);
            (*codes)[1].push_back(b);
            (*codes)[2].push_back(c);
        }
    }
    PeopleAndSample both{cross_table(levels, people), cross_table(levels, sample)};
    for (std::size_t cell = 0; cell < both.sample.cells(); ++cell) {
        if (both.sample.counts[cell] != 1) continue;
        both.uniques += both.people.counts[cell] == 1 ? 1 : 0;
        both.matches += 1 / both.people.counts[cell];
    }
    return both;
}

// Independence is seen to be wrong; with the term that the data have the model is believed.
TEST(LogLinearRisk, ChoosesTheModelThatTheDataHave) {
    const double fraction = .1;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const PeopleAndSample both = people_and_sample(seed);
        const ChosenModel chosen =
            choose_log_linear(test::threads(2), both.sample, std::span(&fraction, 1));
        EXPECT_GT(chosen.path.front().risk.worse_z(), kTrustedZ);
        ASSERT_GT(chosen.chosen, 0U);
        EXPECT_TRUE(chosen.path[chosen.chosen].model.has({0, 1}));
        const ChosenModel again =
            choose_log_linear(test::threads(1), both.sample, std::span(&fraction, 1));
        EXPECT_EQ(again.expected, chosen.expected);
    }
}

// The interval of the right model holds the truth as often as it says, although the estimate is
// too low more often than not: the model has 162 parameters for some 600 records.
TEST(LogLinearRisk, IntervalsHoldTheTruth) {
    const double fraction = .1;
    int uniques = 0, matches = 0, too_low = 0;
    constexpr int kSamples = 100;
    for (int seed = 0; seed < kSamples; ++seed) {
        const PeopleAndSample both = people_and_sample(static_cast<std::uint64_t>(seed));
        const LogLinearFit fit = fit_log_linear(test::threads(1), both.sample,
                                                LogLinearModel::independence(3).with({0, 1}));
        const LogLinearRisk risk =
            log_linear_risk(both.sample, fit.expected, std::span(&fraction, 1));
        const auto holds = [](const GlobalRisk& one, double truth) {
            return one.interval[0] <= truth && truth <= one.interval[1] ? 1 : 0;
        };
        uniques += holds(risk.population_uniques, both.uniques);
        matches += holds(risk.matches, both.matches);
        too_low += risk.matches.sum < both.matches ? 1 : 0;
    }
    EXPECT_GE(uniques, 92);
    EXPECT_GE(matches, 92);
    EXPECT_GT(too_low, kSamples / 2);
}

}  // namespace
}  // namespace lethe
