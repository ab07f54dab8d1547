// The five relative differences of Domingo-Ferrer and Torra: values, means, covariances, variances,
// correlations. Each is a mean over cells of |original - masked| / |original|.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/statistics/moments.h"
#include "lethe/method/comparison.h"

namespace lethe::loss {

// A cell whose original is 0 has no relative difference: it is skipped and counted. A statistic
// counts as 0 when it is below 1e-12 of its scale, which is what rounding leaves of a 0.
struct RelativeLoss {
    double sum = 0;
    std::int64_t cells = 0;
    std::int64_t skipped = 0;
    std::int64_t missing = 0;  // cells that are missing in either table

    void add(double original, double masked, double scale);
    void add(const RelativeLoss& other);
    double percent() const;
};

RelativeLoss total(const std::vector<RelativeLoss>& parts);

enum class Zero {
    skip,    // |x - y| / |x|, cells with x = 0 skipped
    scaled,  // |x - y| / (sqrt(2) sd), as Yancey, Winkler and Creecy propose
};

// One a column.
std::vector<RelativeLoss> value_losses(const Context& context, const NumericColumns& columns,
                                       Zero zero);
std::vector<RelativeLoss> mean_losses(const Moments& original, const Moments& masked);
std::vector<RelativeLoss> variance_losses(const Moments& original, const Moments& masked);
// Over the pairs of columns, with the diagonal for covariances and without for correlations. A
// correlation that a constant masked column has lost counts as 0.
RelativeLoss covariance_loss(const Moments& original, const Moments& masked);
RelativeLoss correlation_loss(const Moments& original, const Moments& masked);

// A measurement of `loss`, with the percentages of the columns where they are given.
Measurement measured(const AssessInput& input, const RelativeLoss& loss,
                     const std::vector<RelativeLoss>& columns = {});

// What the measures of statistics share: moments of each table whole.
struct MomentPair {
    Moments original;
    Moments masked;
};
MomentPair moments_of(const AssessInput& input, int order);

}  // namespace lethe::loss
