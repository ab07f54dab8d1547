// Transition matrices: the worked examples of the specification, edges, and what an analyst gets
// back.
#include "lethe/algo/statistics/transition_matrix.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/category_counts.h"
#include "support.h"

namespace lethe {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using MatrixRows = std::vector<std::vector<double>>;

TransitionMatrix matrix_of(const MatrixRows& rows) {
    TransitionMatrix matrix(std::ssize(rows), std::ssize(rows.front()));
    for (Index k = 0; k < matrix.rows(); ++k) {
        for (Index l = 0; l < matrix.cols(); ++l) {
            matrix(k, l) = rows[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)];
        }
    }
    return matrix;
}

Frequencies vector_of(const std::vector<double>& values) {
    return Eigen::Map<const Frequencies>(values.data(), std::ssize(values));
}

void expect_near(const MatrixXd& got, const MatrixRows& wanted, double tolerance) {
    const MatrixXd expected = matrix_of(wanted);
    ASSERT_EQ(got.rows(), expected.rows());
    ASSERT_EQ(got.cols(), expected.cols());
    EXPECT_LE((got - expected).cwiseAbs().maxCoeff(), tolerance) << got;
}

void transition_matrix_expect_stochastic(const TransitionMatrix& matrix) {
    EXPECT_GE(matrix.minCoeff(), 0);
    for (Index k = 0; k < matrix.rows(); ++k) EXPECT_NEAR(matrix.row(k).sum(), 1, 1e-12);
}

const Frequencies kExample = vector_of({50, 30, 20});

TransitionMatrix example() { return constant_diagonal(kExample, 0.6); }

TEST(TransitionMatrix, ConstantDiagonalOfTheExample) {
    expect_near(example(), {{0.6, 0.16, 0.24}, {0.114286, 0.6, 0.285714}, {0.15, 0.25, 0.6}}, 5e-7);
    expect_near(expected_frequencies(example(), kExample), {{36.428571, 31, 32.571429}}, 5e-7);
}

TEST(TransitionMatrix, FrequencyDiagonalOfTheExampleIsInvariant) {
    const TransitionMatrix matrix = frequency_diagonal(kExample, 0.5);
    expect_near(matrix, {{0.8, 0.1, 0.1}, {1.0 / 6, 2.0 / 3, 1.0 / 6}, {0.25, 0.25, 0.5}}, 1e-15);
    expect_near(expected_frequencies(matrix, kExample), {{50, 30, 20}}, 1e-12);
}

TEST(TransitionMatrix, TwoStepsMakeTheExampleInvariant) {
    const TransitionMatrix matrix = made_invariant(example(), kExample);
    expect_near(matrix,
                {{0.623829, 0.212532, 0.163639},
                 {0.354220, 0.434331, 0.211449},
                 {0.409098, 0.317174, 0.273728}},
                5e-7);
    expect_near(expected_frequencies(matrix, kExample), {{50, 30, 20}}, 1e-12);
    EXPECT_NEAR(1 - changed_share(matrix, kExample), 0.4969596, 5e-8);
}

TEST(TransitionMatrix, ChangedShareOfTheExample) {
    const TransitionMatrix invariant = made_invariant(example(), kExample);
    const TransitionMatrix matrix = with_changed_share(invariant, kExample, 0.2);
    EXPECT_NEAR(matrix(0, 0), 0.850441, 5e-7);
    EXPECT_NEAR(matrix(1, 1), 0.775100, 5e-7);
    EXPECT_NEAR(matrix(2, 2), 0.711247, 5e-7);
    EXPECT_NEAR(matrix(0, 1) / invariant(0, 1), 0.397582, 5e-7);
    EXPECT_NEAR(changed_share(matrix, kExample), 0.2, 1e-15);
    expect_near(expected_frequencies(matrix, kExample), {{50, 30, 20}}, 1e-12);
    expect_near(with_changed_share(invariant, kExample, 0), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0);
}

TEST(TransitionMatrix, ShareOutOfReach) {
    try {
        with_changed_share(frequency_diagonal(kExample, 0.5), kExample, 0.5);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), HasSubstr("changes 0.3 of them"));
    }
}

TEST(TransitionMatrix, EdgesOfTheConstantDiagonal) {
    expect_near(constant_diagonal(vector_of({7, 3}), 0.8), {{0.8, 0.2}, {0.2, 0.8}}, 1e-15);
    expect_near(constant_diagonal(vector_of({5}), 0.3), {{1}}, 0);
    expect_near(constant_diagonal(vector_of({0, 9, 0}), 0.5),
                {{0.5, 0, 0.5}, {0, 1, 0}, {0.5, 0, 0.5}}, 1e-15);
    expect_near(constant_diagonal(vector_of({0, 0}), 0.5), {{1, 0}, {0, 1}}, 0);
    EXPECT_EQ(constant_diagonal(vector_of({}), 0.5).size(), 0);
}

TEST(TransitionMatrix, EdgesOfTheFrequencyDiagonal) {
    expect_near(frequency_diagonal(vector_of({8, 0, 2}), 1),
                {{0.75, 0.125, 0.125}, {0, 1, 0}, {0.5, 0.5, 0}}, 1e-15);
    expect_near(frequency_diagonal(vector_of({5}), 1), {{1}}, 0);
    expect_near(frequency_diagonal(vector_of({0, 0}), 1), {{1, 0}, {0, 1}}, 0);
}

// Any frequencies, zeros among them, and any of the two types.
TEST(TransitionMatrix, AlwaysStochasticAndInvariantWhereAsked) {
    for (std::int64_t trial = 0; trial < 3000; ++trial) {
        Draws draws = Random(5).stream("trial").at(trial);
        const auto categories = static_cast<Index>(1 + draws.below(8));
        Frequencies counts(categories);
        for (double& count : counts) count = static_cast<double>(draws.below(4) * draws.below(30));
        const double level = draws.uniform();
        const TransitionMatrix matrix = draws.below(2) == 0 ? constant_diagonal(counts, level)
                                                            : frequency_diagonal(counts, level);
        const TransitionMatrix invariant = made_invariant(matrix, counts);
        const TransitionMatrix damped =
            with_changed_share(invariant, counts, level * changed_share(invariant, counts));
        for (const TransitionMatrix& each : {matrix, invariant, damped}) {
            transition_matrix_expect_stochastic(each);
            EXPECT_THAT(check_stochastic(each, "x"), IsEmpty());
        }
        for (const TransitionMatrix& each : {invariant, damped}) {
            EXPECT_LE((expected_frequencies(each, counts) - counts).cwiseAbs().maxCoeff(), 1e-10);
        }
        if (counts.minCoeff() > 0) {
            const Frequencies kept =
                expected_frequencies(frequency_diagonal(counts, level), counts);
            EXPECT_LE((kept - counts).cwiseAbs().maxCoeff(), 1e-10);
        }
        const MatrixXd back = posterior(matrix, counts);
        const Frequencies expected = expected_frequencies(matrix, counts);
        for (Index j = 0; j < categories; ++j) {
            EXPECT_NEAR(back.col(j).sum(), expected[j] > 0 ? 1 : 0, 1e-12);
        }
    }
}

TEST(TransitionMatrix, EveryProblemIsNamed) {
    const Problems problems = check_stochastic(
        matrix_of({{0.5, 0.4}, {1.2, -0.2}, {std::numeric_limits<double>::quiet_NaN(), 1}}),
        "column \"job\"", {"policy.toml", 3, 0, "matrix"});
    ASSERT_EQ(problems.size(), 5U);
    EXPECT_EQ(problems[0].message,
              "column \"job\": the transition matrix has 3 rows and 2 columns; it must be square");
    EXPECT_EQ(problems[1].message,
              "column \"job\": row 1 of the transition matrix sums to 0.9; it must sum to 1");
    EXPECT_THAT(problems[2].message, HasSubstr("row 2 of the transition matrix has 1.2 in column "
                                               "1; it must be between 0 and 1"));
    EXPECT_THAT(problems[3].message, HasSubstr("has -0.2 in column 2"));
    EXPECT_THAT(problems[4].message, HasSubstr("row 3"));
    EXPECT_EQ(problems[4].place.line, 3);
}

TEST(TransitionMatrix, SixDecimalsAreEnough) {
    const TransitionMatrix thirds = TransitionMatrix::Constant(3, 3, 0.333333);
    EXPECT_THAT(check_stochastic(thirds, "x"), IsEmpty());
    transition_matrix_expect_stochastic(normalised_rows(thirds));
}

// From the expected frequencies the original ones come back, also for two columns.
TEST(TransitionMatrix, CorrectionUndoesTheExpectation) {
    expect_near(corrected_frequencies(example(), expected_frequencies(example(), kExample)),
                {{50, 30, 20}}, 1e-12);
    const TransitionMatrix other = constant_diagonal(vector_of({60, 40}), 0.9);
    const MatrixXd table = matrix_of({{30, 20}, {25, 5}, {5, 15}});
    const MatrixXd masked = example().transpose() * table * other;
    expect_near(corrected_table(example(), masked, other), {{30, 20}, {25, 5}, {5, 15}}, 1e-12);
}

TEST(TransitionMatrix, WhatCannotBeUndone) {
    const TransitionMatrix even = constant_diagonal(vector_of({6, 4}), 0.5);
    try {
        corrected_frequencies(even, vector_of({5, 5}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), HasSubstr("cannot be undone"));
    }
    EXPECT_THROW(corrected_frequencies(example(), vector_of({5, 5})), Error);
}

TEST(TransitionMatrix, PosteriorByHand) {
    expect_near(posterior(matrix_of({{0.75, 0.25}, {0.5, 0.5}}), vector_of({4, 2})),
                {{0.75, 0.5}, {0.25, 0.5}}, 1e-15);
    expect_near(posterior(matrix_of({{1, 0}, {1, 0}}), vector_of({3, 1})), {{0.75, 0}, {0.25, 0}},
                1e-15);
}

TEST(CategoryCounts, MissingIsNotCounted) {
    Validity validity(4);
    validity.set_missing(2);
    const ColumnPtr column = Column::categories(
        "c", Kind::nominal, {1, 1, 0, 2},
        std::make_shared<const Dictionary>(Dictionary{"a", "b", "c", "d"}), validity);
    EXPECT_THAT(category_counts({}, *column), ElementsAre(0, 2, 1, 0));
}

}  // namespace
}  // namespace lethe
