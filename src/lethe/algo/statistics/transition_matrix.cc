#include "lethe/algo/statistics/transition_matrix.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

void check_sizes(const TransitionMatrix& matrix, Index categories) {
    if (matrix.rows() != categories || matrix.cols() != categories) {
        throw Error(ErrorKind::internal, "a transition matrix of other categories");
    }
}

// Below this reciprocal condition number the inverse magnifies rounding and sampling errors alike
// by a factor of a million and more: a corrected table would be noise.
constexpr double kLeastCondition = 1e-6;

Eigen::PartialPivLU<MatrixXd> invertible(const TransitionMatrix& matrix) {
    Eigen::PartialPivLU<MatrixXd> factors((MatrixXd(matrix)));
    if (matrix.size() > 0 && !(factors.rcond() >= kLeastCondition)) {
        throw Error(ErrorKind::unmet,
                    "the transition matrix cannot be undone: it is singular or nearly so, since "
                    "different original frequencies lead to the same released ones");
    }
    return factors;
}

}  // namespace

Frequencies frequencies(std::span<const std::int64_t> counts) {
    Frequencies result(std::ssize(counts));
    for (Index k = 0; k < result.size(); ++k) {
        result[k] = static_cast<double>(counts[static_cast<std::size_t>(k)]);
    }
    return result;
}

TransitionMatrix even_diagonal(Index categories, double p) {
    if (categories < 2) return TransitionMatrix::Identity(categories, categories);
    TransitionMatrix matrix = TransitionMatrix::Constant(
        categories, categories, (1 - p) / static_cast<double>(categories - 1));
    matrix.diagonal().setConstant(p);
    return matrix;
}

TransitionMatrix constant_diagonal(const Frequencies& frequencies, double p) {
    const Index categories = frequencies.size();
    const double records = frequencies.sum();
    TransitionMatrix matrix = TransitionMatrix::Identity(categories, categories);
    for (Index k = 0; k < categories; ++k) {
        const double others = records - frequencies[k];
        if (others <= 0 || categories < 2) continue;
        for (Index l = 0; l < categories; ++l) {
            if (l == k) {
                matrix(k, l) = p;
            } else if (categories == 2) {
                matrix(k, l) = 1 - p;
            } else {
                matrix(k, l) = (1 - p) * (others - frequencies[l]) /
                               (static_cast<double>(categories - 2) * others);
            }
        }
    }
    return matrix;
}

TransitionMatrix frequency_diagonal(const Frequencies& frequencies, double theta) {
    const Index categories = frequencies.size();
    TransitionMatrix matrix = TransitionMatrix::Identity(categories, categories);
    if (categories < 2) return matrix;
    double least = 0;
    for (const double frequency : frequencies) {
        if (frequency > 0 && (least == 0 || frequency < least)) least = frequency;
    }
    for (Index k = 0; k < categories; ++k) {
        if (!(frequencies[k] > 0)) continue;
        const double leaving = theta * least / frequencies[k];
        matrix.row(k).setConstant(leaving / static_cast<double>(categories - 1));
        matrix(k, k) = 1 - leaving;
    }
    return matrix;
}

TransitionMatrix made_invariant(const TransitionMatrix& matrix, const Frequencies& frequencies) {
    const Frequencies expected = expected_frequencies(matrix, frequencies);
    TransitionMatrix back = TransitionMatrix::Identity(matrix.rows(), matrix.cols());
    for (Index i = 0; i < back.rows(); ++i) {
        if (!(expected[i] > 0)) continue;
        back.row(i) = frequencies.cwiseProduct(matrix.col(i).transpose()) / expected[i];
    }
    return normalised_rows(matrix * back);
}

double changed_share(const TransitionMatrix& matrix, const Frequencies& frequencies) {
    check_sizes(matrix, frequencies.size());
    const double records = frequencies.sum();
    if (!(records > 0)) return 0;
    double changed = 0;
    for (Index k = 0; k < frequencies.size(); ++k) changed += frequencies[k] * (1 - matrix(k, k));
    return changed / records;
}

TransitionMatrix with_changed_share(const TransitionMatrix& matrix, const Frequencies& frequencies,
                                    double share) {
    const double most = changed_share(matrix, frequencies);
    if (share > most) {
        throw Error(ErrorKind::unmet,
                    fmt::format("a share of {} changed records is out of reach: this matrix "
                                "changes {:.6g} of them",
                                number_text(share), most));
    }
    const double alpha = share > 0 ? share / most : 0;
    TransitionMatrix result = alpha * matrix;
    result.diagonal().array() += 1 - alpha;
    return result;
}

Problems check_stochastic(const TransitionMatrix& matrix, const std::string& what,
                          const Place& place) {
    Problems problems;
    const auto add = [&](const std::string& message) {
        problems.push_back({what + ": " + message, place});
    };
    if (matrix.rows() != matrix.cols()) {
        add(fmt::format("the transition matrix has {} rows and {} columns; it must be square",
                        matrix.rows(), matrix.cols()));
    }
    for (Index k = 0; k < matrix.rows(); ++k) {
        bool within = true;
        for (Index l = 0; l < matrix.cols(); ++l) {
            const double entry = matrix(k, l);
            if (entry >= 0 && entry <= 1 + kRowSumTolerance) continue;
            within = false;
            add(
                fmt::format("row {} of the transition matrix has {} in column {}; it must be "
                            "between 0 and 1",
                            k + 1, number_text(entry), l + 1));
        }
        const double sum = matrix.row(k).sum();
        if (within && !(std::fabs(sum - 1) <= kRowSumTolerance)) {
            add(fmt::format("row {} of the transition matrix sums to {:.6g}; it must sum to 1",
                            k + 1, sum));
        }
    }
    return problems;
}

TransitionMatrix normalised_rows(TransitionMatrix matrix) {
    for (Index k = 0; k < matrix.rows(); ++k) matrix.row(k) /= matrix.row(k).sum();
    return matrix;
}

Frequencies expected_frequencies(const TransitionMatrix& matrix, const Frequencies& frequencies) {
    check_sizes(matrix, frequencies.size());
    return frequencies * matrix;
}

Frequencies corrected_frequencies(const TransitionMatrix& matrix, const Frequencies& masked) {
    check_sizes(matrix, masked.size());
    return invertible(matrix.transpose()).solve(masked.transpose()).transpose();
}

Frequencies correction_deviations(const TransitionMatrix& matrix, const Frequencies& corrected) {
    check_sizes(matrix, corrected.size());
    const Frequencies counts = corrected.cwiseMax(0);
    const MatrixXd dense = matrix;
    const MatrixXd released =
        MatrixXd((counts * dense).asDiagonal()) - dense.transpose() * counts.asDiagonal() * dense;
    const auto factors = invertible(matrix.transpose());
    const MatrixXd half = factors.solve(released);
    const MatrixXd covariance = factors.solve(half.transpose());
    return covariance.diagonal().cwiseMax(0).cwiseSqrt().transpose();
}

Eigen::MatrixXd corrected_table(const TransitionMatrix& of_rows, const MatrixXd& masked,
                                const TransitionMatrix& of_columns) {
    check_sizes(of_rows, masked.rows());
    check_sizes(of_columns, masked.cols());
    const MatrixXd half = invertible(of_rows.transpose()).solve(masked);
    return invertible(of_columns.transpose()).solve(half.transpose()).transpose();
}

Eigen::MatrixXd posterior(const TransitionMatrix& matrix, const Frequencies& frequencies) {
    const Frequencies expected = expected_frequencies(matrix, frequencies);
    MatrixXd result = MatrixXd::Zero(matrix.rows(), matrix.cols());
    for (Index j = 0; j < result.cols(); ++j) {
        if (!(expected[j] > 0)) continue;
        result.col(j) = frequencies.transpose().cwiseProduct(matrix.col(j)) / expected[j];
    }
    return result;
}

}  // namespace lethe
