// The two examples of Higham, Computing the nearest correlation matrix (2002), and definitions.
#include "lethe/algo/linkage/nearest_matrix.h"

#include <gtest/gtest.h>

#include "lethe/core/random.h"

namespace lethe {
namespace {

Eigen::MatrixXd random_symmetric(std::uint64_t seed, int n) {
    Draws draws = Random(seed).stream("matrix").at(0);
    Eigen::MatrixXd matrix(n, n);
    for (int l = 0; l < n; ++l) {
        for (int h = l; h < n; ++h) matrix(l, h) = matrix(h, l) = draws.normal();
    }
    return matrix;
}

TEST(NearestMatrix, PublishedCorrelationMatrices) {
    Eigen::MatrixXd three(3, 3);
    three << 1, 1, 0, 1, 1, 1, 0, 1, 1;
    const NearestCorrelation first = nearest_correlation(three);
    EXPECT_TRUE(first.converged);
    EXPECT_NEAR(first.matrix(0, 1), 0.7607, 5e-5);
    EXPECT_NEAR(first.matrix(0, 2), 0.1573, 5e-5);
    EXPECT_NEAR((first.matrix - three).norm(), 0.5278, 5e-5);
    Eigen::MatrixXd four(4, 4);
    four << 2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2;
    const NearestCorrelation second = nearest_correlation(four);
    EXPECT_TRUE(second.converged);
    Eigen::MatrixXd printed(4, 4);
    printed << 1, -0.8084, 0.1916, 0.1068, -0.8084, 1, -0.6562, 0.1916, 0.1916, -0.6562, 1, -0.8084,
        0.1068, 0.1916, -0.8084, 1;
    EXPECT_LT((second.matrix - printed).cwiseAbs().maxCoeff(), 6e-5);
}

TEST(NearestMatrix, NoSemidefiniteMatrixIsNearer) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const int n = 1 + static_cast<int>(seed % 6);
        const Eigen::MatrixXd matrix = random_symmetric(seed, n);
        const Eigen::MatrixXd nearest = nearest_semidefinite(matrix);
        EXPECT_TRUE(is_semidefinite(nearest));
        // The optimality condition of a projection onto a convex cone.
        EXPECT_NEAR((nearest * (matrix - nearest)).trace(), 0.0, 1e-12);
        EXPECT_GE(eigenvalues(nearest - matrix)[0], -1e-12);
        const Eigen::MatrixXd other = random_symmetric(seed + 1000, n);
        EXPECT_LE((nearest - matrix).norm(), (other * other.transpose() - matrix).norm());
    }
}

TEST(NearestMatrix, WhatIsRightAlreadyStays) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Eigen::MatrixXd root = random_symmetric(seed, 5);
        Eigen::MatrixXd good = root * root.transpose();
        EXPECT_LT((nearest_semidefinite(good) - good).norm(), 1e-12 * good.norm());
        const Eigen::VectorXd deviation = good.diagonal().cwiseSqrt().cwiseInverse();
        good = deviation.asDiagonal() * good * deviation.asDiagonal();
        EXPECT_LT((nearest_correlation(good).matrix - good).norm(), 1e-10);
    }
}

TEST(NearestMatrix, RaisedEigenvaluesAreDefinite) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Eigen::MatrixXd raised = raised_to_definite(random_symmetric(seed, 4));
        EXPECT_TRUE(is_definite(raised, 0.9e-8));
        EXPECT_TRUE((raised - raised.transpose()).isZero(0.0));
    }
    EXPECT_TRUE(is_definite(raised_to_definite(-Eigen::MatrixXd::Identity(3, 3))));
    EXPECT_FALSE(is_definite(raised_to_definite(Eigen::MatrixXd::Zero(3, 3))));
}

TEST(NearestMatrix, DefinitenessIsJudgedByTheLeastEigenvalue) {
    Eigen::MatrixXd matrix(2, 2);
    matrix << 1, 2, 2, 1;
    EXPECT_FALSE(is_semidefinite(matrix));
    matrix << 1, 1, 1, 1;
    EXPECT_TRUE(is_semidefinite(matrix));
    EXPECT_FALSE(is_definite(matrix));
    matrix << 2, 1, 1, 2;
    EXPECT_TRUE(is_definite(matrix));
    EXPECT_DOUBLE_EQ(eigenvalues(matrix)[0], 1.0);
    EXPECT_DOUBLE_EQ(eigenvalues(matrix)[1], 3.0);
}

}  // namespace
}  // namespace lethe
