// The best probabilities of substitution and of keeping under a bound on the risk.
#pragma once

namespace lethe::mask {

struct MasscProbabilities {
    double substitute = 0;
    double keep = 1;
};

// What a stratum loses, a record: the variance that subsampling adds to a weighted count,
// (1 - q) / q, and the square of the share of records that substitution puts in a wrong place, s,
// in proportion to a weight.
double massc_loss(const MasscProbabilities& probabilities, double bias_weight);

// The least loss with q (1 - s) <= bound, 0 < q <= 1, 0 <= s <= 1. The bound is at least 0.
MasscProbabilities best_massc_probabilities(double bound, double bias_weight);

}  // namespace lethe::mask
