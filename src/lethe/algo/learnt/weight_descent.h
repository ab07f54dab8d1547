// Weights of columns learnt from some true links by gradient descent on mini-batches: an attack
// that works on releases of any size, without a proof. See weight_descent.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

struct WeightDescentOptions {
    std::int64_t steps = 150;  // batches, at most
    std::int64_t batch = 64;   // people of a batch
    std::int64_t rivals = 8;   // nearest other records that a person is told from
    double rate = 0.15;        // of the logarithms of the weights
    // About how many differences of one column may be looked at: fewer batches where the release is
    // large, at least a few.
    std::int64_t work = std::int64_t{6} << 30;
};

struct WeightDescent {
    std::vector<double> weights;  // sum to 1
    std::int64_t steps = 0;       // batches that were learnt from
};

// Weights of the squared differences, from the people of `records`, each told from the whole of the
// release; begins at the inverse of the mean squared difference of true pairs. Deterministic.
WeightDescent learn_weights(const Context& context, const AlignedRecords& records,
                            const Random& random, const WeightDescentOptions& options = {});

// 1 / mean squared difference of the true pairs, summing to 1.
std::vector<double> inverse_noise_weights(const AlignedRecords& records);

}  // namespace lethe
