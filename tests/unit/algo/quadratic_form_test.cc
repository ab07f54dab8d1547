#include "lethe/algo/learnt/quadratic_form.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "lethe/core/error.h"
#include "linkage.h"

namespace lethe {
namespace {

TEST(QuadraticForm, IsTheSumOverAllPairsOfAttributes) {
    Eigen::MatrixXd form(3, 3);
    form << 1, 2, 3, 2, 4, 5, 3, 5, 6;
    const std::vector<double> x = {1, -2, 0.5};
    double sum = 0;
    for (int l = 0; l < 3; ++l) {
        for (int h = 0; h < 3; ++h)
            sum += form(l, h) * x[static_cast<std::size_t>(l)] * x[static_cast<std::size_t>(h)];
    }
    EXPECT_DOUBLE_EQ(bilinear_form(form, x), sum);
    EXPECT_DOUBLE_EQ(bilinear_form(Eigen::MatrixXd::Identity(3, 3), x), 5.25);
    EXPECT_EQ(form_parameters(form), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(form_matrix(form_parameters(form), 3), form);
    EXPECT_THROW(bilinear_form(form, std::vector<double>{1, 2}), Error);
    EXPECT_THROW(form_matrix(x, 3), Error);
}

TEST(QuadraticForm, IsTheLearntDistanceOfTheBilinearFamily) {
    const auto instance = test::real_instance(1, 10, 3, 0.5);
    const std::vector<double> parameters = {1, 0.2, -0.3, 2, 0.4, 0.7};
    std::vector<double> difference(3);
    for (std::int32_t i = 0; i < 10; ++i) {
        instance.view().differences(i, (i + 3) % 10, difference.data());
        EXPECT_NEAR(bilinear_form(form_matrix(parameters, 3), difference),
                    learnt_distance({DistanceFamily::bilinear}, instance.view(), parameters, i,
                                    (i + 3) % 10),
                    1e-12);
    }
}

// Var X + Var Y - Cov(X, Y) - Cov(X, Y)', by the definition.
TEST(QuadraticForm, CovarianceOfTheDifferences) {
    const auto instance = test::real_instance(2, 50, 3, 0.7);
    const auto column = [&](const std::vector<double>& values, int l) {
        std::vector<double> result;
        for (int row = 0; row < 50; ++row) {
            result.push_back(values[static_cast<std::size_t>(row * 3 + l)]);
        }
        return result;
    };
    const auto covariance = [](const std::vector<double>& a, const std::vector<double>& b) {
        const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / 50;
        const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / 50;
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
        return sum / 49;
    };
    const Eigen::MatrixXd used = difference_covariance(instance.view());
    const Eigen::MatrixXd ignored = difference_covariance(instance.view(), CrossTerm::ignored);
    for (int l = 0; l < 3; ++l) {
        for (int h = 0; h < 3; ++h) {
            const auto xl = column(instance.original, l), xh = column(instance.original, h);
            const auto yl = column(instance.masked, l), yh = column(instance.masked, h);
            const double own = covariance(xl, xh) + covariance(yl, yh);
            EXPECT_NEAR(ignored(l, h), own, 1e-12);
            EXPECT_NEAR(used(l, h), own - covariance(xl, yh) - covariance(xh, yl), 1e-12);
        }
    }
    EXPECT_TRUE(
        difference_covariance({instance.original.data(), instance.masked.data(), 1, 3}).isZero());
}

TEST(QuadraticForm, MahalanobisIsTheInverseOrThePseudoInverse) {
    const auto instance = test::real_instance(3, 40, 3, 0.7);
    const Eigen::MatrixXd covariance = difference_covariance(instance.view());
    EXPECT_TRUE((mahalanobis_form(covariance) * covariance)
                    .isApprox(Eigen::MatrixXd::Identity(3, 3), 1e-10));
    Eigen::MatrixXd singular(2, 2);
    singular << 4, 2, 2, 1;  // 5 v v', v = (2, 1) / sqrt 5
    const Eigen::MatrixXd form = mahalanobis_form(singular);
    EXPECT_TRUE((singular * form * singular).isApprox(singular, 1e-12));
    EXPECT_NEAR(form(0, 0), 4.0 / 25, 1e-12);
}

TEST(QuadraticForm, MeanSquareDifference) {
    Eigen::MatrixXd a(2, 2), b(2, 2);
    a << 1, 2, 2, 3;
    b << 0, 4, 4, 3;
    EXPECT_DOUBLE_EQ(mean_square_difference(a, b), (1.0 + 4.0) / 3);
    EXPECT_EQ(mean_square_difference(a, a), 0.0);
}

}  // namespace
}  // namespace lethe
