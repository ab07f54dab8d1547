// The least hitting set against trying all subsets, its relaxation against a general solver.
#include "lethe/algo/branch_and_cut/hitting_set.h"

#include <gtest/gtest.h>

#include <OsiClpSolverInterface.hpp>
#include <algorithm>
#include <bit>
#include <vector>

#include "lethe/algo/branch_and_cut/hitting_lp.h"
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
    EXPECT_NEAR(lp.objective(), 1.0, 1e-5);
    EXPECT_LE(lp.objective(), 1.0 + 1e-12);
    lp.add_row(ElementSet{1, 2}, 1.0);
    EXPECT_EQ(lp.delete_slack_rows(), (std::vector<std::int32_t>{0, -1, 1}));
    ASSERT_EQ(lp.solve(), HittingLp::Status::optimal);
    EXPECT_NEAR(lp.objective(), 2.0, 1e-5);
    EXPECT_LE(lp.objective(), 2.0 + 1e-12);
    lp.set_bounds(0, 0.0, 0.0);
    EXPECT_EQ(lp.solve(), HittingLp::Status::infeasible);
}

// A long life of one relaxation: rows come and go, bounds change, and each solution is compared
// with that of a general solver on the same rows.
TEST(HittingLp, EqualsAGeneralSolverThroughALongLife) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Draws draws = Random(seed).stream("lp").at(0);
        const auto columns = static_cast<std::int32_t>(3 + draws.below(40));
        HittingLp lp(columns);
        std::vector<std::pair<ElementSet, double>> rows;
        std::vector<std::pair<double, double>> bounds(static_cast<std::size_t>(columns), {0, 1});
        for (int round = 0; round < 40; ++round) {
            for (std::uint64_t fresh = 1 + draws.below(6); fresh > 0; --fresh) {
                ElementSet set;
                for (std::int32_t c = 0; c < columns; ++c) {
                    if (draws.below(static_cast<std::uint64_t>(columns)) < 4) set.push_back(c);
                }
                if (set.empty()) set.push_back(0);
                const double at_least = set.size() > 3 && draws.below(3) == 0
                                            ? static_cast<double>(set.size()) - 1.0
                                            : 1.0;
                lp.add_row(set, at_least);
                rows.push_back({set, at_least});
            }
            const auto changed = draws.below(static_cast<std::uint64_t>(columns));
            const std::uint64_t choice = draws.below(4);
            bounds[changed] = {choice == 1 ? 1.0 : 0.0, choice == 0 ? 0.0 : 1.0};
            lp.set_bounds(static_cast<std::int32_t>(changed), bounds[changed].first,
                          bounds[changed].second);

            OsiClpSolverInterface general;
            general.messageHandler()->setLogLevel(0);
            CoinPackedMatrix matrix(false, 0.0, 0.0);
            matrix.setDimensions(0, columns);
            std::vector<double> low, high, cost(static_cast<std::size_t>(columns), 1.0), at_least;
            for (const auto& [from, to] : bounds) {
                low.push_back(from);
                high.push_back(to);
            }
            for (const auto& [set, number] : rows) {
                const std::vector<double> ones(set.size(), 1.0);
                matrix.appendRow(static_cast<int>(set.size()), set.data(), ones.data());
                at_least.push_back(number);
            }
            const std::vector<double> none(rows.size(), general.getInfinity());
            general.loadProblem(matrix, low.data(), high.data(), cost.data(), at_least.data(),
                                none.data());
            general.initialSolve();

            const HittingLp::Status status = lp.solve();
            ASSERT_EQ(status == HittingLp::Status::infeasible, general.isProvenPrimalInfeasible())
                << seed << " " << round;
            if (status == HittingLp::Status::infeasible) {
                lp.set_bounds(static_cast<std::int32_t>(changed), 0.0, 1.0);
                bounds[changed] = {0.0, 1.0};
                continue;
            }
            ASSERT_EQ(status, HittingLp::Status::optimal);
            EXPECT_NEAR(lp.objective(), general.getObjValue(), 1e-5) << seed << " " << round;
            EXPECT_LE(lp.objective(), general.getObjValue() + 1e-7);
            double sum = 0.0;
            for (const double x : lp.solution()) sum += x;
            EXPECT_NEAR(sum, general.getObjValue(), 1e-5);
            for (const auto& [set, number] : rows) {
                double reached = 0.0;
                for (const std::int32_t c : set) {
                    reached += lp.solution()[static_cast<std::size_t>(c)];
                }
                EXPECT_GE(reached, number - 1e-6);
            }
            if (round % 7 != 6) continue;
            const std::vector<std::int32_t> fate = lp.delete_slack_rows();
            std::vector<std::pair<ElementSet, double>> kept;
            for (std::size_t row = 0; row < fate.size(); ++row) {
                if (fate[row] >= 0) kept.push_back(rows[row]);
            }
            rows = std::move(kept);
            ASSERT_EQ(lp.rows(), std::ssize(rows));
        }
    }
}

TEST(HittingSet, EmptyAndUnknownElementsAreErrors) {
    EXPECT_THROW(least_hitting_set(Context(), 3, {{}}), Error);
    EXPECT_THROW(least_hitting_set(Context(), 3, {{1, 3}}), Error);
    EXPECT_EQ(least_hitting_set(Context(), 3, {}).bound, 0);
}

}  // namespace
}  // namespace lethe
