// Let y = x + e with e independent of x and of mean 0. Then Cov(y) = Cov(x) + Cov(e): independent
// noise multiplies the diagonal of C = Cov(x) by 1 + share_j^2 and leaves the rest, correlated
// noise multiplies every C_ij by 1 + share_i share_j. Both are undone by a division. Noise upon
// noise is undone from the last to the first, since each deviation is a share of what it was added
// to.
#include "lethe/algo/statistics/noise_moments.h"

#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"

namespace lethe {

Eigen::MatrixXd covariances(const Moments& moments) {
    const auto size = static_cast<Eigen::Index>(moments.size());
    Eigen::MatrixXd result(size, size);
    for (Eigen::Index j = 0; j < size; ++j) {
        for (Eigen::Index i = 0; i <= j; ++i) {
            result(i, j) = result(j, i) =
                moments.pair(static_cast<std::size_t>(i), static_cast<std::size_t>(j)).covariance();
        }
    }
    return result;
}

Eigen::MatrixXd without_noise(Eigen::MatrixXd covariances, std::span<const NoiseModel> noise) {
    for (std::size_t step = noise.size(); step-- > 0;) {
        const NoiseModel& model = noise[step];
        if (std::ssize(model.share) != covariances.rows()) {
            throw Error(ErrorKind::internal, "noise of other columns");
        }
        const auto share = [&](Eigen::Index j) { return model.share[static_cast<std::size_t>(j)]; };
        for (Eigen::Index j = 0; j < covariances.cols(); ++j) {
            for (Eigen::Index i = 0; i < covariances.rows(); ++i) {
                if (i != j && !model.correlated) continue;
                covariances(i, j) /= 1 + share(i) * share(j);
            }
        }
    }
    return covariances;
}

std::optional<Correlation> correlation(const Eigen::MatrixXd& covariances, Eigen::Index i,
                                       Eigen::Index j) {
    const double scale = std::sqrt(covariances(i, i)) * std::sqrt(covariances(j, j));
    if (!(scale > 0)) return std::nullopt;
    const double value = covariances(i, j) / scale;
    return Correlation{std::clamp(value, -1.0, 1.0), std::fabs(value) > 1 + 1e-12};
}

}  // namespace lethe
