// Presolved rows, line searches and cuts of supervised linkage against their definitions.
#include "lethe/algo/learnt/block_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/algo/branch_and_cut/cut_pool.h"
#include "lethe/algo/branch_and_cut/linkage_climb.h"
#include "lethe/algo/branch_and_cut/max_satisfied.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "linkage.h"

namespace lethe {
namespace {

using test::kAllFamilies;
using test::LinkageInstance;

std::size_t block_rows_at(std::int64_t index) { return static_cast<std::size_t>(index); }

// Parameters of the family strictly inside its cone: equal ones, moved a little.
std::vector<double> drawn_inner_parameters(const DistanceModel& model, int attributes,
                                           Draws& draws) {
    std::vector<double> w = equal_parameters(model, attributes);
    for (double& value : w) value += 1e-3 * draws.normal();
    return w;
}

// A block is satisfied when all gaps are positive; its worst row is the one that says so.
TEST(BlockRows, SignOfTheWorstRowIsTheSignOfTheSmallestGap) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        for (const DistanceFamily family : kAllFamilies) {
            const LinkageInstance instance = test::real_instance(seed, 14, 4, 0.6);
            const DistanceModel model{family, 2};
            const auto rows = make_block_rows(Context(), model, instance.view());
            Draws draws = Random(seed).stream("parameters").at(0);
            const std::vector<double> w = drawn_inner_parameters(model, 4, draws);
            const std::vector<double> scaled = rows->scaled(w);
            std::vector<WorstRow> worst;
            rows->worst(rows->open_blocks(), scaled.data(), worst);
            const auto satisfied = satisfied_blocks(Context(), model, instance.view(), w);
            ASSERT_EQ(worst.size(), rows->open_blocks().size());
            for (const WorstRow& row : worst) {
                EXPECT_EQ(row.value > 0.0, satisfied[block_rows_at(row.row.block)])
                    << name(family) << seed;
                const auto gap =
                    test::gap_row(model, instance.view(), row.row.block, row.row.competitor);
                double value = 0.0;
                for (std::size_t f = 0; f < w.size(); ++f) value += w[f] * gap[f];
                EXPECT_EQ(value > 0.0, row.value > 0.0);
            }
        }
    }
}

TEST(BlockRows, RangesAreWhereTheLineSatisfies) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        for (const DistanceFamily family : kAllFamilies) {
            const LinkageInstance instance = test::real_instance(seed, 12, 4, 0.5);
            const DistanceModel model{family, 2};
            const auto rows = make_block_rows(Context(), model, instance.view());
            Draws draws = Random(seed).stream("line").at(0);
            const std::vector<double> w = drawn_inner_parameters(model, 4, draws);
            std::vector<double> u(w.size());
            for (double& value : u) value = draws.normal();
            const auto scaled_w = rows->scaled(w);
            const auto scaled_u = rows->scaled(u);
            std::vector<ParameterRange> ranges;
            rows->ranges(rows->open_blocks(), scaled_w.data(), scaled_u.data(), ranges);
            for (const double t : {-2.0, -0.3, -0.01, 0.0, 0.02, 0.2, 1.5}) {
                std::vector<double> moved(w.size());
                for (std::size_t f = 0; f < w.size(); ++f) moved[f] = w[f] + t * u[f];
                ParameterRange cone{-1e300, 1e300};
                rows->cone_range(scaled_w.data(), scaled_u.data(), cone);
                // Dominated rows are left out, which is right inside the cone alone.
                if (!(cone.low < t && t < cone.high)) continue;
                const auto satisfied = satisfied_blocks(Context(), model, instance.view(), moved);
                for (std::size_t place = 0; place < ranges.size(); ++place) {
                    const ParameterRange& range = ranges[place];
                    if (std::abs(t - range.low) < 1e-9 || std::abs(t - range.high) < 1e-9) continue;
                    EXPECT_EQ(range.low < t && t < range.high,
                              satisfied[block_rows_at(rows->open_blocks()[place])])
                        << name(family) << " " << seed << " t = " << t;
                }
            }
        }
    }
}

// The walk never claims more than its parameters satisfy, and beats its start on noisy files.
TEST(LinkageClimb, ReachesWhatItSays) {
    std::int64_t gained = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        for (const DistanceFamily family : {DistanceFamily::weighted_mean, DistanceFamily::owa,
                                            DistanceFamily::choquet, DistanceFamily::bilinear}) {
            const LinkageInstance instance = test::real_instance(seed, 40, 4, 0.7);
            const DistanceModel model{family, 2};
            const auto rows = make_block_rows(Context(), model, instance.view());
            LinkageClimb climb(*rows, seed);
            climb.start(rows->scaled(equal_parameters(model, 4)));
            const std::int64_t before = climb.best();
            climb.run(300, [] { return false; });
            gained += climb.best() - before;
            const auto satisfied = satisfied_blocks(Context(), model, instance.view(),
                                                    rows->parameters(climb.best_point().data()));
            std::int64_t count = 0;
            for (const std::int32_t block : rows->open_blocks())
                count += satisfied[block_rows_at(block)];
            EXPECT_EQ(count, climb.best()) << name(family) << " " << seed;
        }
    }
    EXPECT_GT(gained, 20);
}

// Lately violated cuts may hide others, but never all of them; those in use are never given.
TEST(CutPool, GivesViolatedCutsWhileThereAreAny) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Draws draws = Random(seed).stream("pool").at(0);
        CutPool pool;
        std::vector<std::vector<std::int32_t>> sets;
        std::vector<char> used;
        for (int step = 0; step < 60; ++step) {
            std::vector<std::int32_t> fresh{static_cast<std::int32_t>(draws.below(8))};
            for (std::int32_t c = fresh[0] + 1; c < 8; ++c) {
                if (draws.below(3) == 0) fresh.push_back(c);
            }
            const bool known = std::find(sets.begin(), sets.end(), fresh) != sets.end();
            EXPECT_EQ(pool.add(fresh, 1.0), !known);
            if (!known) {
                sets.push_back(fresh);
                used.push_back(0);
            }
            const auto changed = draws.below(sets.size());
            used[changed] = draws.below(2) == 0 ? 1 : 0;
            pool.use(changed, used[changed] != 0);
            std::vector<double> x(8);
            for (double& value : x) value = 0.8 * draws.uniform();
            std::vector<double> lacks;
            for (const auto& set : sets) {
                double sum = 0.0;
                for (const std::int32_t c : set) sum += x[block_rows_at(c)];
                lacks.push_back(1.0 - sum);
            }
            bool any = false;
            for (std::size_t cut = 0; cut < sets.size(); ++cut) {
                any |= used[cut] == 0 && lacks[cut] > 1e-5;
            }
            const std::vector<std::size_t> violated = pool.violated(x, 1000);
            EXPECT_EQ(!violated.empty(), any) << seed << " " << step;
            double before = 1.0;
            for (const std::size_t cut : violated) {
                EXPECT_EQ(used[cut], 0);
                EXPECT_GT(lacks[cut], 0.0);
                EXPECT_LE(lacks[cut], before + 1e-12);
                before = lacks[cut];
            }
        }
    }
}

// A release in which all records are one, and equal ones do not compete: nobody is in the way of
// anybody, whatever the family.
TEST(BlockRows, WhoHasNoCompetitorIsAlwaysFound) {
    for (std::int32_t rows = 1; rows < 12; ++rows) {
        LinkageInstance instance = test::real_instance(1, rows, 3, 0.8);
        for (std::size_t place = 0; place < instance.masked.size(); ++place) {
            instance.masked[place] = instance.masked[place % 3];
        }
        AlignedRecords records = instance.view();
        records.equals_compete = false;
        for (const DistanceFamily family : test::kAllFamilies) {
            const auto blocks = make_block_rows(Context(), {family}, records);
            EXPECT_TRUE(blocks->open_blocks().empty()) << name(family) << " " << rows;
            for (std::int32_t i = 0; i < rows; ++i) EXPECT_EQ(blocks->fate(i), Fate::always);
            const auto found = supervised_linkage(Context(), {family}, records).search;
            EXPECT_EQ(found.links, rows) << name(family);
        }
    }
}

// With branching, conflicts exchanged between workers and a walk beside them.
TEST(MaxSatisfied, ThreadsChangeNothing) {
    std::int64_t nodes = 0;
    for (const DistanceFamily family :
         {DistanceFamily::weighted_mean, DistanceFamily::bilinear, DistanceFamily::bilinear_psd}) {
        const LinkageInstance instance = test::real_instance(7, 50, 4, 0.8);
        const DistanceModel model{family};
        SearchLimits limits;
        limits.nodes = 40;
        const auto one = supervised_linkage(Context(), model, instance.view(), limits).search;
        const auto four =
            supervised_linkage(test::threads(4), model, instance.view(), limits).search;
        nodes += one.statistics.nodes;
        EXPECT_EQ(one.links, four.links);
        EXPECT_EQ(one.bound, four.bound);
        EXPECT_EQ(one.parameters, four.parameters) << name(family);
        EXPECT_EQ(one.satisfied, four.satisfied);
        EXPECT_EQ(one.conflicts.size(), four.conflicts.size());
        EXPECT_EQ(one.statistics.nodes, four.statistics.nodes);
    }
    EXPECT_GT(nodes, 20);
}

}  // namespace
}  // namespace lethe
