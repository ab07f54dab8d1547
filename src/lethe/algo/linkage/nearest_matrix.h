// The nearest matrix that is positive semi-definite, or a correlation matrix, in the Frobenius
// norm. Every matrix here is symmetric; where the argument is not, its symmetric part is taken.
#pragma once

#include <Eigen/Core>

namespace lethe {

// Ascending.
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix);

// Whether the least eigenvalue is at least (above) `tolerance` times the largest in size.
bool is_semidefinite(const Eigen::MatrixXd& matrix, double tolerance = -1e-12);
bool is_definite(const Eigen::MatrixXd& matrix, double tolerance = 1e-12);

// Negative eigenvalues become zero (Higham 1988).
Eigen::MatrixXd nearest_semidefinite(const Eigen::MatrixXd& matrix);

// Eigenvalues below `least` times the largest in size are raised to that: positive definite, but
// for the zero matrix.
Eigen::MatrixXd raised_to_definite(const Eigen::MatrixXd& matrix, double least = 1e-8);

struct NearestCorrelation {
    Eigen::MatrixXd matrix;  // 1 on the diagonal; semi-definite up to rounding when converged
    int iterations = 0;
    bool converged = false;
};

// Alternating projections onto the semi-definite matrices and those with 1 on the diagonal, with
// Dykstra's correction (Higham 2002).
NearestCorrelation nearest_correlation(const Eigen::MatrixXd& matrix, int most_iterations = 1000);

}  // namespace lethe
