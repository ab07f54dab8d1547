// Diversity by counts against all pairs, one by one.
#include "lethe/algo/evolve/diversity.h"

#include <gtest/gtest.h>

#include "lethe/core/random.h"
#include "rounds.h"

namespace lethe {
namespace {

double naive_file_diversity(const std::vector<FileCodes>& files) {
    double sum = 0, pairs = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double differing = 0;
            for (std::size_t c = 0; c < files[i].size(); ++c) {
                differing += files[i][c] != files[j][c] ? 1 : 0;
            }
            sum += differing / static_cast<double>(files[i].size());
            ++pairs;
        }
    }
    return pairs > 0 ? 100 * sum / pairs : 0;
}

TEST(Diversity, OfFilesIsTheMeanOverAllPairs) {
    const Stream stream = Random(4).stream("diversity");
    for (std::int64_t round = 0; round < test::rounds(2000); ++round) {
        Draws draws = stream.at(round);
        const std::size_t files = 1 + draws.below(7), cells = 1 + draws.below(9);
        const std::uint64_t codes = 1 + draws.below(4);
        std::vector<FileCodes> population(files, FileCodes(cells));
        for (FileCodes& file : population) {
            for (CellCode& code : file) code = static_cast<CellCode>(draws.below(codes));
        }
        std::vector<const FileCodes*> individuals;
        for (const FileCodes& file : population) individuals.push_back(&file);
        EXPECT_NEAR(file_diversity(individuals), naive_file_diversity(population), 1e-9);
    }
}

TEST(Diversity, OfScoresIsTheShareOfPairsThatDiffer) {
    const Stream stream = Random(5).stream("scores");
    for (std::int64_t round = 0; round < test::rounds(2000); ++round) {
        Draws draws = stream.at(round);
        std::vector<double> scores(1 + draws.below(8));
        for (double& score : scores) score = static_cast<double>(draws.below(4));
        double differing = 0, pairs = 0;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j, ++pairs) differing += scores[i] != scores[j];
        }
        EXPECT_NEAR(score_diversity(scores), pairs > 0 ? 100 * differing / pairs : 0, 1e-9);
    }
}

TEST(Diversity, OfMatricesIsTheDistanceOfTheirRows) {
    const TransitionMatrix stays = TransitionMatrix::Identity(2, 2);
    TransitionMatrix half(2, 2), turns(2, 2);
    half << 0.5, 0.5, 0, 1;
    turns << 0, 1, 1, 0;
    const std::vector<std::vector<TransitionMatrix>> all{{stays}, {half}, {turns}};
    // Rows differ by 0.5 and 0, by 1 and 1, by 0.5 and 1: means 0.25, 1, 0.75.
    const std::vector<const std::vector<TransitionMatrix>*> three{&all[0], &all[1], &all[2]};
    EXPECT_NEAR(matrix_diversity(three), 100 * 2.0 / 3, 1e-12);
    EXPECT_EQ(matrix_diversity(std::vector{&all[0], &all[0]}), 0);
    EXPECT_EQ(matrix_diversity(std::vector{&all[0]}), 0);
}

TEST(Diversity, OfLongFilesIsThatOfCellsEvenlySpread) {
    FileCodes one(10, 0), other(10, 0);
    for (std::size_t i = 0; i < 10; i += 2) other[i] = 1;
    const std::vector<const FileCodes*> both{&one, &other};
    EXPECT_EQ(file_diversity(both), 50);
    EXPECT_EQ(file_diversity(both, 5), 100);  // cells 0, 2, 4, 6, 8
}

}  // namespace
}  // namespace lethe
