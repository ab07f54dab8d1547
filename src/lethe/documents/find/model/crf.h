// A linear-chain conditional random field (Lafferty, McCallum and Pereira 2001): the probability of
// a sequence of labels is proportional to the exponential of the sum of the weights of its features
// (one row of weights a feature, one weight a label) and of its transitions from label to label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe::documents {

constexpr int kMostLabels = 64;

// Weights of the transitions. A transition that must not happen has weight kForbidden.
struct CrfTransitions {
    int labels = 0;
    std::vector<float> weight;  // from * labels + to
    std::vector<float> start;   // of the first label

    static constexpr float kForbidden = -1e9F;
};

// `scores` holds for each token `labels` sums of weights, and afterwards the probabilities of the
// labels at that token. Returns the logarithm of the normaliser. O(tokens * labels^2).
double crf_marginals(const CrfTransitions& transitions, std::span<float> scores);
// The most probable labels, from sums of weights.
std::vector<std::uint8_t> crf_best(const CrfTransitions& transitions,
                                   std::span<const float> scores);

// A sequence to learn from: the features of token t are features[begin[t]] .. [begin[t + 1]], each
// the number of its row.
struct CrfSequence {
    std::vector<std::uint32_t> begin = {0};
    std::vector<std::uint32_t> features;
    std::vector<std::uint8_t> labels;

    std::size_t size() const { return labels.size(); }
};

struct CrfTraining {
    int epochs = 16;
    double rate = 0.15;   // of AdaGrad
    double decay = 1e-4;  // L2, on the rows that a token touches
    std::uint64_t seed = 1;
};

struct Crf {
    CrfTransitions transitions;  // forbidden ones as given
    std::vector<float> weights;  // row * labels + label

    void scores_of(const CrfSequence& sequence, std::vector<float>& out) const;
};

// Stochastic gradient ascent of the likelihood with AdaGrad steps (Duchi, Hazan and Singer 2011),
// one sequence at a time in an order drawn anew in each epoch; the weights returned are the mean
// over the last half of the epochs. `start` gives the labels and what is forbidden.
Crf train_crf(const Context& context, const CrfTransitions& start, std::size_t rows,
              const std::vector<CrfSequence>& sequences, const CrfTraining& training);

}  // namespace lethe::documents
