// Pitman's model of small samples against its equations solved by halving alone: the same estimate,
// and one wherever there is one.
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/algo/population/population_uniques.h"
#include "slow_table_models.h"

namespace lethe {
namespace {

TEST(PitmanModel, IsFoundWhereTheEquationsHaveASolution) {
    int solved = 0, without = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        lattice::slow::Draw draw(seed);
        lattice::slow::Sizes sizes;
        SizeCounts counts;
        const int classes = 1 + draw.below(20);
        for (int i = 0; i < classes; ++i) {
            const int size = 1 + std::min(draw.below(6), draw.below(6));
            sizes.push_back(size);
            ++counts[size];
        }
        if (!counts.contains(1)) continue;
        const auto slow = lattice::slow::slow_pitman(sizes, 500);
        const auto found = pitman_uniques(counts, 500);
        ASSERT_EQ(found.has_value(), slow.has_value()) << "seed " << seed;
        ++(slow ? solved : without);
        if (slow) {
            ASSERT_NEAR(*found, *slow, 1e-4 * *slow) << "seed " << seed;
        }
    }
    EXPECT_GT(solved, 500);
    EXPECT_GT(without, 500);
}

}  // namespace
}  // namespace lethe
