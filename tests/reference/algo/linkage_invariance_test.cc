// What must hold of supervised linkage whatever the numbers: the chain of the families, what may be
// done to the records without changing the optimum, instances whose optimum is known, and files
// that are degenerate. For every family.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "lethe/algo/branch_and_cut/linkage_certificate.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "linkage.h"

namespace lethe {
namespace {

using test::LinkageInstance;

MaxSatisfied solve(DistanceFamily family, const LinkageInstance& instance) {
    return supervised_linkage(test::timed_context(), {family}, instance.view()).search;
}

std::int64_t recount(DistanceFamily family, const LinkageInstance& instance,
                     const std::vector<double>& parameters) {
    const auto holds = satisfied_blocks(Context(), {family}, instance.view(), parameters);
    return std::count(holds.begin(), holds.end(), true);
}

// Optimal, recounted, and confirmed in exact arithmetic.
std::int64_t proven_links(DistanceFamily family, const LinkageInstance& instance) {
    const MaxSatisfied search = solve(family, instance);
    EXPECT_TRUE(search.optimal) << name(family);
    EXPECT_EQ(search.links, search.bound) << name(family);
    EXPECT_EQ(recount(family, instance, search.parameters), search.links) << name(family);
    const LinkageCertificate certificate =
        check_linkage(test::timed_context(), {family}, instance.view(), search);
    EXPECT_TRUE(certificate.proven) << name(family);
    EXPECT_EQ(certificate.links, search.links) << name(family);
    return search.links;
}

void for_each_value(LinkageInstance& instance, const std::function<void(double&)>& change) {
    std::ranges::for_each(instance.original, change);
    std::ranges::for_each(instance.masked, change);
}

// The inverse covariance of the true differences, as parameters of a form.
std::vector<double> linkage_invariance_mahalanobis(const LinkageInstance& instance) {
    const int n = instance.attributes;
    Eigen::MatrixXd differences(instance.rows, n);
    for (std::int32_t i = 0; i < instance.rows; ++i) {
        for (int l = 0; l < n; ++l) differences(i, l) = instance.view().difference(i, i, l);
    }
    const Eigen::MatrixXd centred = differences.rowwise() - differences.colwise().mean();
    const Eigen::MatrixXd covariance = centred.transpose() * centred / (instance.rows - 1);
    const Eigen::MatrixXd inverse = covariance.llt().solve(Eigen::MatrixXd::Identity(n, n));
    std::vector<double> result;
    for (int l = 0; l < n; ++l) {
        for (int h = l; h < n; ++h) result.push_back(inverse(l, h));
    }
    return result;
}

TEST(LinkageInvariance, EveryFamilyFindsAtLeastWhatItsSpecialCasesFind) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const int n = 2 + static_cast<int>(seed % 3);
        const auto rows = static_cast<std::int32_t>(12 + seed % 24);
        const auto instance =
            test::real_instance(seed, rows, n, 0.1 * static_cast<double>(2 + seed % 5));
        std::map<DistanceFamily, std::int64_t> links;
        for (const DistanceFamily family : test::kAllFamilies) {
            const MaxSatisfied search = solve(family, instance);
            EXPECT_TRUE(search.optimal || family == DistanceFamily::bilinear_psd);
            links[family] = search.links;
        }
        const std::vector<double> equal(static_cast<std::size_t>(n), 1.0 / n);
        const std::int64_t mean = recount(DistanceFamily::weighted_mean, instance, equal);
        EXPECT_GE(links[DistanceFamily::weighted_mean], mean);
        EXPECT_GE(links[DistanceFamily::owa], mean);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::weighted_mean]);
        EXPECT_GE(links[DistanceFamily::choquet], links[DistanceFamily::owa]);
        for (const DistanceFamily part :
             {DistanceFamily::choquet_submodular, DistanceFamily::choquet_k_additive,
              DistanceFamily::choquet_belief}) {
            EXPECT_GE(links[DistanceFamily::choquet], links[part])
                << name(part) << ", seed " << seed;
            EXPECT_GE(links[part], links[DistanceFamily::weighted_mean])
                << name(part) << ", seed " << seed;
        }
        EXPECT_EQ(links[DistanceFamily::choquet_symmetric], links[DistanceFamily::owa]);
        EXPECT_GE(links[DistanceFamily::bilinear], links[DistanceFamily::bilinear_nonnegative]);
        EXPECT_GE(links[DistanceFamily::bilinear_nonnegative], links[DistanceFamily::bilinear_psd]);
        EXPECT_GE(links[DistanceFamily::bilinear_psd], links[DistanceFamily::weighted_mean])
            << "seed " << seed;
        EXPECT_GE(
            links[DistanceFamily::bilinear_psd],
            recount(DistanceFamily::bilinear, instance, linkage_invariance_mahalanobis(instance)))
            << "seed " << seed;
        EXPECT_TRUE(n > 2 ||
                    links[DistanceFamily::choquet_k_additive] == links[DistanceFamily::choquet]);
    }
}

TEST(LinkageInvariance, ScaleShiftAndOrderChangeNothing) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto instance = test::whole_instance(seed, 24, 3, 64, 12);
        LinkageInstance scaled = instance;  // by a power of two: exactly
        for_each_value(scaled, [](double& value) { value *= 0x1p-7; });
        LinkageInstance moved = instance;
        for_each_value(moved, [](double& value) { value += 1024; });
        LinkageInstance mirrored = instance;
        for_each_value(mirrored, [](double& value) { value = -value; });
        LinkageInstance permuted = instance;
        const auto order = random_permutation(Random(seed).stream("order"), instance.rows);
        LinkageInstance turned = instance;  // the columns, in both files alike
        for (std::size_t row = 0; row < order.size(); ++row) {
            for (std::size_t l = 0; l < 3; ++l) {
                const std::size_t from = static_cast<std::size_t>(order[row]) * 3 + l;
                permuted.original[row * 3 + l] = instance.original[from];
                permuted.masked[row * 3 + l] = instance.masked[from];
                turned.original[row * 3 + l] = instance.original[row * 3 + (l + 1) % 3];
                turned.masked[row * 3 + l] = instance.masked[row * 3 + (l + 1) % 3];
            }
        }
        for (const DistanceFamily family : test::kAllFamilies) {
            const std::int64_t links = proven_links(family, instance);
            for (const LinkageInstance* other : {&scaled, &moved, &mirrored, &permuted, &turned}) {
                EXPECT_EQ(solve(family, *other).links, links) << name(family) << ", seed " << seed;
            }
        }
    }
}

// Only the direction of the parameters counts.
TEST(LinkageInvariance, ScaledParametersSatisfyTheSameBlocks) {
    const auto instance = test::real_instance(3, 40, 3, 0.4);
    for (const DistanceFamily family : test::kAllFamilies) {
        const MaxSatisfied search = solve(family, instance);
        for (const double factor : {0x1p-40, 0x1p40}) {
            std::vector<double> parameters = search.parameters;
            for (double& value : parameters) value *= factor;
            EXPECT_EQ(satisfied_blocks(Context(), {family}, instance.view(), parameters),
                      satisfied_blocks(Context(), {family}, instance.view(), search.parameters))
                << name(family);
        }
    }
}

// A column that was kept: its weight alone links all.
TEST(LinkageInvariance, FindsThePlantedDistance) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        LinkageInstance instance = test::real_instance(seed, 30, 3, 1.0);
        for (std::size_t row = 0; row < 30; ++row) {
            instance.masked[row * 3 + 1] = instance.original[row * 3 + 1] =
                0.1 * static_cast<double>(row);
        }
        for (const DistanceFamily family : test::kAllFamilies) {
            if (DistanceModel{family}.sorted()) continue;
            EXPECT_EQ(proven_links(family, instance), 30) << name(family) << ", seed " << seed;
        }
        // One attribute alone differs between a record and its masked version, by far: the smaller
        // differences alone link all, and only a family that can leave the largest out finds that.
        LinkageInstance outliers = test::real_instance(seed, 30, 3, 0.0);
        for (std::size_t row = 0; row < 30; ++row) {
            outliers.masked[row * 3 + row % 3] += (row % 2 == 0 ? 50.0 : -50.0);
        }
        for (const DistanceFamily family :
             {DistanceFamily::owa, DistanceFamily::choquet_symmetric, DistanceFamily::choquet}) {
            EXPECT_EQ(proven_links(family, outliers), 30) << name(family) << ", seed " << seed;
        }
    }
}

// With two copies of a masked record neither of the two is ever found; the others are not
// disturbed.
TEST(LinkageInvariance, CopiesOfAMaskedRecordAreLost) {
    LinkageInstance instance = test::real_instance(11, 20, 2, 0.0);
    for (std::size_t row = 0; row < 20; ++row) {  // far apart
        instance.original[2 * row] = instance.masked[2 * row] = static_cast<double>(3 * row);
    }
    for (const std::size_t row : {0U, 6U, 12U}) {
        for (std::size_t l = 0; l < 2; ++l) {
            instance.masked[2 * (row + 1) + l] = instance.masked[2 * row + l];
        }
    }
    for (const DistanceFamily family : test::kAllFamilies) {
        EXPECT_EQ(proven_links(family, instance), 14) << name(family);
    }
}

TEST(LinkageInvariance, DegenerateFilesHaveKnownOptima) {
    const auto filled = [](std::int32_t rows, int n, double value) {
        const std::vector<double> values(static_cast<std::size_t>(rows * n), value);
        return LinkageInstance{values, values, rows, n};
    };
    for (const DistanceFamily family : test::kAllFamilies) {
        EXPECT_EQ(proven_links(family, test::real_instance(1, 1, 3, 0.5)), 1) << name(family);
        EXPECT_EQ(proven_links(family, filled(1, 1, 0.0)), 1) << name(family);
        EXPECT_EQ(proven_links(family, filled(12, 3, 0.0)), 0) << name(family);
        EXPECT_EQ(proven_links(family, filled(12, 3, -7.5)), 0) << name(family);
        // Masking that changes nothing.
        EXPECT_EQ(proven_links(family, test::real_instance(2, 40, 3, 0.0)), 40) << name(family);
        // The same with a constant column, and with nothing but one that is not.
        LinkageInstance constant = test::real_instance(3, 25, 3, 0.0);
        for (std::size_t row = 0; row < 25; ++row) {
            constant.original[row * 3] = constant.masked[row * 3] = 0.0;
        }
        EXPECT_EQ(proven_links(family, constant), 25) << name(family);
        for (std::size_t row = 0; row < 25; ++row) {
            constant.original[row * 3 + 1] = constant.masked[row * 3 + 1] = 4.0;
        }
        EXPECT_EQ(proven_links(family, constant), 25) << name(family);
        // All originals equal: only the masked record nearest to them can be anybody's, unless
        // the form's sign turns near into far.
        LinkageInstance alike = test::real_instance(4, 15, 2, 1.0);
        std::ranges::fill(alike.original, 0.25);
        EXPECT_EQ(proven_links(family, alike), 1) << name(family);
        // All masked records equal.
        LinkageInstance hidden = test::real_instance(5, 15, 2, 1.0);
        std::ranges::fill(hidden.masked, 0.25);
        EXPECT_EQ(proven_links(family, hidden), 0) << name(family);
    }
}

TEST(LinkageInvariance, ExtremeMagnitudesStayHonest) {
    for (const double factor : {1e-40, 1e-6, 1e6, 1e40}) {
        LinkageInstance instance = test::real_instance(8, 20, 3, 0.3);
        const LinkageInstance plain = instance;
        for_each_value(instance, [&](double& value) { value *= factor; });
        for (const DistanceFamily family : test::kAllFamilies) {
            const MaxSatisfied search = solve(family, instance);
            const std::int64_t links = solve(family, plain).links;
            EXPECT_LE(search.links, links) << name(family) << ", factor " << factor;
            EXPECT_GE(search.bound, links) << name(family) << ", factor " << factor;
        }
    }
}

}  // namespace
}  // namespace lethe
