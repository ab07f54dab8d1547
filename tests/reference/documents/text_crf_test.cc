// The conditional random field against a sum over all sequences of labels.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "lethe/core/random.h"
#include "lethe/documents/find/model/crf.h"

namespace lethe::documents {
namespace {

struct CrfProblem {
    CrfTransitions transitions;
    std::vector<float> scores;
    std::size_t tokens = 0;
};

CrfProblem random_problem(Draws& draws) {
    CrfProblem problem;
    const auto labels = 1 + draws.below(4);
    problem.tokens = 1 + draws.below(5);
    problem.transitions.labels = static_cast<int>(labels);
    const auto weight = [&] { return static_cast<float>(4 * draws.uniform() - 2); };
    for (std::size_t i = 0; i < labels * labels; ++i) {
        const bool forbidden = i % (labels + 1) != 0 && draws.uniform() < 0.2;
        problem.transitions.weight.push_back(forbidden ? CrfTransitions::kForbidden : weight());
    }
    for (std::size_t i = 0; i < labels; ++i) problem.transitions.start.push_back(weight());
    for (std::size_t i = 0; i < labels * problem.tokens; ++i) problem.scores.push_back(weight());
    return problem;
}

struct Truth {
    std::vector<double> marginals;
    double log_normaliser = 0;
    double best = -1e300;
};

double weight_of(const CrfProblem& problem, const std::vector<std::uint8_t>& labels) {
    const auto n = static_cast<std::size_t>(problem.transitions.labels);
    double sum = problem.transitions.start[labels[0]];
    for (std::size_t t = 0; t < labels.size(); ++t) {
        sum += problem.scores[t * n + labels[t]];
        if (t > 0) sum += problem.transitions.weight[labels[t - 1] * n + labels[t]];
    }
    return sum;
}

Truth truth_of(const CrfProblem& problem) {
    const auto n = static_cast<std::size_t>(problem.transitions.labels);
    Truth truth;
    truth.marginals.assign(problem.scores.size(), 0);
    std::vector<std::uint8_t> labels(problem.tokens, 0);
    double normaliser = 0;
    for (;;) {
        const double weight = weight_of(problem, labels);
        const double mass = std::exp(weight);
        normaliser += mass;
        truth.best = std::max(truth.best, weight);
        for (std::size_t t = 0; t < problem.tokens; ++t) truth.marginals[t * n + labels[t]] += mass;
        std::size_t t = 0;
        while (t < problem.tokens && ++labels[t] == n) labels[t++] = 0;
        if (t == problem.tokens) break;
    }
    for (double& mass : truth.marginals) mass /= normaliser;
    truth.log_normaliser = std::log(normaliser);
    return truth;
}

TEST(Crf, marginals_and_best_sequence_are_those_of_all_sequences) {
    const Stream stream = Random(7).stream("crf");
    for (int round = 0; round < 3000; ++round) {
        Draws draws = stream.at(round);
        const CrfProblem problem = random_problem(draws);
        const Truth truth = truth_of(problem);
        const std::vector<std::uint8_t> best = crf_best(problem.transitions, problem.scores);
        EXPECT_NEAR(weight_of(problem, best), truth.best, 1e-4);
        std::vector<float> scores = problem.scores;
        EXPECT_NEAR(crf_marginals(problem.transitions, scores), truth.log_normaliser, 1e-4);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            ASSERT_NEAR(scores[i], truth.marginals[i], 1e-4) << "round " << round;
        }
    }
}

TEST(Crf, long_sequences_neither_vanish_nor_overflow) {
    CrfTransitions transitions{2, {3, -3, -3, 3}, {0, 0}};
    std::vector<float> scores(200000, 40);
    for (std::size_t t = 0; t < 100000; ++t) scores[2 * t] = t % 2 == 0 ? -40.0F : 60.0F;
    crf_marginals(transitions, scores);
    for (std::size_t t = 0; t < 100000; ++t) {
        ASSERT_NEAR(scores[2 * t] + scores[2 * t + 1], 1, 1e-4);
    }
}

TEST(Crf, learns_what_features_and_neighbours_say) {
    // Label 1 begins after feature 0 and goes on (label 2) until feature 1.
    std::vector<CrfSequence> sequences;
    const Stream stream = Random(3).stream("learn");
    for (int i = 0; i < 200; ++i) {
        Draws draws = stream.at(i);
        CrfSequence sequence;
        bool inside = false;
        for (int t = 0; t < 12; ++t) {
            const auto feature = static_cast<std::uint32_t>(draws.below(4));
            const bool begins = !inside && feature == 0;
            sequence.labels.push_back(begins ? 1 : inside && feature != 1 ? 2 : 0);
            inside = begins || (inside && feature != 1);
            sequence.features.push_back(feature);
            sequence.begin.push_back(static_cast<std::uint32_t>(sequence.features.size()));
        }
        sequences.push_back(std::move(sequence));
    }
    CrfTransitions start{3, std::vector<float>(9, 0), {0, 0, CrfTransitions::kForbidden}};
    start.weight[0 * 3 + 2] = CrfTransitions::kForbidden;
    const CrfTraining training{.epochs = 20, .rate = 0.2, .decay = 0, .seed = 1};
    const Crf crf = train_crf(Context{}, start, 4, sequences, training);
    EXPECT_EQ(crf.transitions.weight[2], CrfTransitions::kForbidden);
    int wrong = 0;
    std::vector<float> scores;
    for (const CrfSequence& sequence : sequences) {
        crf.scores_of(sequence, scores);
        const std::vector<std::uint8_t> best = crf_best(crf.transitions, scores);
        for (std::size_t t = 0; t < best.size(); ++t) wrong += best[t] != sequence.labels[t];
    }
    EXPECT_LT(wrong, 24);  // of 2,400
    const Crf again = train_crf(Context{}, start, 4, sequences, training);
    EXPECT_EQ(again.weights, crf.weights);
}

}  // namespace
}  // namespace lethe::documents
