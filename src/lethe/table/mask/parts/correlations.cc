#include "lethe/table/mask/parts/correlations.h"

#include <cmath>

#include "lethe/core/parallel.h"
#include "lethe/core/symmetric_eigen.h"

namespace lethe::mask {
namespace {

using Eigen::MatrixXd;

}  // namespace

MatrixXd correlations(const Context& context, const Points& standardised) {
    const MatrixXd products = parallel_reduce(
        context, standardised.rows, MatrixXd(MatrixXd::Zero(standardised.dims, standardised.dims)),
        [&](std::int64_t begin, std::int64_t end) -> MatrixXd {
            const auto block = rows_of(standardised, begin, end);
            return block.transpose() * block;
        },
        [](MatrixXd& total, const MatrixXd& part) { total += part; }, kRowsOfBlock);
    const Eigen::VectorXd inverse = products.diagonal().unaryExpr(
        [](double square) { return square > 0 ? 1 / std::sqrt(square) : 0.0; });
    MatrixXd result = inverse.asDiagonal() * products * inverse.asDiagonal();
    result.diagonal().setOnes();
    return result;
}

Eigen::MatrixXd matrix_power(const Eigen::MatrixXd& matrix, double power) {
    const SymmetricEigen eigen = symmetric_eigen(matrix);
    const double zero = 1e-12 * eigen.values.cwiseAbs().maxCoeff();
    const Eigen::VectorXd powers = eigen.values.unaryExpr(
        [&](double value) { return value <= zero ? 0.0 : std::pow(value, power); });
    return eigen.vectors * powers.asDiagonal() * eigen.vectors.transpose();
}

Eigen::VectorXd first_component(const Eigen::MatrixXd& correlations) {
    const SymmetricEigen eigen = symmetric_eigen(correlations);
    Eigen::VectorXd loadings = eigen.vectors.rightCols(1);  // eigenvalues ascend
    Eigen::Index largest = 0;
    for (Eigen::Index j = 1; j < loadings.size(); ++j) {
        // Loadings that are equal but for rounding count as equal.
        if (std::fabs(loadings[j]) > std::fabs(loadings[largest]) * (1 + 1e-9)) largest = j;
    }
    return loadings[largest] < 0 ? Eigen::VectorXd(-loadings) : loadings;
}

}  // namespace lethe::mask
