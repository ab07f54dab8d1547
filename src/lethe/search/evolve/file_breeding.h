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
// Other ways can be asked for. Both operators in a step: crossover and then mutation, each with a
// rate of its own, so that some steps do nothing. The share of mutations may follow what the
// operators brought (operator_rates.h). Generational succession: a share of the population, the
// generation gap, is replaced by the children whatever their scores are; the worst go, and an
// elite stays. Without duplicates: a child that equals an individual is not admitted.
//
// Children are made from the population as it is when the generation begins, all at once on all
// threads, and compete in the order of the steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/algo/evolve/operator_rates.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"

namespace lethe::search {

enum class Selection { proportional, tournament };

enum class Operators {
    one,   // a step is a mutation or a crossover
    both,  // crossover and then mutation, each at its rate
};

enum class FileCrossover { points, uniform };

enum class FileSuccession {
    better,        // a child takes the place of its parent if it is better
    generational,  // children take the places of the worst
};

struct BreedingOptions {
    // Of `one`: the share of the steps that are mutations, the others being crossovers. Of `both`:
    // the rate of mutation.
    double mutation = 0.5;
    Operators operators = Operators::one;
    double crossover_rate = 0.7;  // of `both`
    bool adapt = false;           // of `one`: the share of mutations follows what they bring
    FileCrossover crossover = FileCrossover::points;
    std::int64_t points = 2;
    double uniform_p = 0.5;  // of a uniform crossover: that a cell stays in its place
    Selection selection = Selection::proportional;
    std::int64_t tournament = 4;
    double leaders = 0.1;  // share of the population
    FileSuccession succession = FileSuccession::better;
    double gap = 1;          // of `generational`: share of the population that is replaced
    std::int64_t elite = 1;  // of `generational`: the best, which stay
    bool duplicates = true;
    StopRules stop;
};

// What is bred: F::Genome is the cells, F::File an evaluated file.
//   File evaluate(Genome) const               as a whole
//   File mutate(const File&, Draws&) const    some cells changed
//   File cross(const File& outside, const File& inside, std::span<const Segment>) const
//                                             the cells of the segments from inside
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
        if (options_.adapt && !state.mutation) state.mutation = options_.mutation;
        const std::vector<Step> steps = choose(state);
        std::vector<Child> children(2 * steps.size());
        parallel_tasks(context_, std::ssize(steps), [&](std::int64_t i) {
            make(state, steps[at(i)], children[at(2 * i)], children[at(2 * i + 1)]);
        });
        if (options_.adapt) adapt(state, steps, children);
        if (options_.succession == FileSuccession::generational) {
            replace_worst(state, children);
        } else {
            compete(state, steps, children);
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
        bool crosses = false;
        bool mutates = false;
        std::int64_t first = 0;
        std::int64_t second = 0;
        std::vector<Segment> segments;
        Draws draws;

        std::int64_t place(std::size_t child) const { return child == 0 ? first : second; }
    };
    using Child = std::optional<Individual<Genome>>;

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
        const bool can_cross = size >= 2 && fitness_.cells() >= 2;
        const double rate = state.mutation.value_or(options_.mutation);
        const std::int64_t wanted = children_wanted(size);
        std::vector<Step> steps;
        for (std::int64_t i = 0, made = 0; i < size && made < wanted; ++i) {
            Draws draws = stream.at(i);
            bool crosses = false, mutates = false;
            if (options_.operators == Operators::one) {
                mutates = !can_cross || draws.uniform() < rate;
                crosses = !mutates;
            } else {
                const double cross_draw = draws.uniform(), mutation_draw = draws.uniform();
                crosses = can_cross && cross_draw < options_.crossover_rate;
                mutates = mutation_draw < rate;
            }
            made += crosses ? 2 : mutates ? 1 : 0;
            if (!crosses) {
                const std::int64_t parent = chosen(draws);
                steps.push_back({false, mutates, parent, parent, {}, draws});
                continue;
            }
            const std::int64_t first = leading[draws.below(leading.size())];
            const std::int64_t second = chosen(draws);
            std::vector<Segment> segments = exchanged(draws);
            steps.push_back({true, mutates, first, second, std::move(segments), draws});
        }
        return steps;
    }

    // Of generational succession; otherwise as many as the steps make.
    std::int64_t children_wanted(std::int64_t size) const {
        if (options_.succession == FileSuccession::better) return 2 * size;
        const auto replaced =
            static_cast<std::int64_t>(std::llround(options_.gap * static_cast<double>(size)));
        return std::clamp<std::int64_t>(std::min(replaced, size - options_.elite), 1, size);
    }

    std::vector<Segment> exchanged(Draws& draws) const {
        const std::int64_t cells = fitness_.cells();
        if (options_.crossover == FileCrossover::uniform) {
            return mask_segments(bernoulli_mask(draws, cells, options_.uniform_p));
        }
        const auto cuts =
            crossover_points(draws, cells, std::min<std::int64_t>(options_.points, cells - 1));
        return crossover_segments(cuts, cells);
    }

    void make(const State& state, const Step& step, Child& one, Child& other) const {
        const File& first = file_of(state.population[at(step.first)]);
        Draws draws = step.draws;
        if (!step.crosses) {
            if (step.mutates) one = individual(fitness_.mutate(first, draws));
            return;
        }
        const File& second = file_of(state.population[at(step.second)]);
        File left = fitness_.cross(first, second, step.segments);
        File right = fitness_.cross(second, first, step.segments);
        if (step.mutates) {
            left = fitness_.mutate(left, draws);
            right = fitness_.mutate(right, draws);
        }
        one = individual(std::move(left));
        other = individual(std::move(right));
    }

    void adapt(State& state, const std::vector<Step>& steps,
               const std::vector<Child>& children) const {
        OperatorCredit mutations, crossovers;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (!children[i]) continue;
            const Step& step = steps[i / 2];
            (step.crosses ? crossovers : mutations)
                .add(state.population[at(step.place(i % 2))].score.score, children[i]->score.score);
        }
        state.mutation = adapted_rate(*state.mutation, mutations, crossovers);
    }

    void compete(State& state, const std::vector<Step>& steps, std::vector<Child>& children) {
        std::set<Genome> present = present_in(state);
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (!children[i]) continue;
            ++evaluations_;
            const Step& step = steps[i / 2];
            Individual<Genome>& parent = state.population[at(step.place(i % 2))];
            const double better = children[i]->score.score, now = parent.score.score;
            if (!(better < now || (!step.crosses && better == now))) continue;
            if (!options_.duplicates && !present.insert(children[i]->genome).second) continue;
            if (!options_.duplicates) present.erase(parent.genome);
            parent = *std::move(children[i]);
        }
    }

    // Children in their order take the places of the worst; where one is not admitted, whoever is
    // in its place stays.
    void replace_worst(State& state, std::vector<Child>& children) {
        std::set<Genome> present = present_in(state);
        const auto size = std::ssize(state.population);
        const auto order = leaders(state.scores(), size);  // best first
        std::int64_t left = children_wanted(size), place = size - 1;
        for (Child& child : children) {
            if (!child) continue;
            ++evaluations_;
            if (left == 0) continue;
            if (!options_.duplicates && !present.insert(child->genome).second) continue;
            state.population[at(order[at(place--)])] = *std::move(child);
            --left;
        }
    }

    std::set<Genome> present_in(const State& state) const {
        std::set<Genome> present;
        if (options_.duplicates) return present;
        for (const auto& one : state.population) present.insert(one.genome);
        return present;
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

}  // namespace lethe::search
