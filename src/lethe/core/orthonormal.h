// QR factorisation with a positive diagonal of R, so that it is unique. One place: Eigen's
// reflections take several seconds to compile wherever they are used.
#pragma once

#include <Eigen/Core>

namespace lethe {

struct Orthonormal {
    Eigen::MatrixXd frame;     // Q, as many columns as the matrix
    Eigen::MatrixXd triangle;  // R
};

// Of a matrix with at least as many rows as columns.
Orthonormal orthonormal(const Eigen::MatrixXd& matrix);

// Q x for the Q of a square matrix, without forming Q.
Eigen::MatrixXd turned(const Eigen::MatrixXd& matrix, Eigen::MatrixXd x);

}  // namespace lethe
