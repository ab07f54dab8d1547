// Breeding protected files: individuals are whole files, genes their cells. Marés and Torra: An
// evolutionary algorithm to enhance multivariate post-randomization method protections (2012) and
// their earlier work on files.
//
// Each generation makes as many steps as there are individuals. A step is a mutation (an
// individual, chosen by its score, has one cell changed; the child takes its place unless it is
// worse) or a crossover (one of the leaders and an individual chosen by its score exchange the
// cells between two points; each child takes the place of the parent it has its ends from if it is
// better). So the best individual is never lost, and no place ever gets worse.
//
// Children are made from the population as it is when the generation begins, all at once on all
// threads, and compete in the order of the steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"

namespace lethe {

enum class Selection { proportional, tournament };

struct BreedingOptions {
    double mutation = 0.5;  // share of the steps; the others are crossovers
    std::int64_t points = 2;
    Selection selection = Selection::proportional;
    std::int64_t tournament = 4;
    double leaders = 0.1;  // share of the population
    StopRules stop;
};

// What is bred: F::Genome is the cells, F::File an evaluated file.
//   File evaluate(Genome) const               as a whole
//   File mutate(const File&, Draws&) const    one cell changed
//   File splice(const File& outside, const File& inside, begin, end) const
//   std::int64_t cells() const
//   GenomeScore score(const File&) const
//   const Genome& genome(const File&) const
// All may be called from several threads at once.
template <class F>
class FileBreeding {
  public:
    using Genome = typename F::Genome;
    using File = typename F::File;
    using State = EvolutionState<Genome>;

    FileBreeding(const Context& context, const BreedingOptions& options, const F& fitness,
                 const Random& random)
        : context_(context), options_(options), fitness_(fitness), random_(random) {}

    // Of the genomes, in their order; the parts of each one's score come before those of the file.
    State first(const std::vector<Genome>& genomes, const std::vector<Json>& labels) {
        State state;
        state.population.resize(genomes.size());
        parallel_tasks(context_, std::ssize(genomes), [&](std::int64_t i) {
            state.population[at(i)] = individual(fitness_.evaluate(genomes[at(i)]));
        });
        evaluations_ += std::ssize(genomes);
        for (std::size_t i = 0; i < genomes.size(); ++i) {
            GenomeScore score = state.population[i].score;
            score.evaluated = nullptr;
            Json parts = labels[i];
            parts.update(score.parts);
            score.parts = std::move(parts);
            state.first.push_back(std::move(score));
        }
        state.note_best(state.population);
        return state;
    }

    void next(State& state) {
        revive(state);
        const std::vector<Step> steps = choose(state);
        std::vector<std::optional<Individual<Genome>>> children(2 * steps.size());
        parallel_tasks(context_, std::ssize(steps), [&](std::int64_t i) {
            make(state, steps[at(i)], children[at(2 * i)], children[at(2 * i + 1)]);
        });
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            ++evaluations_;
            if (step.is_mutation) {
                admit(state, step.first, *children[2 * i], true);
            } else {
                ++evaluations_;
                admit(state, step.first, *children[2 * i], false);
                admit(state, step.second, *children[2 * i + 1], false);
            }
        }
        // Most children go: on all threads, for freeing them takes time too.
        parallel_tasks(context_, std::ssize(children),
                       [&](std::int64_t i) { children[at(i)].reset(); });
        state.note_best(state.population);
        if (state.log.generation() % kCheckEvery == 0) check(state);
    }

    std::int64_t evaluations() const { return evaluations_; }

  private:
    static constexpr std::int64_t kCheckEvery = 10;

    struct Step {
        bool is_mutation = true;
        std::int64_t first = 0;
        std::int64_t second = 0;
        Segment segment;
        Draws draws;
    };

    static std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

    Individual<Genome> individual(File file) const {
        GenomeScore score = fitness_.score(file);
        Genome genome = fitness_.genome(file);
        score.evaluated = std::make_shared<const File>(std::move(file));
        return {std::move(genome), std::move(score)};
    }

    static const File& file_of(const Individual<Genome>& one) {
        return *static_cast<const File*>(one.score.evaluated.get());
    }

    // What was loaded from a checkpoint has only its cells.
    void revive(State& state) const {
        parallel_tasks(context_, std::ssize(state.population), [&](std::int64_t i) {
            Individual<Genome>& one = state.population[at(i)];
            if (one.score.evaluated == nullptr) one = individual(fitness_.evaluate(one.genome));
        });
    }

    std::vector<Step> choose(const State& state) const {
        const std::vector<double> scores = state.scores();
        const auto size = std::ssize(scores);
        const Roulette roulette(scores);
        const auto leading = leaders(
            scores, std::max<std::int64_t>(1, static_cast<std::int64_t>(
                                                  options_.leaders * static_cast<double>(size))));
        const auto chosen = [&](Draws& draws) {
            return options_.selection == Selection::proportional
                       ? roulette.choose(draws)
                       : tournament(draws, scores, options_.tournament).front();
        };
        const Stream stream =
            random_.part(static_cast<std::uint64_t>(state.log.generation() + 1)).stream("breeding");
        std::vector<Step> steps;
        for (std::int64_t i = 0; i < size; ++i) {
            Draws draws = stream.at(i);
            const bool mutation =
                size < 2 || fitness_.cells() < 2 || draws.uniform() < options_.mutation;
            if (mutation) {
                const std::int64_t parent = chosen(draws);
                steps.push_back({true, parent, parent, {}, draws});
                continue;
            }
            const std::int64_t first = leading[draws.below(leading.size())];
            const std::int64_t second = chosen(draws);
            const std::int64_t points =
                std::min<std::int64_t>(options_.points, fitness_.cells() - 1);
            const auto cuts = crossover_points(draws, fitness_.cells(), points);
            steps.push_back(
                {false, first, second, crossover_segments(cuts, fitness_.cells()).front(), draws});
        }
        return steps;
    }

    void make(const State& state, const Step& step, std::optional<Individual<Genome>>& one,
              std::optional<Individual<Genome>>& other) const {
        const File& first = file_of(state.population[at(step.first)]);
        if (step.is_mutation) {
            Draws draws = step.draws;
            one = individual(fitness_.mutate(first, draws));
            return;
        }
        const File& second = file_of(state.population[at(step.second)]);
        one = individual(fitness_.splice(first, second, step.segment.begin, step.segment.end));
        other = individual(fitness_.splice(second, first, step.segment.begin, step.segment.end));
    }

    static void admit(State& state, std::int64_t place, Individual<Genome>& child, bool if_equal) {
        Individual<Genome>& parent = state.population[at(place)];
        const double better = child.score.score, now = parent.score.score;
        if (better < now || (if_equal && better == now)) parent = std::move(child);
    }

    // What was kept up to date must be what it is as a whole.
    void check(const State& state) const {
        const Individual<Genome>& best = *std::min_element(
            state.population.begin(), state.population.end(),
            [](const auto& a, const auto& b) { return a.score.score < b.score.score; });
        const double whole = fitness_.score(fitness_.evaluate(best.genome)).score;
        constexpr double kTolerance = 1e-9;
        if (std::abs(whole - best.score.score) > kTolerance) {
            throw Error(ErrorKind::internal, "the score of a bred file differs from its whole");
        }
    }

    const Context& context_;
    const BreedingOptions& options_;
    const F& fitness_;
    const Random& random_;
    std::int64_t evaluations_ = 0;
};

}  // namespace lethe
