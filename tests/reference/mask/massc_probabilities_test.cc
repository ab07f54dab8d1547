// The best probabilities of MASSC against a fine grid of all that meet the bound.
#include "lethe/table/mask/parts/massc_probabilities.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/random.h"
#include "rounds.h"

namespace lethe::mask {
namespace {

TEST(MasscProbabilities, NoGridPointThatMeetsTheBoundLosesLess) {
    const Stream stream = Random(3).stream("massc");
    for (std::int64_t round = 0; round < test::rounds(2000); ++round) {
        Draws draws = stream.at(round);
        const double bound = draws.uniform() * 1.2;
        const double weight = draws.below(4) == 0 ? 0 : std::exp(3 * draws.normal());
        const MasscProbabilities best = best_massc_probabilities(bound, weight);
        EXPECT_GT(best.keep, 0);
        EXPECT_LE(best.keep, 1);
        EXPECT_GE(best.substitute, 0);
        EXPECT_LE(best.substitute, 1);
        EXPECT_LE(best.keep * (1 - best.substitute), bound + 1e-12);
        const double loss = massc_loss(best, weight);
        constexpr int kSteps = 40;
        for (int i = 1; i <= kSteps; ++i) {
            for (int j = 0; j <= kSteps; ++j) {
                const MasscProbabilities other{static_cast<double>(j) / kSteps,
                                               static_cast<double>(i) / kSteps};
                if (other.keep * (1 - other.substitute) > bound) continue;
                EXPECT_LE(loss, massc_loss(other, weight) + 1e-9);
            }
        }
    }
}

TEST(MasscProbabilities, AreSubstitutionAloneBothOrSubsamplingAlone) {
    // w = 1, b = 0.5: the lowest point is t = 0, below the range: all are kept.
    const MasscProbabilities strict = best_massc_probabilities(0.5, 1);
    EXPECT_EQ(strict.keep, 1);
    EXPECT_EQ(strict.substitute, 0.5);
    // w = 4, b = 0.5: t = (1 - 1/4) / 0.5 = 1.5.
    const MasscProbabilities both = best_massc_probabilities(0.5, 4);
    EXPECT_DOUBLE_EQ(both.keep, 1 / 1.5);
    EXPECT_DOUBLE_EQ(both.substitute, 0.25);
    EXPECT_EQ(best_massc_probabilities(1, 1).keep, 1);
    EXPECT_EQ(best_massc_probabilities(1, 1).substitute, 0);
    EXPECT_EQ(best_massc_probabilities(0, 1).substitute, 1);
}

}  // namespace
}  // namespace lethe::mask
