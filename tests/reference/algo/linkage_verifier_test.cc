// The simple verifier against the certificate of the search, and against forged claims.
#include "lethe/algo/branch_and_cut/linkage_verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/branch_and_cut/plain_hitting.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/core/error.h"
#include "linkage.h"
#include "rounds.h"

namespace lethe {
namespace {

LinkageClaim claim_of(const DistanceModel& model, const MaxSatisfied& search) {
    return {model, search.parameters, search.conflicts, search.generated_cone};
}

TEST(LinkageVerifier, AgreesWithTheCertificateOfTheSearch) {
    for (std::uint64_t seed = 0; seed < (test::kSmallInputs ? 8u : 24u); ++seed) {
        const int n = 1 + static_cast<int>(seed % 4);
        const auto instance = seed % 2 == 0 ? test::whole_instance(seed, 24, n, 20, 6)
                                            : test::real_instance(seed, 24, n, 0.5);
        for (const DistanceFamily family : test::kAllFamilies) {
            const DistanceModel model{family};
            const MaxSatisfied search =
                supervised_linkage(test::timed_context(), model, instance.view()).search;
            const LinkageCertificate certificate =
                check_linkage(test::timed_context(), model, instance.view(), search);
            const LinkageVerdict verdict =
                verify_linkage(test::threads(2), claim_of(model, search), instance.view());
            EXPECT_EQ(verdict.links, certificate.links) << name(family) << ", seed " << seed;
            EXPECT_EQ(verdict.bound, certificate.bound) << name(family) << ", seed " << seed;
            EXPECT_EQ(verdict.never, certificate.never) << name(family) << ", seed " << seed;
            // The verifier checks all that is claimed, the search what its bound rests on.
            EXPECT_EQ(verdict.rejected, 0) << name(family) << ", " << seed;
            EXPECT_EQ(certificate.rejected, 0) << name(family) << ", " << seed;
            EXPECT_GE(verdict.conflicts, certificate.conflicts) << name(family) << ", " << seed;
            LinkageClaim basis = claim_of(model, search);
            basis.conflicts.clear();
            for (const std::size_t place : certificate.basis) {
                basis.conflicts.push_back(search.conflicts[place]);
            }
            EXPECT_EQ(verify_linkage(Context(), basis, instance.view()).bound, certificate.bound)
                << name(family) << ", " << seed;
            EXPECT_EQ(verdict.parameters_allowed, certificate.parameters_allowed);
            EXPECT_EQ(verdict.proven(), certificate.proven);
            EXPECT_TRUE(verdict.bound_is_simple);
        }
    }
}

class Forged : public ::testing::Test {
  protected:
    LinkageVerdict verdict(const LinkageClaim& claim) const {
        return verify_linkage(Context(), claim, instance_.view());
    }
    LinkageClaim honest(DistanceFamily family) const {
        const DistanceModel model{family};
        return claim_of(model,
                        supervised_linkage(test::timed_context(), model, instance_.view()).search);
    }

    test::LinkageInstance instance_ = test::whole_instance(3, 30, 2, 40, 12);
};

TEST_F(Forged, ConflictsThatAreNoneCountForNothing) {
    const LinkageClaim claim = honest(DistanceFamily::weighted_mean);
    ASSERT_TRUE(verdict(claim).proven());
    ASSERT_FALSE(claim.conflicts.empty());
    LinkageClaim fewer_blocks = claim;  // claims that a part of each conflict is one
    for (Conflict& conflict : fewer_blocks.conflicts) conflict.blocks.resize(1);
    EXPECT_LT(verdict(fewer_blocks).conflicts, std::ssize(claim.conflicts));
    EXPECT_GE(verdict(fewer_blocks).bound, verdict(claim).links);
    LinkageClaim fewer_rows = claim;
    for (Conflict& conflict : fewer_rows.conflicts) conflict.rows.resize(1);
    EXPECT_EQ(verdict(fewer_rows).conflicts, 0);
    LinkageClaim other_rows = claim;
    for (Conflict& conflict : other_rows.conflicts) {
        for (ConflictRow& row : conflict.rows) {
            if (row.row.block == kConeBlock) continue;
            row.row.competitor = (row.row.competitor + 1) % 30;
            if (row.row.competitor == row.row.block) row.row.competitor = (row.row.block + 2) % 30;
        }
    }
    EXPECT_GE(verdict(other_rows).bound, verdict(claim).links);
    EXPECT_GT(verdict(other_rows).rejected, 0);
    LinkageClaim empty = claim;
    for (Conflict& conflict : empty.conflicts) conflict.rows.clear();
    EXPECT_EQ(verdict(empty).conflicts, 0);
}

TEST_F(Forged, ParametersOutsideTheConeAreSeen) {
    LinkageClaim claim = honest(DistanceFamily::weighted_mean);
    claim.parameters[0] = -claim.parameters[0];
    EXPECT_FALSE(verdict(claim).parameters_allowed);
    LinkageClaim form = honest(DistanceFamily::bilinear_psd);
    form.parameters = {1.0, 1.0 + 0x1p-52, 1.0};  // just outside
    EXPECT_FALSE(verdict(form).parameters_allowed);
    form.parameters = {1.0, 1.0, 1.0};  // on the edge
    EXPECT_TRUE(verdict(form).parameters_allowed);
    form.parameters = {0.0, 1e-300, 1.0};
    EXPECT_FALSE(verdict(form).parameters_allowed);
}

TEST_F(Forged, RowsOfTheConeMustBelongToTheFamily) {
    LinkageClaim free = honest(DistanceFamily::bilinear);
    free.generated_cone = {{1.0, 0.0}};
    EXPECT_THROW(verdict(free), Error);
    LinkageClaim pairs = honest(DistanceFamily::bilinear_nonnegative);
    pairs.generated_cone.push_back({0.125, -1000.0});  // no pair differs by that
    EXPECT_THROW(verdict(pairs), Error);
    LinkageClaim any = honest(DistanceFamily::bilinear_psd);
    any.generated_cone.push_back({0.125, -1000.0});
    EXPECT_NO_THROW(verdict(any));
}

TEST_F(Forged, NumbersOutOfRangeAreRefused) {
    const LinkageClaim claim = honest(DistanceFamily::weighted_mean);
    LinkageClaim wrong = claim;
    wrong.parameters.push_back(1.0);
    EXPECT_THROW(verdict(wrong), Error);
    wrong = claim;
    wrong.conflicts[0].blocks.push_back(30);
    EXPECT_THROW(verdict(wrong), Error);
    wrong = claim;
    wrong.conflicts[0].rows[0].row = {0, 0};
    EXPECT_THROW(verdict(wrong), Error);
    wrong = claim;
    wrong.conflicts[0].rows[0].row = {kConeBlock, 2};
    EXPECT_THROW(verdict(wrong), Error);
    wrong = claim;
    wrong.parameters[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(verdict(wrong), Error);
}

TEST(PlainHitting, EqualsAllSubsets) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Draws draws = Random(seed).stream("sets").at(0);
        std::vector<std::vector<std::int32_t>> sets;
        std::vector<std::uint32_t> masks;
        const auto count = 1 + draws.below(10);
        for (std::uint64_t s = 0; s < count; ++s) {
            const auto mask = static_cast<std::uint32_t>(1 + draws.below(255));
            masks.push_back(mask);
            sets.emplace_back();
            for (int e = 0; e < 8; ++e) {
                if ((mask >> e & 1U) != 0) sets.back().push_back(e);
            }
        }
        int least = 8;
        for (std::uint32_t chosen = 0; chosen < 256; ++chosen) {
            const bool hits = std::ranges::all_of(masks, [&](auto m) { return (m & chosen) != 0; });
            if (hits) least = std::min(least, std::popcount(chosen));
        }
        for (int budget = 0; budget <= 8; ++budget) {
            EXPECT_EQ(hit_all(sets, budget),
                      budget >= least ? HittingAnswer::yes : HittingAnswer::no);
        }
    }
    EXPECT_EQ(hit_all({}, 0), HittingAnswer::yes);
    EXPECT_EQ(hit_all({{1, 2}, {3, 4}}, 5, 3), HittingAnswer::gave_up);
}

}  // namespace
}  // namespace lethe
