// Transition matrices of the post-randomisation method (PRAM): entry (k, l) is the probability that
// a record of category k is released with category l, so that every row sums to 1.
//
// Frequencies are a row vector T, one entry a category, so that T P are the expected ones after the
// masking. All functions take matrices and frequencies of the same categories; Error(internal)
// where sizes differ. Nothing here draws random numbers.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>

#include "lethe/core/error.h"

namespace lethe {

using TransitionMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Frequencies = Eigen::RowVectorXd;

Frequencies frequencies(std::span<const std::int64_t> counts);

// The diagonal is p and the rest of a row is even, whatever the data: p_kl = (1 - p) / (L - 1). The
// identity for a single category.
TransitionMatrix even_diagonal(Eigen::Index categories, double p);

// The diagonal is p; the rest of a row favours rare categories: p_kl = (1 - p) (N - T_k - T_l) /
// ((L - 2) (N - T_k)). Two categories: p_kl = 1 - p. The row of a category that all records have is
// that of the identity.
TransitionMatrix constant_diagonal(const Frequencies& frequencies, double p);

// Rare categories change more often: p_kk = 1 - theta T_min / T_k with T_min the smallest frequency
// above 0, and the rest of a row is spread evenly. The row of a category that does not occur is
// that of the identity. Invariant where every category occurs.
TransitionMatrix frequency_diagonal(const Frequencies& frequencies, double theta);

// P Q with Q_ij = T_j p_ji / (T P)_i: where P may have led, and back. T P Q = T, so that expected
// frequencies are the original ones. A row of Q that no record reaches is that of the identity.
TransitionMatrix made_invariant(const TransitionMatrix& matrix, const Frequencies& frequencies);

// The expected share of records whose category changes; 0 without records.
double changed_share(const TransitionMatrix& matrix, const Frequencies& frequencies);

// alpha P + (1 - alpha) I, with alpha such that the expected share of changed records is `share`.
// Keeps invariance. Error(unmet) where the share is above that of P itself.
TransitionMatrix with_changed_share(const TransitionMatrix& matrix, const Frequencies& frequencies,
                                    double share);

// Row sums may differ from 1 by so much, which a matrix written with six decimals needs.
constexpr double kRowSumTolerance = 1e-5;

// Everything that keeps a matrix from being a transition matrix, with the numbers of its rows and
// columns (from 1): not square, entries below 0, above 1 or not finite, rows that do not sum to 1.
// `what` begins each message: `column "job"`.
Problems check_stochastic(const TransitionMatrix& matrix, const std::string& what,
                          const Place& place = {});

// Rows divided by their sums, which must be above 0.
TransitionMatrix normalised_rows(TransitionMatrix matrix);

// T P.
Frequencies expected_frequencies(const TransitionMatrix& matrix, const Frequencies& frequencies);

// The unbiased estimate of the original frequencies from those of the release: T' P^-1. An entry
// can come out below 0, which is what having no bias costs. Error(unmet) for a matrix that cannot
// be undone: one that is singular, or so nearly that its inverse is noise.
Frequencies corrected_frequencies(const TransitionMatrix& matrix, const Frequencies& masked);

// The deviation of each of these estimates that the masking causes, estimated from them: square
// roots of the diagonal of P^-T V P^-1, where V = sum_k T_k (diag(p_k) - p_k' p_k) is the
// covariance of the released frequencies. An estimate below 0 counts as 0 in V.
Frequencies correction_deviations(const TransitionMatrix& matrix, const Frequencies& corrected);

// The original table of two columns that were masked independently, from their table in the
// release: P1^-T F P2^-1. The identity stands for a column that was not masked.
Eigen::MatrixXd corrected_table(const TransitionMatrix& of_rows, const Eigen::MatrixXd& masked,
                                const TransitionMatrix& of_columns);

// Entry (i, j) is the probability that a record released with category j had category i, when the
// original frequencies are T: T_i p_ij / (T P)_j. The column of a category that no record is
// released with is 0.
Eigen::MatrixXd posterior(const TransitionMatrix& matrix, const Frequencies& frequencies);

}  // namespace lethe
