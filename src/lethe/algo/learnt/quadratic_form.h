// Distances that are quadratic forms of the difference of two records, d^2 = x' S x: the symmetric
// bilinear form with any symmetric S, and Mahalanobis' with an inverse covariance.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"

namespace lethe {

// x' S x; negative where S is not semi-definite.
double bilinear_form(const Eigen::MatrixXd& form, std::span<const double> difference);

enum class CrossTerm {
    used,     // Var X + Var Y - Cov(X, Y) - Cov(X, Y)': of the aligned differences
    ignored,  // Var X + Var Y: needs no alignment, and finds much less
};

// Divisor N - 1; zero for fewer than two records.
Eigen::MatrixXd difference_covariance(const AlignedRecords& records,
                                      CrossTerm cross = CrossTerm::used);

// The inverse, or where there is none the pseudo-inverse: directions with less than `least` times
// the largest variance are left out.
Eigen::MatrixXd mahalanobis_form(const Eigen::MatrixXd& covariance, double least = 1e-10);

// The parameters of the bilinear families (the upper triangle, row by row) as a matrix, and back.
Eigen::MatrixXd form_matrix(std::span<const double> parameters, int attributes);
std::vector<double> form_parameters(const Eigen::MatrixXd& form);

// The mean square difference of the upper triangles, the diagonal included.
double mean_square_difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

}  // namespace lethe
