#include "lethe/mask/correlations.h"

#include <cmath>

#include "lethe/core/parallel.h"

namespace lethe::mask {

using Eigen::MatrixXd;

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

}  // namespace lethe::mask
