// With b < 1 the bound is met exactly: where q (1 - s) is below it, less substitution, or more
// records, would lose less. So s = 1 - b / q, and with t = 1 / q, from 1 (all records are kept) to
// 1 / b (none is substituted), the loss is
//
//   t - 1 + w (1 - b t)^2,
//
// a parabola in t. Its lowest point is t = (1 - 1 / (2 w b)) / b, or the end of the range that is
// nearer to it. A small weight, or a strict bound, is met by substitution alone.
#include "lethe/table/mask/parts/massc_probabilities.h"

#include <algorithm>

namespace lethe::mask {

double massc_loss(const MasscProbabilities& probabilities, double bias_weight) {
    return (1 - probabilities.keep) / probabilities.keep +
           bias_weight * probabilities.substitute * probabilities.substitute;
}

MasscProbabilities best_massc_probabilities(double bound, double bias_weight) {
    if (bound >= 1) return {0, 1};
    if (!(bound > 0) || !(bias_weight > 0)) return {1 - std::max(0.0, bound), 1};
    const double lowest = (1 - 1 / (2 * bias_weight * bound)) / bound;
    const double t = std::clamp(lowest, 1.0, 1 / bound);
    return {std::max(0.0, 1 - bound * t), 1 / t};
}

}  // namespace lethe::mask
