// Learnt weights against a walk: from the weights found, no small step that keeps them above 0 may
// bring the index nearer to the judgements. The problem is convex, so this makes them the best.
#include "lethe/documents/measure/index_weights.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "rounds.h"

namespace lethe::documents {
namespace {

double left_over(const std::vector<IndexExample>& examples, const IndexWeights& by) {
    double sum = 0;
    for (const IndexExample& one : examples) {
        double index = 0;
        for (std::size_t i = 0; i < kIndexParts; ++i) index += by[i] * one.parts[i];
        sum += (one.judged - index) * (one.judged - index);
    }
    return sum;
}

TEST(IndexWeightsReference, NoStepIsBetter) {
    const Stream stream = Random(5).stream("weights");
    std::int64_t learnt = 0;
    for (std::int64_t i = 0; i < test::rounds(1000); ++i) {
        Draws draws = stream.at(i);
        std::vector<IndexExample> examples(8 + draws.below(10));
        for (IndexExample& one : examples) {
            for (double& part : one.parts) part = static_cast<double>(draws.below(201)) - 100;
            one.judged = static_cast<double>(draws.below(201)) - 100;
        }
        LearntWeights found;
        try {
            found = learn_index_weights(examples);
        } catch (const Error&) {
            continue;
        }
        ++learnt;
        IndexWeights best{};
        for (std::size_t p = 0; p < kIndexParts; ++p) {
            best[p] = found.weights[p] * found.scale / 8;
            ASSERT_GE(best[p], 0);
        }
        const double squares = left_over(examples, best);
        EXPECT_NEAR(std::sqrt(squares / static_cast<double>(examples.size())), found.error, 1e-9);
        EXPECT_GE(found.cross_validated, 0);
        for (std::size_t p = 0; p < kIndexParts; ++p) {
            for (const double step : {-1e-3, 1e-3}) {
                IndexWeights other = best;
                other[p] = std::max(0.0, other[p] + step);
                ASSERT_GE(left_over(examples, other), squares * (1 - 1e-9)) << "case " << i;
            }
        }
    }
    EXPECT_GT(learnt, test::rounds(1000) * 9 / 10);
}

TEST(IndexWeightsReference, WhatMadeTheJudgementsIsFound) {
    const IndexWeights made{1, 0, 3, 2, 0.5, 1.5};
    Draws draws = Random(6).stream("made").at(0);
    std::vector<IndexExample> examples(20);
    for (IndexExample& one : examples) {
        for (std::size_t p = 0; p < kIndexParts; ++p) {
            one.parts[p] = static_cast<double>(draws.below(201)) - 100;
            one.judged += one.parts[p] * made[p] / 8;
        }
    }
    const LearntWeights found = learn_index_weights(examples);
    for (std::size_t p = 0; p < kIndexParts; ++p) EXPECT_NEAR(found.weights[p], made[p], 1e-6);
    EXPECT_NEAR(found.cross_validated, 0, 1e-6);
    EXPECT_THROW(learn_index_weights({}), Error);
}

}  // namespace
}  // namespace lethe::documents
