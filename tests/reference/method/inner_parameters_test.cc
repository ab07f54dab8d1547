// Null weights forbidden: the same optimum, reached strictly inside the cone.
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/core/error.h"
#include "linkage.h"

namespace lethe {
namespace {

TEST(InnerParameters, KeepTheProvenOptimumWithoutNullWeights) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const int n = 2 + static_cast<int>(seed % 3);
        const auto instance = seed % 2 == 0 ? test::whole_instance(seed, 20, n, 30, 8)
                                            : test::real_instance(seed, 20, n, 0.4);
        for (const DistanceFamily family : test::kAllFamilies) {
            const DistanceModel model{family};
            MaxSatisfied search =
                supervised_linkage(test::timed_context(), model, instance.view()).search;
            if (family == DistanceFamily::bilinear ||
                family == DistanceFamily::bilinear_nonnegative) {
                EXPECT_THROW(inner_parameters(Context(), model, instance.view(), search.parameters),
                             Error);
                continue;
            }
            const bool proven = search.optimal;
            search.parameters =
                inner_parameters(Context(), model, instance.view(), search.parameters);
            EXPECT_GT(least_increment(model, search.parameters, n), 0.0) << name(family);
            EXPECT_NEAR(parameter_scale(model, search.parameters, n), 1.0, 1e-12);
            const LinkageCertificate certificate =
                check_linkage(test::timed_context(), model, instance.view(), search);
            EXPECT_TRUE(certificate.parameters_allowed) << name(family);
            EXPECT_GE(certificate.links, search.links) << name(family) << ", seed " << seed;
            EXPECT_EQ(certificate.proven, proven) << name(family) << ", seed " << seed;
        }
    }
}

// From the very boundary: one attribute alone.
TEST(InnerParameters, LeaveTheBoundary) {
    const auto instance = test::real_instance(4, 20, 3, 0.2);
    const DistanceModel model{DistanceFamily::weighted_mean};
    const std::vector<double> corner = {1.0, 0.0, 0.0};
    const auto before = satisfied_blocks(Context(), model, instance.view(), corner);
    const auto inner = inner_parameters(Context(), model, instance.view(), corner);
    EXPECT_GT(*std::min_element(inner.begin(), inner.end()), 0.0);
    const auto after = satisfied_blocks(Context(), model, instance.view(), inner);
    EXPECT_GE(std::count(after.begin(), after.end(), true),
              std::count(before.begin(), before.end(), true));
}

}  // namespace
}  // namespace lethe
