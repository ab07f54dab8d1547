#include "lethe/core/orthonormal.h"

#include <Eigen/QR>

namespace lethe {

using Eigen::Index;
using Eigen::MatrixXd;

Orthonormal orthonormal(const MatrixXd& matrix) {
    const Index rows = matrix.rows(), size = matrix.cols();
    const Eigen::HouseholderQR<MatrixXd> factors(matrix);
    Orthonormal result;
    result.triangle = factors.matrixQR().topRows(size).triangularView<Eigen::Upper>();
    result.frame = factors.householderQ() * MatrixXd::Identity(rows, size);
    for (Index j = 0; j < size; ++j) {
        if (result.triangle(j, j) >= 0) continue;
        result.triangle.row(j) = -result.triangle.row(j);
        result.frame.col(j) = -result.frame.col(j);
    }
    return result;
}

MatrixXd turned(const MatrixXd& matrix, MatrixXd x) {
    const Eigen::HouseholderQR<MatrixXd> factors(matrix);
    for (Index i = 0; i < matrix.rows(); ++i) {
        if (factors.matrixQR()(i, i) < 0) x.row(i) = -x.row(i);
    }
    return factors.householderQ() * x;
}

}  // namespace lethe
