// Two successions (Marés 2013, algorithms 2 and 3).
//
// Steady state: the individuals of a tournament are ranked; its two winners breed, and their
// offspring take the places of its losers, here only if they are better and not in the population
// already. So a good formula is never lost. One tournament after the other would leave other
// threads idle. A generation therefore shares the population out, at random, among tournaments
// that have no individual in common: whatever the order in which they are held, the outcome is the
// same, and all offspring of a generation are evaluated at once.
//
// Generational: each pair of offspring comes from the winners of two tournaments, and the offspring
// are the next population, or, with a generation gap or an elite, take the places of its worst.
//
// Everything random is drawn from a stream at the number of the generation, so a state needs no
// generator to go on from.
#include "lethe/algo/evolve/genetic_programming.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "lethe/algo/evolve/diversity.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

using BredFormula = Individual<Formula>;

// A child, and the individual whose place it wants (steady state).
struct Child {
    Formula formula;
    std::int64_t place;
};

class Breeding {
  public:
    Breeding(const Context& context, const ProgrammingOptions& options,
             const FormulaFitness& fitness, const Random& random)
        : context_(context), options_(options), fitness_(fitness), random_(random) {}

    ProgrammingState first_population() {
        std::vector<Formula> formulas = options_.given;
        const auto missing = std::max<std::int64_t>(0, options_.population - std::ssize(formulas));
        for (Formula& formula :
             half_and_half(random_.stream("first formulas"), options_.limits, missing)) {
            formulas.push_back(std::move(formula));
        }
        ProgrammingState state;
        state.population = evaluated(std::move(formulas), {});
        for (const BredFormula& one : state.population) state.first.push_back(one.score);
        state.note_best(state.population);
        return state;
    }

    void next(ProgrammingState& state) {
        const Random random = random_.part(at(state.log.generation() + 1));
        if (options_.succession == Succession::generational) {
            std::vector<BredFormula> born = evaluated(offspring(state, random), state.population);
            const auto order = leaders(state.scores(), std::ssize(state.population));
            std::int64_t place = std::ssize(order);
            for (BredFormula& child : born) {
                state.population[at(order[at(--place)])] = std::move(child);
            }
            state.note_best(state.population);
            return;
        }
        std::vector<Child> children = tournaments(state, random);
        std::vector<Formula> formulas;
        for (Child& child : children) formulas.push_back(std::move(child.formula));
        std::vector<BredFormula> born = evaluated(std::move(formulas), state.population);
        state.note_best(born);
        admit(state, children, born);
    }

    std::int64_t evaluations() const { return evaluations_; }

  private:
    std::pair<Formula, Formula> breed(Draws& draws, const Formula& first,
                                      const Formula& second) const {
        if (draws.uniform() < options_.crossover) {
            return cross(draws, options_.limits, first, second);
        }
        const auto mutation = [&] {
            return static_cast<TreeMutation>(draws.below(kTreeMutations));
        };
        const TreeMutation of_first = mutation(), of_second = mutation();
        return {mutate(draws, options_.limits, of_first, first),
                mutate(draws, options_.limits, of_second, second)};
    }

    std::vector<Child> tournaments(const ProgrammingState& state, const Random& random) const {
        const std::int64_t size = std::ssize(state.population);
        const std::vector<double> scores = state.scores();
        const auto order = random_permutation(random.stream("tournaments"), size);
        const Stream stream = random.stream("breeding");
        std::vector<Child> children;
        for (std::int64_t begin = 0; begin + 1 < size; begin += options_.tournament) {
            const std::int64_t end = std::min(size, begin + options_.tournament);
            std::vector<std::int64_t> members(order.begin() + begin, order.begin() + end);
            std::sort(members.begin(), members.end(), [&](std::int64_t one, std::int64_t other) {
                return std::pair(scores[at(one)], one) < std::pair(scores[at(other)], other);
            });
            Draws draws = stream.at(begin);
            auto [first, second] = breed(draws, state.population[at(members[0])].genome,
                                         state.population[at(members[1])].genome);
            children.push_back({std::move(first), members.back()});
            if (members.size() > 3) {
                children.push_back({std::move(second), members[members.size() - 2]});
            }
        }
        return children;
    }

    std::vector<Formula> offspring(const ProgrammingState& state, const Random& random) const {
        const std::vector<double> scores = state.scores();
        const Stream stream = random.stream("breeding");
        std::vector<Formula> formulas;
        const std::int64_t size = std::ssize(state.population);
        const auto replaced =
            static_cast<std::int64_t>(std::llround(options_.gap * static_cast<double>(size)));
        const std::int64_t wanted =
            std::clamp<std::int64_t>(std::min(replaced, size - options_.elite), 1, size);
        for (std::int64_t pair = 0; std::ssize(formulas) < wanted; ++pair) {
            Draws draws = stream.at(pair);
            const auto one = tournament(draws, scores, options_.tournament).front();
            const auto other = tournament(draws, scores, options_.tournament).front();
            auto [first, second] =
                breed(draws, state.population[at(one)].genome, state.population[at(other)].genome);
            formulas.push_back(std::move(first));
            if (std::ssize(formulas) < wanted) formulas.push_back(std::move(second));
        }
        return formulas;
    }

    // Formulas that are among the known ones, or come twice, are not evaluated again.
    std::vector<BredFormula> evaluated(std::vector<Formula> formulas,
                                       const std::vector<BredFormula>& known) {
        std::map<std::string, GenomeScore> scores;
        for (const BredFormula& one : known) scores.emplace(one.genome.text(), one.score);
        std::vector<std::pair<std::string, const Formula*>> open;
        for (const Formula& formula : formulas) {
            const std::string text = formula.text();
            if (scores.emplace(text, GenomeScore{}).second) open.emplace_back(text, &formula);
        }
        std::vector<GenomeScore> found(open.size());
        parallel_tasks(context_, std::ssize(open),
                       [&](std::int64_t i) { found[at(i)] = fitness_(*open[at(i)].second); });
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (std::isnan(found[i].score)) found[i].score = GenomeScore{}.score;
            scores[open[i].first] = std::move(found[i]);
        }
        evaluations_ += std::ssize(open);
        std::vector<BredFormula> individuals;
        for (Formula& formula : formulas) {
            const GenomeScore& score = scores.at(formula.text());
            individuals.push_back({std::move(formula), score});
        }
        return individuals;
    }

    static void admit(ProgrammingState& state, const std::vector<Child>& children,
                      std::vector<BredFormula>& born) {
        std::unordered_set<std::string> present;
        for (const BredFormula& one : state.population) present.insert(one.genome.text());
        for (std::size_t i = 0; i < born.size(); ++i) {
            BredFormula& loser = state.population[at(children[i].place)];
            if (!(born[i].score.score < loser.score.score)) continue;
            if (!present.insert(born[i].genome.text()).second) continue;
            loser = std::move(born[i]);
        }
    }

    const Context& context_;
    const ProgrammingOptions& options_;
    const FormulaFitness& fitness_;
    const Random& random_;
    std::int64_t evaluations_ = 0;
};

void check_programming_options(const ProgrammingOptions& options) {
    Problems problems;
    const auto need = [&](bool holds, const char* message) {
        if (!holds) problems.push_back({message});
    };
    need(options.population >= 2, "a population needs at least 2 formulas");
    need(options.tournament >= 2, "a tournament needs at least 2 formulas");
    need(options.limits.depth >= 1, "formulas need a depth limit of at least 1");
    for (const Formula& formula : options.given) {
        need(formula.depth() <= options.limits.depth, "a given formula is deeper than the limit");
    }
    throw_if_any(std::move(problems));
}

}  // namespace

Json GenomeJson<Formula>::save(const Formula& formula) { return formula.text(); }

Formula GenomeJson<Formula>::load(const Json& json) {
    return Formula::parse(json.get<std::string>());
}

double GenomeDiversity<Formula>::of(const std::vector<Individual<Formula>>& population) {
    std::vector<double> scores;
    for (const auto& one : population) scores.push_back(one.score.score);
    return score_diversity(scores);
}

ProgrammingState breed_formulas(const Context& context, const ProgrammingOptions& options,
                                const FormulaFitness& fitness, const Random& random,
                                std::optional<ProgrammingState> state,
                                const GenerationSink<Formula>& on_generation) {
    check_programming_options(options);
    Breeding breeding(context, options, fitness, random);
    return run_generations<Formula>(
        context, "breeding formulas", options.stop, std::move(state),
        [&] { return breeding.first_population(); },
        [&](ProgrammingState& present) { breeding.next(present); },
        [&] { return breeding.evaluations(); }, on_generation);
}

}  // namespace lethe
