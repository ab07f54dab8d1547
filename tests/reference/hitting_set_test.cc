// The least hitting set against trying all subsets.
#include "lethe/algo/hitting_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "lethe/algo/hitting_lp.h"
#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

std::vector<ElementSet> random_sets(std::uint64_t seed, std::int32_t elements) {
    Draws draws = Random(seed).stream("sets").at(0);
    std::vector<ElementSet> sets;
    const std::uint64_t count = draws.below(25);
    for (std::uint64_t s = 0; s < count; ++s) {
        ElementSet set;
        const std::uint64_t size = 1 + draws.below(4);
        for (std::uint64_t e = 0; e < size; ++e) {
            set.push_back(
                static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(elements))));
        }
        std::sort(set.begin(), set.end());
        set.erase(std::unique(set.begin(), set.end()), set.end());
        sets.push_back(std::move(set));
    }
    return sets;
}

bool hits(std::uint32_t chosen, const ElementSet& set) {
    return std::any_of(set.begin(), set.end(),
                       [&](std::int32_t e) { return (chosen >> e & 1U) != 0; });
}

TEST(HittingSet, EqualsBruteForce) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto elements = static_cast<std::int32_t>(4 + seed % 9);
        const std::vector<ElementSet> sets = random_sets(seed, elements);
        int least = elements;
        for (std::uint32_t chosen = 0; chosen < (1U << elements); ++chosen) {
            if (std::all_of(sets.begin(), sets.end(),
                            [&](const ElementSet& set) { return hits(chosen, set); })) {
                least = std::min(least, std::popcount(chosen));
            }
        }
        const HittingSet found = least_hitting_set(Context(), elements, sets);
        EXPECT_EQ(found.bound, least) << seed;
        ASSERT_EQ(std::ssize(found.elements), least) << seed;
        std::uint32_t chosen = 0;
        for (const std::int32_t e : found.elements) chosen |= 1U << e;
        for (const ElementSet& set : sets) EXPECT_TRUE(hits(chosen, set)) << seed;
    }
}

TEST(HittingLp, OnlySlackRowsGo) {
    HittingLp lp(3);
    lp.add_row(ElementSet{0}, 1.0);
    lp.add_row(ElementSet{0, 1, 2}, 0.5);
    EXPECT_EQ(lp.delete_slack_rows(), (std::vector<std::int32_t>{0, 1}));  // nothing is known yet
    ASSERT_EQ(lp.solve(), HittingLp::Status::optimal);
    EXPECT_NEAR(lp.objective(), 1.0, 1e-9);
    lp.add_row(ElementSet{1, 2}, 1.0);
    EXPECT_EQ(lp.delete_slack_rows(), (std::vector<std::int32_t>{0, -1, 1}));
    ASSERT_EQ(lp.solve(), HittingLp::Status::optimal);
    EXPECT_NEAR(lp.objective(), 2.0, 1e-9);
    lp.set_bounds(0, 0.0, 0.0);
    EXPECT_EQ(lp.solve(), HittingLp::Status::infeasible);
}

TEST(HittingSet, EmptyAndUnknownElementsAreErrors) {
    EXPECT_THROW(least_hitting_set(Context(), 3, {{}}), Error);
    EXPECT_THROW(least_hitting_set(Context(), 3, {{1, 3}}), Error);
    EXPECT_EQ(least_hitting_set(Context(), 3, {}).bound, 0);
}

}  // namespace
}  // namespace lethe
