// Moments of data to which noise of a known kind was added: what an analyst who is told the noise
// gets back, and how large the noise itself was.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "lethe/algo/statistics/moments.h"

namespace lethe {

// Noise of mean 0. With C the covariances of the data before it, its own covariances are
//   independent:  share_j^2 C_jj on the diagonal, 0 elsewhere
//   correlated:   share_i share_j C_ij
// so that share_j is its deviation in deviations of column j; 0 for a column without noise.
struct NoiseModel {
    bool correlated = false;
    std::vector<double> share;  // per column
};

// The covariances of columns as they are; pairs over the rows where both are there.
Eigen::MatrixXd covariances(const Moments& moments);

// The covariances before the noise was added; of several models the last was added last. The
// expectation of the noisy covariances is undone exactly, so the estimate has no bias; its sampling
// error is that of the noisy ones. Error(internal) for a model of other columns.
Eigen::MatrixXd without_noise(Eigen::MatrixXd covariances, std::span<const NoiseModel> noise);

// The correlation of two columns; nothing where one of them has no variance. Undoing noise can give
// one beyond 1: it is cut there, and `cut` says so.
struct Correlation {
    double value = 0;
    bool cut = false;
};
std::optional<Correlation> correlation(const Eigen::MatrixXd& covariances, Eigen::Index i,
                                       Eigen::Index j);

}  // namespace lethe
