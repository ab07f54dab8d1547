#include "lethe/core/symmetric_eigen.h"

#include <Eigen/Eigenvalues>

namespace lethe {

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& matrix) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
        .eigenvalues();
}

}  // namespace lethe
