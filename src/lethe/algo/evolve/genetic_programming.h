// Genetic programming: formulas bred for a low score. See genetic_programming.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/formula.h"
#include "lethe/algo/evolve/formula_trees.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"

namespace lethe {

// Called from several threads at once; the same formula always gets the same score.
using FormulaFitness = std::function<GenomeScore(const Formula&)>;

enum class Succession {
    steady_state,  // offspring take the places of tournament losers that they beat
    generational,  // children, whatever their scores, take the places of the worst
};

struct ProgrammingOptions {
    TreeLimits limits;
    std::int64_t population = 100;
    std::int64_t tournament = 4;
    double crossover = 0.5;  // otherwise one of the mutations
    Succession succession = Succession::steady_state;
    double gap = 1;              // of generational: share of the population that is replaced
    std::int64_t elite = 0;      // of generational: the best, which stay
    std::vector<Formula> given;  // in the first population, before random ones
    StopRules stop;
};

template <>
struct GenomeJson<Formula> {
    static Json save(const Formula& formula);
    static Formula load(const Json& json);
};

template <>
struct GenomeDiversity<Formula> {
    static double of(const std::vector<Individual<Formula>>& population);
};

using ProgrammingState = EvolutionState<Formula>;

// Goes on from `state`, or from a first population, until a stop rule holds. `on_generation` is
// called after the first population and after every generation. The result depends on the options,
// the fitness and the random source alone: not on threads, and not on whether the run was saved
// and loaded on the way (time limits apart). Error(usage) for a population below 2, a tournament
// below 2, a depth limit below 1 or a given formula that is deeper.
ProgrammingState breed_formulas(const Context& context, const ProgrammingOptions& options,
                                const FormulaFitness& fitness, const Random& random,
                                std::optional<ProgrammingState> state = std::nullopt,
                                const GenerationSink<Formula>& on_generation = {});

}  // namespace lethe
