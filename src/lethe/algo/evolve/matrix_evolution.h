// PRAM matrices bred for a low score: a tuple of matrices, one a column, is one individual.
// See matrix_evolution.cc.
//
// Marés, Torra: PRAM optimization using an evolutionary algorithm, 2010.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/matrix_operators.h"
#include "lethe/algo/statistics/transition_matrix.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe {

using Matrices = std::vector<TransitionMatrix>;

Json matrix_to_json(const TransitionMatrix& matrix);  // a list of rows

template <>
struct GenomeJson<Matrices> {
    static Json save(const Matrices& matrices);
    static Matrices load(const Json& json);
};

template <>
struct GenomeDiversity<Matrices> {
    static double of(const std::vector<Individual<Matrices>>& population);
};

enum class MatrixCrossover {
    within,   // two entries of a row change places: each individual is a line of its own
    between,  // two individuals exchange rows; invariant ones are mixed
};

struct MatrixBreeding {
    std::int64_t scale = 1000;  // rows are varied in multiples of 1 / scale
    bool invariant = false;     // T R = T for every individual
    DiagonalBounds diagonal;
    MatrixCrossover crossover = MatrixCrossover::within;
    double mutation = 0.5;        // otherwise crossover; of both: the rate of mutation
    bool both = false;            // crossover and then mutation, each at its rate
    double crossover_rate = 0.7;  // of both
    bool adapt = false;           // otherwise: the share of mutations follows what they bring
    bool duplicates = true;       // whether a child may equal an individual
    double near = 0.5;            // of the mutations: those that change an entry by little
    StopRules stop;
};

struct StartMatrices {
    std::string label;
    Matrices matrices;
};

// The classical matrices of some columns: constant diagonal p = 0.1 .. 0.9, frequency-dependent
// diagonal theta = 0.1 .. 0.9; made invariant, rounded to the scale and brought within the bounds
// as asked. Error(unmet) where no invariant one can be brought within its bounds.
std::vector<StartMatrices> start_matrices(const std::vector<Frequencies>& columns,
                                          const MatrixBreeding& breeding);

// Called from several threads at once; the same matrices always get the same score.
using MatrixFitness = std::function<GenomeScore(const Matrices&)>;

// Goes on from `state`, or from the start matrices, until a stop rule holds; see breed_formulas for
// what is promised. Every individual is a tuple of transition matrices within the bounds.
EvolutionState<Matrices> breed_matrices(
    const Context& context, const MatrixBreeding& breeding, const std::vector<Frequencies>& columns,
    const std::vector<StartMatrices>& start, const MatrixFitness& fitness, const Random& random,
    std::optional<EvolutionState<Matrices>> state = std::nullopt,
    const GenerationSink<Matrices>& on_generation = {});

}  // namespace lethe
