#include "lethe/algo/linkage/nearest_matrix.h"

#include "lethe/core/symmetric_eigen.h"

namespace lethe {
namespace {

Eigen::MatrixXd symmetric_part(const Eigen::MatrixXd& matrix) {
    return (matrix + matrix.transpose()) / 2.0;
}

// With eigenvalues below `least` raised to it.
Eigen::MatrixXd clipped(const Eigen::MatrixXd& symmetric, double least) {
    const SymmetricEigen eigen = symmetric_eigen(symmetric);
    const Eigen::MatrixXd& vectors = eigen.vectors;
    return symmetric_part(vectors * eigen.values.cwiseMax(least).asDiagonal() *
                          vectors.transpose());
}

}  // namespace

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix) {
    return symmetric_eigenvalues(symmetric_part(matrix));
}

bool is_semidefinite(const Eigen::MatrixXd& matrix, double tolerance) {
    const Eigen::VectorXd values = eigenvalues(matrix);
    return values.minCoeff() >= tolerance * values.cwiseAbs().maxCoeff();
}

bool is_definite(const Eigen::MatrixXd& matrix, double tolerance) {
    const Eigen::VectorXd values = eigenvalues(matrix);
    return values.minCoeff() > tolerance * values.cwiseAbs().maxCoeff();
}

Eigen::MatrixXd nearest_semidefinite(const Eigen::MatrixXd& matrix) {
    return clipped(symmetric_part(matrix), 0.0);
}

Eigen::MatrixXd raised_to_definite(const Eigen::MatrixXd& matrix, double least) {
    return clipped(symmetric_part(matrix), least * eigenvalues(matrix).cwiseAbs().maxCoeff());
}

NearestCorrelation nearest_correlation(const Eigen::MatrixXd& matrix, int most_iterations) {
    constexpr double kStill = 1e-13;
    NearestCorrelation result;
    result.matrix = symmetric_part(matrix);
    Eigen::MatrixXd correction = Eigen::MatrixXd::Zero(matrix.rows(), matrix.cols());
    while (!result.converged && result.iterations < most_iterations) {
        ++result.iterations;
        const Eigen::MatrixXd before = result.matrix;
        const Eigen::MatrixXd corrected = before - correction;
        result.matrix = clipped(corrected, 0.0);
        correction = result.matrix - corrected;
        result.matrix.diagonal().setOnes();
        const double moved = (result.matrix - before).cwiseAbs().maxCoeff();
        result.converged = moved <= kStill * result.matrix.cwiseAbs().maxCoeff();
    }
    return result;
}

}  // namespace lethe
