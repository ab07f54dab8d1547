// In a generation every individual of the population gets one child, which takes its place unless
// it is worse; so no place of the population ever gets worse, and the best is never lost. A child
// comes from a mutation or a crossover, or, where that is asked for, from both in turn, each at a
// rate of its own. Crossover within: each place is a line of its
// own, which begins at one of the classical matrices (this is the published algorithm, run from
// several starts at once). Crossover between: individuals are paired at random, and both children
// of a pair compete with the parent in their place.
//
// Matrices that must stay invariant have no crossover within; between, they are mixed.
#include "lethe/algo/evolve/matrix_evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/evolve/diversity.h"
#include "lethe/algo/evolve/operator_rates.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using Eigen::Index;
using MatrixState = EvolutionState<Matrices>;
using BredMatrix = Individual<Matrices>;

// alpha R + (1 - alpha) I with the largest alpha that brings the diagonal up to the least value;
// none where an entry is above the greatest one then. Categories that do not occur are not asked.
std::optional<TransitionMatrix> within_bounds(const TransitionMatrix& matrix,
                                              const Frequencies& frequencies,
                                              const DiagonalBounds& bounds) {
    double alpha = 1;
    for (Index k = 0; k < matrix.rows(); ++k) {
        if (frequencies[k] > 0 && matrix(k, k) < bounds.least) {
            alpha = std::min(alpha, (1 - bounds.least) / (1 - matrix(k, k)));
        }
    }
    const TransitionMatrix identity = TransitionMatrix::Identity(matrix.rows(), matrix.cols());
    TransitionMatrix result = alpha * matrix + (1 - alpha) * identity;
    for (Index k = 0; k < matrix.rows(); ++k) {
        if (frequencies[k] > 0 && result(k, k) > bounds.greatest) return std::nullopt;
    }
    return result;
}

TransitionMatrix invariant(const TransitionMatrix& matrix, const Frequencies& frequencies) {
    const Frequencies moved = expected_frequencies(matrix, frequencies) - frequencies;
    if (moved.cwiseAbs().maxCoeff() <= 1e-12 * frequencies.sum()) return matrix;
    return made_invariant(matrix, frequencies);
}

class Breeder {
  public:
    Breeder(const Context& context, const MatrixBreeding& breeding,
            const std::vector<Frequencies>& columns, const MatrixFitness& fitness,
            const Random& random)
        : context_(context),
          breeding_(breeding),
          columns_(columns),
          fitness_(fitness),
          random_(random) {}

    MatrixState first(const std::vector<StartMatrices>& start) {
        MatrixState state;
        for (const StartMatrices& one : start) state.population.push_back({one.matrices, {}});
        parallel_tasks(context_, std::ssize(state.population), [&](std::int64_t i) {
            BredMatrix& one = state.population[at(i)];
            one.score = scored(one.genome);
        });
        evaluations_ += std::ssize(start);
        for (const BredMatrix& one : state.population) state.first.push_back(one.score);
        state.note_best(state.population);
        return state;
    }

    void next(MatrixState& state) {
        if (breeding_.adapt && !state.mutation) state.mutation = breeding_.mutation;
        std::vector<bool> crossed(state.population.size(), false);
        std::vector<Matrices> children = vary(state, crossed);
        std::vector<std::int64_t> changed;
        for (std::int64_t i = 0; i < std::ssize(children); ++i) {
            if (children[at(i)] != state.population[at(i)].genome) changed.push_back(i);
        }
        std::vector<GenomeScore> scores(children.size());
        parallel_tasks(context_, std::ssize(changed), [&](std::int64_t i) {
            const auto place = at(changed[at(i)]);
            scores[place] = scored(children[place]);
        });
        evaluations_ += std::ssize(changed);
        OperatorCredit mutations, crossovers;
        for (const std::int64_t place : changed) {
            (crossed[at(place)] ? crossovers : mutations)
                .add(state.population[at(place)].score.score, scores[at(place)].score);
        }
        if (breeding_.adapt) {
            state.mutation = adapted_rate(*state.mutation, mutations, crossovers);
        }
        for (const std::int64_t place : changed) {
            BredMatrix& parent = state.population[at(place)];
            if (scores[at(place)].score > parent.score.score) continue;
            if (!breeding_.duplicates && is_present(state, children[at(place)])) continue;
            parent = {std::move(children[at(place)]), std::move(scores[at(place)])};
        }
        state.note_best(state.population);
    }

    std::int64_t evaluations() const { return evaluations_; }

  private:
    GenomeScore scored(const Matrices& matrices) const {
        GenomeScore score = fitness_(matrices);
        if (std::isnan(score.score)) score.score = GenomeScore{}.score;
        return score;
    }

    static bool is_present(const MatrixState& state, const Matrices& matrices) {
        return std::ranges::any_of(state.population,
                                   [&](const BredMatrix& one) { return one.genome == matrices; });
    }

    // What a child comes from.
    struct Ways {
        bool crosses = false;
        bool mutates = false;
    };

    Ways ways(Draws& draws, const MatrixState& state) const {
        const double rate = state.mutation.value_or(breeding_.mutation);
        if (!breeding_.both) {
            const bool crosses = draws.uniform() >= rate;
            return {crosses, !crosses};
        }
        const double cross_draw = draws.uniform(), mutation_draw = draws.uniform();
        return {cross_draw < breeding_.crossover_rate, mutation_draw < rate};
    }

    std::vector<Matrices> vary(const MatrixState& state, std::vector<bool>& crossed) const {
        const Random random = random_.part(at(state.log.generation() + 1));
        const Stream stream = random.stream("breeding");
        std::vector<Matrices> children;
        for (const BredMatrix& one : state.population) children.push_back(one.genome);
        const std::int64_t size = std::ssize(children);
        if (breeding_.crossover == MatrixCrossover::within) {
            for (std::int64_t i = 0; i < size; ++i) {
                Draws draws = stream.at(i);
                const Ways way = ways(draws, state);
                crossed[at(i)] = way.crosses;
                // Invariant ones have no crossover within: they mutate instead.
                if (way.crosses) vary_one(draws, children[at(i)], !breeding_.invariant);
                if (way.mutates) vary_one(draws, children[at(i)], false);
            }
            return children;
        }
        const auto order = random_permutation(random.stream("pairs"), size);
        for (std::int64_t i = 0; i + 1 < size; i += 2) {
            const auto one = at(order[at(i)]), other = at(order[at(i + 1)]);
            Draws draws = stream.at(i);
            const Ways way = ways(draws, state);
            crossed[one] = crossed[other] = way.crosses;
            vary_pair(draws, way, children[one], children[other]);
        }
        return children;
    }

    void vary_pair(Draws& draws, const Ways& way, Matrices& first, Matrices& second) const {
        if (way.crosses && breeding_.invariant) {
            mix(draws, first, second);
        } else if (way.crosses) {
            exchange_rows(draws, first, second);
        }
        if (!way.mutates) return;
        vary_one(draws, first, false);
        vary_one(draws, second, false);
    }

    void vary_one(Draws& draws, Matrices& matrices, bool crosses) const {
        const auto column = static_cast<std::size_t>(draws.below(matrices.size()));
        TransitionMatrix& matrix = matrices[column];
        if (breeding_.invariant) {
            return mutate_invariant(draws, matrix, columns_[column], breeding_.diagonal);
        }
        if (crosses) {
            swap_entries(draws, matrix);
        } else {
            const Reach reach = draws.uniform() < breeding_.near ? Reach::near : Reach::any;
            mutate_entry(draws, matrix, reach, breeding_.scale);
        }
        bound_diagonal(matrix, breeding_.diagonal, breeding_.scale);
    }

    const Context& context_;
    const MatrixBreeding& breeding_;
    const std::vector<Frequencies>& columns_;
    const MatrixFitness& fitness_;
    const Random& random_;
    std::int64_t evaluations_ = 0;
};

void check_breeding(const MatrixBreeding& breeding) {
    Problems problems;
    const DiagonalBounds& bounds = breeding.diagonal;
    if (breeding.scale < 10) problems.push_back({"rows need a scale of at least 10"});
    if (!(0 <= bounds.least && bounds.least <= bounds.greatest && bounds.greatest <= 1)) {
        problems.push_back({"bounds of the diagonal are numbers of 0 to 1, the least one first"});
    }
    throw_if_any(std::move(problems));
}

}  // namespace

Json matrix_to_json(const TransitionMatrix& matrix) {
    Json rows = Json::array();
    for (Index k = 0; k < matrix.rows(); ++k) {
        rows.push_back(std::vector<double>(matrix.row(k).begin(), matrix.row(k).end()));
    }
    return rows;
}

Json GenomeJson<Matrices>::save(const Matrices& matrices) {
    Json json = Json::array();
    for (const TransitionMatrix& matrix : matrices) json.push_back(matrix_to_json(matrix));
    return json;
}

Matrices GenomeJson<Matrices>::load(const Json& json) {
    Matrices matrices;
    for (const Json& rows : json) {
        const auto size = static_cast<Index>(rows.size());
        TransitionMatrix& matrix = matrices.emplace_back(size, size);
        for (Index k = 0; k < size; ++k) {
            for (Index l = 0; l < size; ++l) matrix(k, l) = rows.at(at(k)).at(at(l)).get<double>();
        }
    }
    return matrices;
}

double GenomeDiversity<Matrices>::of(const std::vector<Individual<Matrices>>& population) {
    std::vector<const Matrices*> individuals;
    for (const auto& one : population) individuals.push_back(&one.genome);
    return matrix_diversity(individuals);
}

std::vector<StartMatrices> start_matrices(const std::vector<Frequencies>& columns,
                                          const MatrixBreeding& breeding) {
    check_breeding(breeding);
    std::vector<StartMatrices> starts;
    const auto add = [&](const std::string& label, auto&& make) {
        Matrices matrices;
        for (const Frequencies& frequencies : columns) {
            TransitionMatrix matrix = make(frequencies);
            if (!breeding.invariant) {
                matrix = rounded_rows(matrix, breeding.scale);
                bound_diagonal(matrix, breeding.diagonal, breeding.scale);
            } else if (auto bounded = within_bounds(invariant(matrix, frequencies), frequencies,
                                                    breeding.diagonal)) {
                matrix = *std::move(bounded);
            } else {
                return;
            }
            matrices.push_back(std::move(matrix));
        }
        starts.push_back({label, std::move(matrices)});
    };
    for (int tenth = 1; tenth <= 9; ++tenth) {
        add(fmt::format("constant diagonal, p = 0.{}", tenth),
            [&](const Frequencies& one) { return constant_diagonal(one, tenth / 10.0); });
    }
    for (int tenth = 1; tenth <= 9; ++tenth) {
        add(fmt::format("frequency-dependent diagonal, theta = 0.{}", tenth),
            [&](const Frequencies& one) { return frequency_diagonal(one, tenth / 10.0); });
    }
    if (starts.empty()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("none of the invariant start matrices has a diagonal of {} to {}",
                                breeding.diagonal.least, breeding.diagonal.greatest));
    }
    return starts;
}

MatrixState breed_matrices(const Context& context, const MatrixBreeding& breeding,
                           const std::vector<Frequencies>& columns,
                           const std::vector<StartMatrices>& start, const MatrixFitness& fitness,
                           const Random& random, std::optional<MatrixState> state,
                           const GenerationSink<Matrices>& on_generation) {
    check_breeding(breeding);
    Breeder breeder(context, breeding, columns, fitness, random);
    return run_generations<Matrices>(
        context, "breeding matrices", breeding.stop, std::move(state),
        [&] { return breeder.first(start); }, [&](MatrixState& present) { breeder.next(present); },
        [&] { return breeder.evaluations(); }, on_generation);
}

}  // namespace lethe
