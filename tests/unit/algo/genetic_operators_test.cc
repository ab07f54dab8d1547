#include "lethe/algo/evolve/genetic_operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "lethe/core/error.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kGeneticOperatorsInfinity = std::numeric_limits<double>::infinity();

TEST(GrayCode, NeighboursDifferInOneBitAndTheInverseIsOne) {
    for (std::uint64_t i = 0; i < 5000; ++i) {
        EXPECT_EQ(std::popcount(to_gray(i) ^ to_gray(i + 1)), 1);
        EXPECT_EQ(from_gray(to_gray(i)), i);
    }
    const Stream stream = Random(1).stream("gray");
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t number = stream.at(i).bits();
        EXPECT_EQ(from_gray(to_gray(number)), number);
    }
}

TEST(Crossover, AMaskExchangesTheLociThatDoNotStay) {
    const std::vector<std::uint8_t> stay{0, 0, 1, 0, 1, 1, 0};
    EXPECT_THAT(mask_segments(stay), ElementsAre(Segment{0, 2}, Segment{3, 4}, Segment{6, 7}));
    EXPECT_THAT(mask_segments(std::vector<std::uint8_t>{1, 1}), IsEmpty());
}

TEST(Crossover, PointsAreDifferentAndInside) {
    const Stream stream = Random(2).stream("points");
    std::map<std::vector<std::int64_t>, int> seen;
    for (int i = 0; i < 6000; ++i) {
        Draws draws = stream.at(i);
        ++seen[crossover_points(draws, 5, 2)];
    }
    EXPECT_EQ(seen.size(), 6u);  // pairs of 1 .. 4
    for (const auto& [points, count] : seen) {
        EXPECT_LT(points[0], points[1]);
        EXPECT_NEAR(count, 1000, 150);
    }
    Draws draws = stream.at(0);
    EXPECT_THAT(crossover_points(draws, 3, 9), ElementsAre(1, 2));
    EXPECT_THAT(crossover_points(draws, 1, 1), IsEmpty());
}

TEST(Crossover, SegmentsAlternate) {
    const std::vector<std::int64_t> three{1, 4, 6};
    EXPECT_THAT(crossover_segments(three, 9), ElementsAre(Segment{1, 4}, Segment{6, 9}));
    EXPECT_THAT(crossover_segments({}, 9), IsEmpty());
}

TEST(Mutation, LociAreDifferentAndEverySetIsAsLikely) {
    const Stream stream = Random(3).stream("loci");
    std::map<std::vector<std::int64_t>, int> seen;
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        ++seen[distinct_loci(draws, 6, 3)];
    }
    EXPECT_EQ(seen.size(), 20u);
    for (const auto& [loci, count] : seen) {
        EXPECT_TRUE(std::is_sorted(loci.begin(), loci.end()));
        EXPECT_NEAR(count, 1000, 160);
    }
    Draws draws = stream.at(0);
    EXPECT_THAT(distinct_loci(draws, 3, 7), ElementsAre(0, 1, 2));
    EXPECT_THAT(distinct_loci(draws, 0, 2), IsEmpty());
}

TEST(Mutation, PoissonHasItsMeanAndVariance) {
    for (const double mean : {0.3, 1.0, 15.0, 40.0}) {
        const Stream stream = Random(4).stream("poisson");
        double sum = 0, squares = 0;
        constexpr int kDraws = 20000;
        for (int i = 0; i < kDraws; ++i) {
            Draws draws = stream.at(i);
            const auto value = static_cast<double>(poisson(draws, mean));
            sum += value;
            squares += value * value;
        }
        const double average = sum / kDraws;
        EXPECT_NEAR(average, mean, 5 * std::sqrt(mean / kDraws));
        EXPECT_NEAR(squares / kDraws - average * average, mean, 0.05 * mean + 0.02);
    }
    Draws draws = Random(4).stream("none").at(0);
    EXPECT_EQ(poisson(draws, 0), 0);
    EXPECT_THAT(mutation_loci(draws, 100, 0), IsEmpty());
    EXPECT_LE(mutation_loci(draws, 2, 50).size(), 2u);
}

TEST(Mutation, AllelesChange) {
    Draws draws = Random(5).stream("alleles").at(0);
    std::set<std::int64_t> others, near;
    for (int i = 0; i < 200; ++i) {
        others.insert(other_allele(draws, 2, 5));
        near.insert(near_allele(draws, 2, 5));
    }
    EXPECT_THAT(others, ElementsAre(0, 1, 3, 4));
    EXPECT_THAT(near, ElementsAre(1, 3));
    EXPECT_EQ(near_allele(draws, 0, 5), 1);
    EXPECT_EQ(near_allele(draws, 4, 5), 3);
    EXPECT_EQ(other_allele(draws, 1, 2), 0);
}

TEST(Selection, RouletteFollowsItsProbabilities) {
    const std::vector<double> scores{20, 40, kGeneticOperatorsInfinity, 40};
    const Roulette wheel(scores);
    std::vector<int> chosen(4);
    Draws draws = Random(6).stream("wheel").at(0);
    for (int i = 0; i < 20000; ++i) ++chosen[static_cast<std::size_t>(wheel.choose(draws))];
    EXPECT_NEAR(chosen[0], 10000, 300);
    EXPECT_NEAR(chosen[1], 5000, 250);
    EXPECT_EQ(chosen[2], 0);
    EXPECT_NEAR(chosen[3], 5000, 250);
}

TEST(Selection, RouletteWithPerfectAndImpossibleScores) {
    Draws draws = Random(6).stream("edge").at(0);
    const std::vector<double> perfect{5, 0, 0};
    EXPECT_EQ(Roulette(perfect).probability(0), 0);
    EXPECT_EQ(Roulette(perfect).probability(1), 0.5);
    for (int i = 0; i < 100; ++i) EXPECT_NE(Roulette(perfect).choose(draws), 0);
    const std::vector<double> none{kGeneticOperatorsInfinity, kGeneticOperatorsInfinity};
    EXPECT_EQ(Roulette(none).probability(1), 0.5);
    const std::vector<double> tiny{1e-320, 1e-320};
    EXPECT_EQ(Roulette(tiny).probability(0), 0.5);
}

TEST(Selection, TournamentAndLeadersAreInOrder) {
    const std::vector<double> scores{3, 1, 2, 1, 5};
    Draws draws = Random(7).stream("tournament").at(0);
    EXPECT_THAT(tournament(draws, scores, 9), ElementsAre(1, 3, 2, 0, 4));
    for (int i = 0; i < 100; ++i) {
        const auto drawn = tournament(draws, scores, 3);
        ASSERT_EQ(drawn.size(), 3u);
        EXPECT_LE(scores[static_cast<std::size_t>(drawn[0])],
                  scores[static_cast<std::size_t>(drawn[1])]);
        EXPECT_LE(scores[static_cast<std::size_t>(drawn[1])],
                  scores[static_cast<std::size_t>(drawn[2])]);
    }
    EXPECT_THAT(leaders(scores, 3), ElementsAre(1, 3, 2));
    EXPECT_THAT(leaders(scores, 99), ElementsAre(1, 3, 2, 0, 4));
}

TEST(Selection, TheSameDrawsGiveTheSameChoice) {
    const std::vector<double> scores{3, 1, 2, 1, 5};
    for (int i = 0; i < 50; ++i) {
        Draws first = Random(8).stream("same").at(i), second = Random(8).stream("same").at(i);
        EXPECT_EQ(tournament(first, scores, 3), tournament(second, scores, 3));
        EXPECT_EQ(bernoulli_mask(first, 20, 0.3), bernoulli_mask(second, 20, 0.3));
    }
}

}  // namespace
}  // namespace lethe
