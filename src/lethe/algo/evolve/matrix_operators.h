// Variation of PRAM matrices: every result is a transition matrix again.
//
// Rows are varied as whole numbers that sum to a scale Q, so that a matrix has few decimals and its
// rows are stochastic to the last one; the invariance-preserving mutation works on the numbers
// themselves. See matrix_operators.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/statistics/transition_matrix.h"
#include "lethe/core/random.h"

namespace lethe {

// Where each diagonal entry may be.
struct DiagonalBounds {
    double least = 0;
    double greatest = 1;
};

// Whole numbers that sum to the total, in proportion to the weights, by largest remainders; equal
// remainders: the earlier first. Weights of 0 alone count as equal.
std::vector<std::int64_t> apportion(std::span<const double> weights, std::int64_t total);

// The matrix with each row in multiples of 1 / scale.
TransitionMatrix rounded_rows(const TransitionMatrix& matrix, std::int64_t scale);

// Entry (k, l) becomes value / scale, the others of its row share the rest as they did before, or
// evenly where they were all 0.
void set_entry(TransitionMatrix& matrix, Eigen::Index k, Eigen::Index l, std::int64_t value,
               std::int64_t scale);

// Each diagonal entry that is out of bounds goes to the nearest multiple of 1 / scale within.
void bound_diagonal(TransitionMatrix& matrix, const DiagonalBounds& bounds, std::int64_t scale);

// How far a mutation goes.
enum class Reach {
    any,   // any other value
    near,  // at most a twentieth of the scale
};

// A random entry of the matrix to a random other value.
void mutate_entry(Draws& draws, TransitionMatrix& matrix, Reach reach, std::int64_t scale);

// Two random entries of a random row change places.
void swap_entries(Draws& draws, TransitionMatrix& matrix);

// Two tuples of matrices exchange a random set of rows, each row with probability 1/2.
void exchange_rows(Draws& draws, std::span<TransitionMatrix> first,
                   std::span<TransitionMatrix> second);

// For matrices with T R = T, which stays so, as do row sums: at the crossings of two random rows
// and two random columns a random amount is moved, within bounds.
void mutate_invariant(Draws& draws, TransitionMatrix& matrix, const Frequencies& frequencies,
                      const DiagonalBounds& bounds);

// first := w first + (1 - w) second and second := the other way round, with a random w in [0, 1):
// keeps invariance and bounds.
void mix(Draws& draws, std::span<TransitionMatrix> first, std::span<TransitionMatrix> second);

}  // namespace lethe
