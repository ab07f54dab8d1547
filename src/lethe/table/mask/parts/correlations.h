// Correlations and principal components of standardised columns.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/space/points.h"

namespace lethe::mask {

constexpr std::int64_t kRowsOfBlock = 2048;  // of a matrix that is to stay in the cache

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<const RowMajor> rows_of(const Points& points, std::int64_t begin,
                                          std::int64_t end) {
    return {points.at(begin), end - begin, points.dims};
}

// The correlation matrix of coordinates whose mean is 0. Where missing values stand in as the mean
// it is still a Gram matrix of unit vectors, hence positive semi-definite. A column of zeros (a
// constant one) correlates with itself alone.
Eigen::MatrixXd correlations(const Context& context, const Points& standardised);

// M^power of a symmetric positive semi-definite matrix; a negative power of a (numerically) zero
// eigenvalue counts as 0.
Eigen::MatrixXd matrix_power(const Eigen::MatrixXd& matrix, double power);

// The loadings of the first principal component. An eigenvector is known up to its sign; ours has
// its loading of largest magnitude (the first of equals) positive.
Eigen::VectorXd first_component(const Eigen::MatrixXd& correlations);

}  // namespace lethe::mask
