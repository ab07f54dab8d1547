// A family of distances finds at least what each family inside it finds, also where the limits end
// both searches early; and competitors from outside the people count as the definition says.
#include <gtest/gtest.h>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/linkage_verifier.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "linkage.h"

namespace lethe {
namespace {

using enum DistanceFamily;

std::int64_t links(const DistanceModel& model, const AlignedRecords& records,
                   const SearchLimits& limits) {
    const SupervisedLinkage found = supervised_linkage(Context(), model, records, limits);
    std::int64_t recount = 0;
    for (const bool linked : satisfied_blocks(Context(), model, records, found.search.parameters)) {
        recount += linked ? 1 : 0;
    }
    EXPECT_EQ(recount, found.search.links) << name(model.family);
    return recount;
}

TEST(NestedFamilies, ARicherOneIsNeverBelow) {
    SearchLimits few;
    few.nodes = 0;
    few.work = 3'000'000;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const test::LinkageInstance instance =
            test::real_instance(seed, 50, 4, 0.5 + 0.1 * static_cast<double>(seed));
        const AlignedRecords records = instance.view();
        SearchLimits inner = few;
        inner.work = few.work / 10;
        const std::int64_t mean = links({weighted_mean}, records, inner);
        for (const DistanceModel& model :
             {DistanceModel{choquet}, DistanceModel{choquet_submodular},
              DistanceModel{choquet_k_additive, 2}, DistanceModel{choquet_k_additive, 3},
              DistanceModel{choquet_belief}, DistanceModel{bilinear},
              DistanceModel{bilinear_nonnegative}, DistanceModel{bilinear_psd}}) {
            EXPECT_GE(links(model, records, few), mean) << name(model.family) << " " << seed;
        }
    }
}

// Optimal for the smaller one, and the same weights inside the larger: the start is not lost on the
// boundary of its cone.
TEST(NestedFamilies, TheOptimumInsideIsWhereTheSearchBegins) {
    SearchLimits nothing;
    nothing.nodes = 0;
    nothing.work = 1;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const test::LinkageInstance instance = test::real_instance(seed, 80, 6, 0.6);
        const AlignedRecords records = instance.view();
        const std::int64_t mean = links({weighted_mean}, records, nothing);
        EXPECT_GE(links({choquet_submodular}, records, nothing), mean);
        EXPECT_GE(links({choquet}, records, nothing), mean);
    }
}

// Some people looked for among all: the same figures as from the definition, and both checkers
// agree.
TEST(NestedFamilies, OthersCompete) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const test::LinkageInstance instance = seed % 3 == 0
                                                   ? test::whole_instance(seed, 30, 3, 9, 1)
                                                   : test::real_instance(seed, 30, 3, 0.4);
        AlignedRecords records = instance.view();
        records.rows = 12;  // the first twelve are looked for
        records.others = 18;
        records.equals_compete = seed % 2 == 0;
        for (const DistanceFamily family : test::kAllFamilies) {
            const DistanceModel model{family};
            const SupervisedLinkage found = supervised_linkage(Context(), model, records);
            const LinkageCertificate certificate =
                check_linkage(Context(), model, records, found.search);
            EXPECT_EQ(certificate.links, found.search.links) << name(family) << " " << seed;
            EXPECT_EQ(certificate.bound, found.search.bound) << name(family) << " " << seed;
            const LinkageClaim claim{model, found.search.parameters, found.search.conflicts,
                                     found.search.generated_cone};
            const LinkageVerdict verdict = verify_linkage(Context(), claim, records);
            EXPECT_EQ(verdict.links, found.search.links) << name(family) << " " << seed;
            EXPECT_EQ(verdict.bound, found.search.bound) << name(family) << " " << seed;
        }
    }
}

// Measures that are additive but for pairs, of more columns than sets could be listed for.
TEST(NestedFamilies, PairsOfManyColumns) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const test::LinkageInstance instance = test::real_instance(seed, 40, 13, 1.3);
        const AlignedRecords records = instance.view();
        const DistanceModel pairs{choquet_k_additive, 2};
        SearchLimits limits;
        limits.nodes = 50;
        limits.work = 200'000'000;
        const SupervisedLinkage found = supervised_linkage(Context(), pairs, records, limits);
        EXPECT_EQ(found.search.parameters.size(), 91U);
        EXPECT_GE(found.search.links, links({weighted_mean}, records, limits));
        const LinkageCertificate certificate =
            check_linkage(Context(), pairs, records, found.search);
        EXPECT_TRUE(certificate.parameters_allowed);
        EXPECT_EQ(certificate.links, found.search.links);
        EXPECT_EQ(certificate.rejected, 0);
        const LinkageClaim claim{pairs, found.search.parameters, found.search.conflicts,
                                 found.search.generated_cone, found.search.bound};
        const LinkageVerdict verdict = verify_linkage(Context(), claim, records);
        EXPECT_TRUE(verdict.parameters_allowed);
        EXPECT_EQ(verdict.links, found.search.links);
        EXPECT_EQ(verdict.rejected, 0);
    }
}

// With ten columns the conditions can be listed: the same optimum either way.
TEST(NestedFamilies, ConditionsOfPairsAreThoseOfAllSets) {
    const DistanceModel pairs{choquet_k_additive, 2};
    const int n = 5;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("pairs").at(0);
        std::vector<double> parameters;
        for (int f = 0; f < feature_count(pairs, n); ++f)
            parameters.push_back(draws.normal() + 0.8);
        double least = 1e9;
        for (const std::vector<double>& row : cone_rows(pairs, n)) {
            double value = 0;
            for (std::size_t f = 0; f < row.size(); ++f) value += row[f] * parameters[f];
            least = std::min(least, value);
        }
        std::vector<double> row(parameters.size());
        generated_row(pairs, worst_pair_row(pairs, parameters, n), row.data());
        double worst = 0;
        for (std::size_t f = 0; f < row.size(); ++f) worst += row[f] * parameters[f];
        EXPECT_NEAR(worst, least, 1e-12);
    }
}

}  // namespace
}  // namespace lethe
