// Eigenvalues and eigenvectors of symmetric matrices. One place: Eigen's solver takes several
// seconds to compile wherever it is used.
#pragma once

#include <Eigen/Core>

namespace lethe {

struct SymmetricEigen {
    Eigen::VectorXd values;   // ascending
    Eigen::MatrixXd vectors;  // a column each, of length 1
};

// Of the lower triangle.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& matrix);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix);

}  // namespace lethe
