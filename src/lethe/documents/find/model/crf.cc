#include "lethe/documents/find/model/crf.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "lethe/core/random.h"

namespace lethe::documents {
namespace {

// Probabilities are kept scaled: each step's forward vector sums to 1, so nothing underflows
// however long the sequence.
constexpr float kSmallest = 1e-30F;

struct Exponentials {
    std::vector<float> transition;  // from * labels + to
    std::vector<float> start;
};

Exponentials exponentials(const CrfTransitions& transitions) {
    Exponentials result;
    result.transition.resize(transitions.weight.size());
    for (std::size_t i = 0; i < transitions.weight.size(); ++i) {
        const float weight = transitions.weight[i];
        result.transition[i] = weight <= CrfTransitions::kForbidden / 2 ? 0 : std::exp(weight);
    }
    result.start.resize(transitions.start.size());
    for (std::size_t i = 0; i < transitions.start.size(); ++i) {
        const float weight = transitions.start[i];
        result.start[i] = weight <= CrfTransitions::kForbidden / 2 ? 0 : std::exp(weight);
    }
    return result;
}

// Forward and backward vectors of a sequence, and the probabilities of labels and transitions.
class Lattice {
  public:
    Lattice(const CrfTransitions& transitions)
        : labels_(static_cast<std::size_t>(transitions.labels)), exp_(exponentials(transitions)) {}

    void refresh(const CrfTransitions& transitions) { exp_ = exponentials(transitions); }

    double run(std::span<float> scores) {
        const std::size_t n = scores.size() / labels_;
        forward_.assign(scores.size(), 0);
        backward_.assign(scores.size(), 0);
        scale_.assign(n, 0);
        double log_normaliser = 0;
        for (std::size_t t = 0; t < n; ++t) {
            float* row = &scores[t * labels_];
            const float top = *std::max_element(row, row + labels_);
            for (std::size_t l = 0; l < labels_; ++l) row[l] = std::exp(row[l] - top);
            float* forward = &forward_[t * labels_];
            if (t == 0) {
                for (std::size_t l = 0; l < labels_; ++l) forward[l] = exp_.start[l] * row[l];
            } else {
                const float* before = forward - labels_;
                for (std::size_t from = 0; from < labels_; ++from) {
                    const float mass = before[from];
                    if (mass < kSmallest) continue;
                    const float* step = &exp_.transition[from * labels_];
                    for (std::size_t l = 0; l < labels_; ++l) forward[l] += mass * step[l];
                }
                for (std::size_t l = 0; l < labels_; ++l) forward[l] *= row[l];
            }
            float sum = 0;
            for (std::size_t l = 0; l < labels_; ++l) sum += forward[l];
            sum = std::max(sum, kSmallest);
            scale_[t] = sum;
            for (std::size_t l = 0; l < labels_; ++l) forward[l] /= sum;
            log_normaliser += std::log(static_cast<double>(sum)) + top;
        }
        if (n == 0) return 0;
        std::vector<float> message(labels_);
        std::fill_n(&backward_[(n - 1) * labels_], labels_, 1.0F);
        for (std::size_t t = n - 1; t-- > 0;) {
            const float* after = &backward_[(t + 1) * labels_];
            const float* row = &scores[(t + 1) * labels_];
            for (std::size_t l = 0; l < labels_; ++l) {
                message[l] = after[l] * row[l] / scale_[t + 1];
            }
            float* backward = &backward_[t * labels_];
            for (std::size_t from = 0; from < labels_; ++from) {
                const float* step = &exp_.transition[from * labels_];
                float sum = 0;
                for (std::size_t l = 0; l < labels_; ++l) sum += step[l] * message[l];
                backward[from] = sum;
            }
        }
        return log_normaliser;
    }

    // Puts the marginals where the exponentials of the scores were.
    void marginals(std::span<float> scores) const {
        for (std::size_t t = 0; t < scale_.size(); ++t) {
            float sum = 0;
            float* row = &scores[t * labels_];
            for (std::size_t l = 0; l < labels_; ++l) {
                row[l] = forward_[t * labels_ + l] * backward_[t * labels_ + l];
                sum += row[l];
            }
            for (std::size_t l = 0; l < labels_; ++l) row[l] /= std::max(sum, kSmallest);
        }
    }

    // The probability of each transition from t - 1 to t, before `marginals` was called.
    void pair(std::span<const float> scores, std::size_t t, std::vector<float>& out) const {
        out.assign(labels_ * labels_, 0);
        const float* row = &scores[t * labels_];
        const float* after = &backward_[t * labels_];
        for (std::size_t from = 0; from < labels_; ++from) {
            const float mass = forward_[(t - 1) * labels_ + from] / scale_[t];
            if (mass < kSmallest) continue;
            const float* step = &exp_.transition[from * labels_];
            for (std::size_t l = 0; l < labels_; ++l) {
                out[from * labels_ + l] = mass * step[l] * row[l] * after[l];
            }
        }
    }

  private:
    std::size_t labels_;
    Exponentials exp_;
    std::vector<float> forward_;
    std::vector<float> backward_;
    std::vector<float> scale_;
};

}  // namespace

double crf_marginals(const CrfTransitions& transitions, std::span<float> scores) {
    Lattice lattice(transitions);
    const double log_normaliser = lattice.run(scores);
    lattice.marginals(scores);
    return log_normaliser;
}

std::vector<std::uint8_t> crf_best(const CrfTransitions& transitions,
                                   std::span<const float> scores) {
    const auto labels = static_cast<std::size_t>(transitions.labels);
    const std::size_t n = scores.size() / labels;
    std::vector<std::uint8_t> best(n);
    if (n == 0) return best;
    std::vector<float> value(transitions.start.begin(), transitions.start.end());
    for (std::size_t l = 0; l < labels; ++l) value[l] += scores[l];
    std::vector<std::uint8_t> from_of(n * labels);
    std::vector<float> next(labels);
    for (std::size_t t = 1; t < n; ++t) {
        for (std::size_t l = 0; l < labels; ++l) {
            std::size_t from = 0;
            float top = -std::numeric_limits<float>::infinity();
            for (std::size_t k = 0; k < labels; ++k) {
                const float candidate = value[k] + transitions.weight[k * labels + l];
                if (candidate > top) {
                    top = candidate;
                    from = k;
                }
            }
            next[l] = top + scores[t * labels + l];
            from_of[t * labels + l] = static_cast<std::uint8_t>(from);
        }
        std::swap(value, next);
    }
    best[n - 1] =
        static_cast<std::uint8_t>(std::max_element(value.begin(), value.end()) - value.begin());
    for (std::size_t t = n - 1; t > 0; --t) best[t - 1] = from_of[t * labels + best[t]];
    return best;
}

void Crf::scores_of(const CrfSequence& sequence, std::vector<float>& out) const {
    const auto labels = static_cast<std::size_t>(transitions.labels);
    out.assign(sequence.size() * labels, 0);
    for (std::size_t t = 0; t < sequence.size(); ++t) {
        float* row = &out[t * labels];
        for (std::uint32_t i = sequence.begin[t]; i < sequence.begin[t + 1]; ++i) {
            const float* weight = &weights[sequence.features[i] * labels];
            for (std::size_t l = 0; l < labels; ++l) row[l] += weight[l];
        }
    }
}

Crf train_crf(const Context& context, const CrfTransitions& start, std::size_t rows,
              const std::vector<CrfSequence>& sequences, const CrfTraining& training) {
    const auto labels = static_cast<std::size_t>(start.labels);
    Crf crf{start, std::vector<float>(rows * labels, 0)};
    Crf mean = crf;
    std::vector<float> squares(rows * labels, 1e-2F);
    std::vector<float> transition_squares(labels * labels, 1e-2F);
    std::vector<float> start_squares(labels, 1e-2F);
    const auto rate = static_cast<float>(training.rate);
    const auto decay = static_cast<float>(training.decay);
    const auto ascend = [&](float& weight, float& square, float gradient) {
        square += gradient * gradient;
        weight += rate * gradient / std::sqrt(square);
    };
    const Random random(training.seed);
    Lattice lattice(crf.transitions);
    std::vector<float> scores;
    std::vector<float> pairs;
    const int first_kept = training.epochs / 2;
    for (int epoch = 0; epoch < training.epochs; ++epoch) {
        const auto order = random_permutation(
            random.part(static_cast<std::uint64_t>(epoch)).stream("order"), std::ssize(sequences));
        for (const std::int64_t index : order) {
            context.check_stop();
            const CrfSequence& sequence = sequences[static_cast<std::size_t>(index)];
            const std::size_t n = sequence.size();
            if (n == 0) continue;
            crf.scores_of(sequence, scores);
            lattice.refresh(crf.transitions);
            lattice.run(scores);
            std::vector<float> expected(labels * labels, 0);
            for (std::size_t t = 1; t < n; ++t) {
                lattice.pair(scores, t, pairs);
                for (std::size_t i = 0; i < pairs.size(); ++i) expected[i] -= pairs[i];
                expected[sequence.labels[t - 1] * labels + sequence.labels[t]] += 1;
            }
            lattice.marginals(scores);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                if (start.weight[i] <= CrfTransitions::kForbidden / 2 || expected[i] == 0) continue;
                ascend(crf.transitions.weight[i], transition_squares[i], expected[i]);
            }
            for (std::size_t l = 0; l < labels; ++l) {
                if (start.start[l] <= CrfTransitions::kForbidden / 2) continue;
                ascend(crf.transitions.start[l], start_squares[l],
                       (sequence.labels[0] == l ? 1.0F : 0.0F) - scores[l]);
            }
            for (std::size_t t = 0; t < n; ++t) {
                float* gradient = &scores[t * labels];
                for (std::size_t l = 0; l < labels; ++l) gradient[l] = -gradient[l];
                gradient[sequence.labels[t]] += 1;
                float size = 0;
                for (std::size_t l = 0; l < labels; ++l) size += std::abs(gradient[l]);
                if (size < 1e-3F) continue;
                for (std::uint32_t i = sequence.begin[t]; i < sequence.begin[t + 1]; ++i) {
                    float* weight = &crf.weights[sequence.features[i] * labels];
                    float* square = &squares[sequence.features[i] * labels];
                    for (std::size_t l = 0; l < labels; ++l) {
                        const float step = gradient[l] - decay * weight[l];
                        square[l] += step * step;
                        weight[l] += rate * step / std::sqrt(square[l]);
                    }
                }
            }
        }
        if (epoch < first_kept) continue;
        for (std::size_t i = 0; i < crf.weights.size(); ++i) mean.weights[i] += crf.weights[i];
        for (std::size_t i = 0; i < labels * labels; ++i) {
            if (start.weight[i] > CrfTransitions::kForbidden / 2) {
                mean.transitions.weight[i] += crf.transitions.weight[i];
            }
        }
        for (std::size_t l = 0; l < labels; ++l) {
            if (start.start[l] > CrfTransitions::kForbidden / 2) {
                mean.transitions.start[l] += crf.transitions.start[l];
            }
        }
    }
    const auto kept = static_cast<float>(training.epochs - first_kept);
    for (float& weight : mean.weights) weight /= kept;
    for (float& weight : mean.transitions.weight) {
        if (weight > CrfTransitions::kForbidden / 2) weight /= kept;
    }
    for (float& weight : mean.transitions.start) {
        if (weight > CrfTransitions::kForbidden / 2) weight /= kept;
    }
    return mean;
}

}  // namespace lethe::documents
