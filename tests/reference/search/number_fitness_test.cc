// The score of a protected file of numbers against the catalogue's measures, and the score of
// versions that were made by many changes against that of a file evaluated as a whole.
#include "lethe/search/evolve/number_fitness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/release/assess/evaluate.h"
#include "support.h"

namespace lethe::search {
namespace {

// Whole numbers, so that the grid holds them as they are.
Table random_numbers(Draws& draws, std::int64_t rows, int columns) {
    std::vector<ColumnPtr> made;
    for (int j = 0; j < columns; ++j) {
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(static_cast<double>(draws.below(j == 0 ? 6 : 400)) - 2);
        }
        values[0] = -2;
        values[1] = 3;  // never constant
        made.push_back(Column::numeric(std::string(1, static_cast<char>('a' + j)), values));
    }
    return Table(std::move(made));
}

FileCodes number_fitness_random_version(Draws& draws, const NumberFile& file, double keep) {
    FileCodes codes = file.codes();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const NumberGrid& grid = file.columns()[i % file.columns().size()];
        if (draws.uniform() >= keep) {
            codes[i] = static_cast<CellCode>(draws.below(std::uint64_t{grid.most} + 1));
        }
    }
    return codes;
}

double measured(Family family, const std::string& name, const Json& parameters,
                const release::Comparable& pair) {
    const std::vector<release::Choice> choice{{name, parameters}};
    return release::run_assessments(family, choice, pair, {}, true, Random(1), test::threads(1))
        .results[0]
        .value.value();
}

TEST(NumberFitnessReference, PartsAreThoseOfTheMeasures) {
    const Stream stream = Random(81).stream("files");
    for (int run = 0; run < 150; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(4 + draws.below(60));
        const Table table = random_numbers(draws, rows, 2 + static_cast<int>(draws.below(3)));
        const NumberFitness fitness(Context(), table, table.names());
        const FileCodes codes = number_fitness_random_version(draws, fitness.original(), 0.7);
        const NumberScore score = fitness.evaluate(codes).score();
        const release::Comparable pair =
            release::make_comparable(table, fitness.original().table(codes), table.names(), {});
        const Json scaled{{"zero", "scaled"}};
        EXPECT_NEAR(score.losses[0], measured(Family::loss, "il1", scaled, pair), 1e-9);
        EXPECT_NEAR(score.losses[1], measured(Family::loss, "il2", {}, pair), 1e-9);
        EXPECT_NEAR(score.losses[2], measured(Family::loss, "il3", {}, pair), 1e-7);
        EXPECT_NEAR(score.losses[3], measured(Family::loss, "il4", {}, pair), 1e-9);
        EXPECT_NEAR(score.losses[4], measured(Family::loss, "il5", {}, pair), 1e-7);
        EXPECT_NEAR(score.loss(), measured(Family::loss, "il", scaled, pair), 1e-7);
        EXPECT_NEAR(score.interval_disclosure,
                    measured(Family::attack, "interval-disclosure", {}, pair), 1e-9);
        ASSERT_FALSE(HasFailure()) << "run " << run;
    }
}

// Linkage by the distance that the fitness says it takes, pair by pair.
TEST(NumberFitnessReference, DistanceLinkageIsThatOfAllPairs) {
    const Stream stream = Random(82).stream("files");
    for (int run = 0; run < 100; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(4 + draws.below(80));
        const Table table = random_numbers(draws, rows, 3);
        const NumberFitness fitness(Context(), table, table.names());
        const NumberFile& file = fitness.original();
        const FileCodes codes = number_fitness_random_version(draws, file, 0.8);
        double links = 0;
        for (std::int64_t a = 0; a < rows; ++a) {
            const auto distance = [&](std::int64_t b) {
                float sum = 0;
                for (std::size_t j = 0; j < 3; ++j) {
                    const auto scale = static_cast<float>(1 / file.columns()[j].deviation);
                    const float away =
                        scale *
                            static_cast<float>(file.codes()[static_cast<std::size_t>(a) * 3 + j]) -
                        scale * static_cast<float>(codes[static_cast<std::size_t>(b) * 3 + j]);
                    sum += away * away;
                }
                return sum;
            };
            int nearer = 0, ties = 0;
            for (std::int64_t b = 0; b < rows; ++b) {
                nearer += distance(b) < distance(a) ? 1 : 0;
                ties += distance(b) == distance(a) ? 1 : 0;
            }
            if (nearer == 0) links += 1.0 / ties;
        }
        EXPECT_NEAR(fitness.evaluate(codes).score().distance_linkage,
                    100 * links / static_cast<double>(rows), 1e-9);
    }
}

TEST(NumberFitnessReference, ChangedFilesAreAsIfEvaluatedWhole) {
    const Stream stream = Random(83).stream("steps");
    for (int run = 0; run < 12; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(4 + draws.below(120));
        const Table table = random_numbers(draws, rows, 4);
        const NumberFitness fitness(Context(), table, table.names());
        const auto cells = static_cast<std::uint64_t>(fitness.original().cells());
        std::vector<ProtectedNumbers> files;
        for (const double keep : {0.2, 0.9}) {
            files.push_back(
                fitness.evaluate(number_fitness_random_version(draws, fitness.original(), keep)));
        }
        for (int step = 0; step < 100; ++step) {
            ProtectedNumbers& target = files[draws.below(2)];
            if (draws.below(2) == 0) {
                const std::uint64_t cell = draws.below(cells);
                const NumberGrid& grid = fitness.original().columns()[cell % 4];
                const CellChange change{
                    static_cast<std::int64_t>(cell),
                    static_cast<CellCode>(draws.below(std::uint64_t{grid.most} + 1))};
                target = fitness.change(target, {&change, 1});
            } else {
                auto begin = static_cast<std::int64_t>(draws.below(cells + 1));
                auto end = static_cast<std::int64_t>(draws.below(cells + 1));
                if (begin > end) std::swap(begin, end);
                target = fitness.splice(target, files[draws.below(2)], begin, end);
            }
            const NumberScore whole = fitness.evaluate(target.codes()).score();
            ASSERT_EQ(target.score().losses, whole.losses);
            ASSERT_EQ(target.score().risk(), whole.risk());
            ASSERT_EQ(target.score().distance_linkage, whole.distance_linkage);
        }
    }
}

TEST(NumberFitnessReference, WhatIsWrittenIsWhatWasJudged) {
    const Table table = test::numeric_table({{"a", {0.1, 2.7, 3.14159, 1e2}}});
    const NumberFile file(Context(), table, table.names());
    const Table back = file.table(file.codes());
    EXPECT_NE(back.column("a").numbers()[2], 3.14159);
    EXPECT_EQ(file.coded(back), file.codes());
}

TEST(NumberFitnessReference, ExtremeNumbersAreRefused) {
    std::vector<double> incomes;
    for (int i = 0; i < 199; ++i) incomes.push_back(10000 + 401 * i);
    incomes.push_back(2e10);
    const Table table = test::numeric_table({{"income", incomes}});
    EXPECT_THROW(NumberFile(Context(), table, table.names()), Error);
}

}  // namespace
}  // namespace lethe::search
