#include "lethe/algo/evolve/genetic_programming.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

// How far a formula is from a * b + a * L, summed over a few points.
GenomeScore genetic_programming_distance(const Formula& formula) {
    double sum = 0;
    for (const double a : {1.0, 2.0, 5.0}) {
        for (const double b : {0.0, 3.0, 7.0}) {
            sum += std::fabs(formula.value({a, b, 4, 10, 0.5}) - (a * b + a * 4));
        }
    }
    return {sum, {{"size", formula.size()}}};
}

ProgrammingOptions small_run(Succession succession) {
    ProgrammingOptions options;
    options.limits.depth = 4;
    options.population = 60;
    options.succession = succession;
    options.stop.generations = 12;
    return options;
}

void genetic_programming_expect_same(const ProgrammingState& one, const ProgrammingState& other) {
    Json first = one.save(), second = other.save();
    first["log"].erase("seconds");
    second["log"].erase("seconds");
    EXPECT_EQ(first.dump(), second.dump());
}

class Programming : public testing::TestWithParam<Succession> {};

TEST_P(Programming, GetsBetterAndKeepsTheBest) {
    const ProgrammingOptions options = small_run(GetParam());
    const ProgrammingState end =
        breed_formulas(test::threads(1), options, genetic_programming_distance, Random(1));
    const auto& entries = end.log.entries();
    ASSERT_EQ(entries.size(), 13u);
    for (std::size_t i = 1; i < entries.size(); ++i) {
        EXPECT_LE(entries[i].best, entries[i - 1].best);
        EXPECT_EQ(entries[i].generation, static_cast<std::int64_t>(i));
    }
    EXPECT_LT(entries.back().best, entries.front().best);
    EXPECT_EQ(end.best->score.score, entries.back().best);
    EXPECT_EQ(genetic_programming_distance(end.best->genome).score, end.best->score.score);
    EXPECT_EQ(end.first.size(), 60u);
    EXPECT_EQ(end.population.size(), 60u);
    for (const auto& one : end.population) EXPECT_LE(one.genome.depth(), 4);
}

TEST_P(Programming, TheSameForAnyNumberOfThreadsAndOtherwiseWithAnotherSeed) {
    const ProgrammingOptions options = small_run(GetParam());
    const auto run = [&](int threads, std::uint64_t seed) {
        return breed_formulas(test::threads(threads), options, genetic_programming_distance,
                              Random(seed));
    };
    genetic_programming_expect_same(run(1, 3), run(4, 3));
    EXPECT_NE(run(1, 3).save()["population"], run(1, 4).save()["population"]);
}

TEST_P(Programming, ASavedRunGoesOnAsIfItHadNotStopped) {
    ProgrammingOptions options = small_run(GetParam());
    const ProgrammingState whole =
        breed_formulas(test::threads(2), options, genetic_programming_distance, Random(5));
    options.stop.generations = 5;
    const ProgrammingState half =
        breed_formulas(test::threads(2), options, genetic_programming_distance, Random(5));
    EXPECT_EQ(half.log.generation(), 5);
    options.stop.generations = 12;
    const Json saved = Json::parse(half.save().dump());
    genetic_programming_expect_same(
        whole, breed_formulas(test::threads(2), options, genetic_programming_distance, Random(5),
                              ProgrammingState::load(saved)));
}

TEST_P(Programming, GivenFormulasAreInTheFirstPopulation) {
    ProgrammingOptions options = small_run(GetParam());
    options.given = {Formula::parse("a * b + a * L")};
    const ProgrammingState end =
        breed_formulas(test::threads(1), options, genetic_programming_distance, Random(1));
    EXPECT_EQ(end.log.entries().front().best, 0);
    EXPECT_EQ(end.best->genome.text(), "a * b + a * L");
}

INSTANTIATE_TEST_SUITE_P(Both, Programming,
                         testing::Values(Succession::steady_state, Succession::generational),
                         [](const auto& both) {
                             return both.param == Succession::steady_state ? "SteadyState"
                                                                           : "Generational";
                         });

TEST(ProgrammingRun, SteadyStateNeverGetsWorseInAnyPlace) {
    std::vector<double> last;
    breed_formulas(test::threads(1), small_run(Succession::steady_state),
                   genetic_programming_distance, Random(2), std::nullopt,
                   [&](const ProgrammingState& state) {
                       for (std::size_t i = 0; i < last.size(); ++i) {
                           EXPECT_LE(state.population[i].score.score, last[i]);
                       }
                       last.clear();
                       for (const auto& one : state.population) last.push_back(one.score.score);
                   });
}

TEST(ProgrammingRun, StopsByStagnationAndByTime) {
    ProgrammingOptions options = small_run(Succession::steady_state);
    options.stop.generations = 1000;
    options.stop.stagnation = 4;
    const auto flat = [](const Formula&) { return GenomeScore{1.0, Json::object()}; };
    const ProgrammingState still = breed_formulas(test::threads(1), options, flat, Random(1));
    EXPECT_EQ(still.log.generation(), 4);
    EXPECT_EQ(still.log.stopped_by(options.stop), "stagnation");

    options.stop = {1000, 10, 0};
    Context context = test::threads(1);
    static double now = 0;
    context.clock = [] { return now += 1; };
    const ProgrammingState timed = breed_formulas(context, options, flat, Random(1));
    EXPECT_EQ(timed.log.stopped_by(options.stop), "seconds");
    EXPECT_LT(timed.log.generation(), 12);
}

TEST(ProgrammingRun, StopsByEvaluationsAndByTarget) {
    ProgrammingOptions options = small_run(Succession::steady_state);
    options.stop.generations = 1000;
    options.stop.evaluations = 150;
    const ProgrammingState spent =
        breed_formulas(test::threads(1), options, genetic_programming_distance, Random(1));
    EXPECT_EQ(spent.log.stopped_by(options.stop), "evaluations");
    EXPECT_GE(spent.log.evaluations(), 150);
    EXPECT_LT(spent.log.evaluations(), 150 + 60);
    options.stop.evaluations = 0;
    options.stop.target = 50;
    const ProgrammingState reached =
        breed_formulas(test::threads(1), options, genetic_programming_distance, Random(1));
    EXPECT_EQ(reached.log.stopped_by(options.stop), "target");
    EXPECT_LE(reached.best->score.score, 50);
}

TEST(ProgrammingRun, ScoresThatAreNoNumbersLose) {
    ProgrammingOptions options = small_run(Succession::steady_state);
    options.stop.generations = 2;
    const auto odd = [](const Formula& formula) {
        return GenomeScore{formula.size() % 4 == 1 ? std::nan("") : 2.0, Json::object()};
    };
    const ProgrammingState end = breed_formulas(test::threads(1), options, odd, Random(1));
    EXPECT_EQ(end.best->score.score, 2.0);
    const Json saved = Json::parse(end.save().dump());
    EXPECT_EQ(ProgrammingState::load(saved).save().dump(), saved.dump());
}

TEST(ProgrammingRun, RefusesWhatCannotBe) {
    ProgrammingOptions options;
    options.population = 1;
    options.tournament = 1;
    options.limits.depth = 0;
    options.given = {Formula::parse("a + b")};
    try {
        breed_formulas(test::threads(1), options, genetic_programming_distance, Random(1));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.problems().size(), 4u);
    }
    EXPECT_THROW(ProgrammingState::load({{"log", 3}}), Error);
}

TEST(ProgrammingRun, StopsOnRequest) {
    std::atomic<bool> stop = false;
    Context context = test::threads(1);
    context.stop = &stop;
    std::int64_t generations = 0;
    EXPECT_THROW(breed_formulas(context, small_run(Succession::steady_state),
                                genetic_programming_distance, Random(1), std::nullopt,
                                [&](const ProgrammingState& state) {
                                    generations = state.log.generation();
                                    stop = generations == 3;
                                }),
                 Error);
    EXPECT_EQ(generations, 3);
}

}  // namespace
}  // namespace lethe
