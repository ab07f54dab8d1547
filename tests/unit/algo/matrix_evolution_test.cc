#include "lethe/algo/evolve/matrix_evolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <tuple>

#include "lethe/algo/evolve/formula_trees.h"
#include "lethe/algo/evolve/matrix_from_formula.h"
#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

using Eigen::Index;
using testing::ElementsAre;

Frequencies random_frequencies(Draws& draws, Index least_size, bool zeros) {
    Frequencies result(least_size + static_cast<Index>(draws.below(9)));
    for (double& one : result) one = static_cast<double>(draws.below(200)) + (zeros ? 0 : 1);
    result[0] += 1;
    return result;
}

void matrix_evolution_expect_stochastic(const TransitionMatrix& matrix, double tolerance = 1e-12) {
    ASSERT_GE(matrix.minCoeff(), 0);
    for (Index k = 0; k < matrix.rows(); ++k) ASSERT_NEAR(matrix.row(k).sum(), 1, tolerance);
}

void expect_whole(const TransitionMatrix& matrix, double scale) {
    for (Index k = 0; k < matrix.rows(); ++k) {
        double sum = 0;
        for (const double entry : matrix.row(k)) {
            ASSERT_NEAR(entry * scale, std::nearbyint(entry * scale), 1e-9);
            sum += std::nearbyint(entry * scale);
        }
        ASSERT_EQ(sum, scale);
    }
}

TEST(MatrixFromFormula, EquationOfTheConstantDiagonalGivesThatMatrixExactly) {
    const Formula equation = Formula::parse("N - a - b");
    for (int i = 0; i < 2000; ++i) {
        Draws draws = Random(1).stream("frequencies").at(i);
        const Frequencies frequencies = random_frequencies(draws, 1, true);
        const double p = draws.uniform();
        EXPECT_EQ(matrix_from_formula(equation, frequencies, p), constant_diagonal(frequencies, p));
    }
}

TEST(MatrixFromFormula, AnyFormulaGivesAStochasticMatrix) {
    for (int i = 0; i < 3000; ++i) {
        Draws draws = Random(2).stream("formulas").at(i);
        const TreeLimits limits{6, true};
        const Formula formula = grow(draws, limits, 6);
        const Frequencies frequencies = random_frequencies(draws, 1, true);
        const double p = draws.uniform();
        const TransitionMatrix kept = matrix_from_formula(formula, frequencies, p);
        matrix_evolution_expect_stochastic(kept);
        for (Index k = 0; k < kept.rows(); ++k) {
            EXPECT_TRUE(kept(k, k) == p || kept(k, k) == 1) << formula.text();
        }
        matrix_evolution_expect_stochastic(
            matrix_from_formula(formula, frequencies, p, FormulaDiagonal::free));
    }
    const Frequencies three = (Frequencies(3) << 1, 2, 3).finished();
    matrix_evolution_expect_stochastic(
        matrix_from_formula(Formula::parse("1e308 * b"), three, 0.5));
    matrix_evolution_expect_stochastic(
        matrix_from_formula(Formula::parse("1e308 * 1.5"), three, 0.5));
}

TEST(Apportion, ByLargestRemainders) {
    EXPECT_THAT(apportion(std::vector<double>{1, 1, 1}, 10), ElementsAre(4, 3, 3));
    EXPECT_THAT(apportion(std::vector<double>{5, 3, 2}, 7), ElementsAre(4, 2, 1));
    EXPECT_THAT(apportion(std::vector<double>{0, 0}, 3), ElementsAre(2, 1));
    EXPECT_THAT(apportion(std::vector<double>{0, 2}, 3), ElementsAre(0, 3));
    EXPECT_THAT(apportion(std::vector<double>{1, 2}, 0), ElementsAre(0, 0));
    for (int i = 0; i < 2000; ++i) {
        Draws draws = Random(3).stream("weights").at(i);
        std::vector<double> weights(1 + draws.below(20));
        for (double& one : weights) one = draws.below(3) == 0 ? 0 : draws.uniform();
        const auto total = static_cast<std::int64_t>(draws.below(100));
        const auto parts = apportion(weights, total);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}), total);
        for (std::size_t j = 0; j < parts.size() && sum > 0; ++j) {
            const double exact = static_cast<double>(total) * weights[j] / sum;
            EXPECT_NEAR(static_cast<double>(parts[j]), exact, 1);
        }
    }
}

TEST(MatrixOperators, RowsStayWholeAndStochasticOverThousandsOfSteps) {
    for (int run = 0; run < 20; ++run) {
        Draws draws = Random(4).stream("steps").at(run);
        const Frequencies frequencies = random_frequencies(draws, 2, true);
        const DiagonalBounds bounds{run % 2 == 0 ? 0 : 0.25, run % 2 == 0 ? 1 : 0.7};
        std::vector<TransitionMatrix> one{rounded_rows(constant_diagonal(frequencies, 0.3), 1000)};
        std::vector<TransitionMatrix> other{
            rounded_rows(frequency_diagonal(frequencies, 0.5), 1000)};
        bound_diagonal(one[0], bounds, 1000);
        bound_diagonal(other[0], bounds, 1000);
        for (int step = 0; step < 300; ++step) {
            const std::uint64_t kind = draws.below(4);
            if (kind == 0) mutate_entry(draws, one[0], Reach::any, 1000);
            if (kind == 1) mutate_entry(draws, other[0], Reach::near, 1000);
            if (kind == 2) swap_entries(draws, one[0]);
            if (kind == 3) exchange_rows(draws, one, other);
            for (auto* matrices : {&one, &other}) {
                TransitionMatrix& matrix = matrices->front();
                bound_diagonal(matrix, bounds, 1000);
                matrix_evolution_expect_stochastic(matrix);
                expect_whole(matrix, 1000);
                EXPECT_GE(matrix.diagonal().minCoeff(), bounds.least - 1e-12);
                EXPECT_LE(matrix.diagonal().maxCoeff(), bounds.greatest + 1e-12);
            }
        }
    }
}

TEST(MatrixOperators, AMutationChangesOneEntryAtWill) {
    Draws draws = Random(5).stream("entry").at(0);
    const Frequencies frequencies = (Frequencies(3) << 50, 30, 20).finished();
    for (int i = 0; i < 200; ++i) {
        const TransitionMatrix before = rounded_rows(constant_diagonal(frequencies, 0.6), 1000);
        TransitionMatrix after = before;
        mutate_entry(draws, after, Reach::near, 1000);
        EXPECT_NE(after, before);
        EXPECT_LE((after - before).cwiseAbs().maxCoeff(), 0.05 + 1e-12);
        EXPECT_EQ(((after - before).rowwise().squaredNorm().array() > 0).count(), 1);
    }
}

TEST(MatrixOperators, InvarianceIsKeptOverThousandsOfSteps) {
    for (int run = 0; run < 20; ++run) {
        Draws draws = Random(6).stream("invariance").at(run);
        const Frequencies frequencies = random_frequencies(draws, 2, run % 3 == 0);
        const DiagonalBounds bounds{run % 2 == 0 ? 0 : 0.1, run % 2 == 0 ? 1 : 0.999};
        MatrixBreeding breeding;
        breeding.invariant = true;
        breeding.diagonal = bounds;
        auto starts = start_matrices({frequencies}, breeding);
        Matrices one = starts.front().matrices, other = starts.back().matrices;
        int moved = 0;
        for (int step = 0; step < 1000; ++step) {
            const TransitionMatrix before = one[0];
            if (draws.below(10) == 0) {
                mix(draws, one, other);
            } else {
                mutate_invariant(draws, one[0], frequencies, bounds);
            }
            moved += one[0] == before ? 0 : 1;
        }
        EXPECT_GT(moved, 100);
        matrix_evolution_expect_stochastic(one[0], 1e-9);
        const Frequencies drift = expected_frequencies(one[0], frequencies) - frequencies;
        EXPECT_LE(drift.cwiseAbs().maxCoeff(), 1e-9);
        for (Index k = 0; k < frequencies.size(); ++k) {
            if (frequencies[k] == 0) continue;
            EXPECT_GE(one[0](k, k), bounds.least - 1e-9);
            EXPECT_LE(one[0](k, k), bounds.greatest + 1e-9);
        }
    }
}

// The expected share of records that change should be a half, and the frequencies stay.
GenomeScore expected_score(const std::vector<Frequencies>& columns, const Matrices& matrices) {
    double score = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Frequencies moved = expected_frequencies(matrices[i], columns[i]) - columns[i];
        score += std::fabs(changed_share(matrices[i], columns[i]) - 0.5) +
                 moved.cwiseAbs().sum() / columns[i].sum();
    }
    return {score, {{"loss", score}}};
}

struct MatrixEvolutionExample {
    std::vector<Frequencies> columns{(Frequencies(3) << 50, 30, 20).finished(),
                                     (Frequencies(5) << 5, 40, 30, 5, 20).finished()};
    MatrixBreeding breeding;

    EvolutionState<Matrices> run(int threads, std::optional<EvolutionState<Matrices>> from = {},
                                 const GenerationSink<Matrices>& sink = {}) const {
        return breed_matrices(
            test::threads(threads), breeding, columns, start_matrices(columns, breeding),
            [&](const Matrices& matrices) { return expected_score(columns, matrices); }, Random(7),
            std::move(from), sink);
    }
};

class MatrixEvolution : public testing::TestWithParam<std::tuple<bool, MatrixCrossover>> {
  protected:
    MatrixEvolutionExample example() const {
        MatrixEvolutionExample result;
        std::tie(result.breeding.invariant, result.breeding.crossover) = GetParam();
        result.breeding.stop.generations = 60;
        result.breeding.diagonal = {0.05, 0.95};
        return result;
    }
};

TEST_P(MatrixEvolution, NoPlaceGetsWorseAndAllStayMatrices) {
    const MatrixEvolutionExample here = example();
    std::vector<double> last;
    const auto end = here.run(1, {}, [&](const EvolutionState<Matrices>& state) {
        const auto scores = state.scores();
        for (std::size_t i = 0; i < last.size(); ++i) EXPECT_LE(scores[i], last[i]);
        last = scores;
    });
    EXPECT_LT(end.best->score.score, end.log.entries().front().best);
    EXPECT_EQ(end.first.size(), start_matrices(here.columns, here.breeding).size());
    EXPECT_EQ(end.population.size(), end.first.size());
    for (const auto& one : end.population) {
        for (std::size_t i = 0; i < one.genome.size(); ++i) {
            matrix_evolution_expect_stochastic(one.genome[i], 1e-9);
            EXPECT_GE(one.genome[i].diagonal().minCoeff(), 0.05 - 1e-9);
            EXPECT_LE(one.genome[i].diagonal().maxCoeff(), 0.95 + 1e-9);
            if (here.breeding.invariant) {
                const Frequencies& t = here.columns[i];
                EXPECT_LE((expected_frequencies(one.genome[i], t) - t).cwiseAbs().maxCoeff(), 1e-9);
            } else {
                expect_whole(one.genome[i], 1000);
            }
        }
    }
}

TEST_P(MatrixEvolution, TheSameForAnyNumberOfThreadsAndWhenResumed) {
    MatrixEvolutionExample here = example();
    const auto state_of = [](const EvolutionState<Matrices>& state) {
        Json json = state.save();
        json["log"].erase("seconds");
        return json.dump();
    };
    const std::string whole = state_of(here.run(1));
    EXPECT_EQ(state_of(here.run(3)), whole);
    here.breeding.stop.generations = 25;
    const Json saved = Json::parse(here.run(2).save().dump());
    here.breeding.stop.generations = 60;
    EXPECT_EQ(state_of(here.run(2, EvolutionState<Matrices>::load(saved))), whole);
}

INSTANTIATE_TEST_SUITE_P(All, MatrixEvolution,
                         testing::Combine(testing::Bool(),
                                          testing::Values(MatrixCrossover::within,
                                                          MatrixCrossover::between)));

TEST(MatrixStart, ClassicalMatricesOrAnError) {
    MatrixEvolutionExample example;
    const auto starts = start_matrices(example.columns, example.breeding);
    ASSERT_EQ(starts.size(), 18u);
    EXPECT_EQ(starts[4].label, "constant diagonal, p = 0.5");
    EXPECT_LE(
        (starts[4].matrices[0] - constant_diagonal(example.columns[0], 0.5)).cwiseAbs().maxCoeff(),
        0.001);
    example.breeding.invariant = true;
    example.breeding.diagonal = {0, 0.01};
    EXPECT_THROW(start_matrices(example.columns, example.breeding), Error);
    example.breeding.diagonal = {0.9, 0.1};
    EXPECT_THROW(start_matrices(example.columns, example.breeding), Error);
}

TEST(MatrixStart, OneCategoryIsLeftAsItIs) {
    MatrixEvolutionExample example;
    example.columns = {(Frequencies(1) << 10).finished(), (Frequencies(2) << 10, 0).finished()};
    example.breeding.stop.generations = 20;
    for (const bool invariant : {false, true}) {
        example.breeding.invariant = invariant;
        for (const auto& one : example.run(1).population) {
            EXPECT_EQ(one.genome[0](0, 0), 1);
            matrix_evolution_expect_stochastic(one.genome[1]);
        }
    }
}

}  // namespace
}  // namespace lethe
