// What an evolutionary search holds between two generations, whatever its individuals are, and the
// loop over generations. Saved as JSON it can be loaded to go on.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_log.h"
#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/core/json.h"

namespace lethe {

// How good an individual is: the score, at least 0, is minimised; the parts go into results as they
// are. A score that is not a number counts as infinite.
struct GenomeScore {
    double score = std::numeric_limits<double>::infinity();
    Json parts = Json::object();
    // What the fitness wants to find again when it evaluates a child; not saved.
    std::shared_ptr<const void> evaluated = nullptr;
};

// How a kind of genome is saved and loaded: each has its own specialisation.
template <class Genome>
struct GenomeJson;

template <class Genome>
struct Individual;

// How different the individuals of a population are, in percent; its own for each kind as well:
// static double of(const std::vector<Individual<Genome>>&).
template <class Genome>
struct GenomeDiversity;

template <class Genome>
struct Individual {
    Genome genome;
    GenomeScore score;
};

template <class Genome>
struct EvolutionState {
    std::vector<Individual<Genome>> population;
    std::vector<GenomeScore> first;          // of the first population
    std::optional<Individual<Genome>> best;  // seen so far; none before the first population
    // The share of mutations in the next generation, where it adapts.
    std::optional<double> mutation = std::nullopt;
    EvolutionLog log;

    std::vector<double> scores() const {
        std::vector<double> scores;
        for (const auto& one : population) scores.push_back(one.score.score);
        return scores;
    }

    void note_best(const std::vector<Individual<Genome>>& individuals) {
        for (const auto& one : individuals) {
            if (!best || one.score.score < best->score.score) best = one;
        }
    }

    Json save() const;
    static EvolutionState load(const Json& saved);  // Error(input) if it is none
};

Json genome_score_to_json(const GenomeScore& score);  // {"score", "parts"}
GenomeScore genome_score_from_json(const Json& json);

template <class Genome>
Json EvolutionState<Genome>::save() const {
    const auto to_json = [](const Individual<Genome>& one) {
        Json json = genome_score_to_json(one.score);
        json["genome"] = GenomeJson<Genome>::save(one.genome);
        return json;
    };
    Json saved = {{"log", log.save()},
                  {"best", to_json(best.value())},
                  {"population", Json::array()},
                  {"first", Json::array()}};
    for (const auto& one : population) saved["population"].push_back(to_json(one));
    for (const GenomeScore& one : first) saved["first"].push_back(genome_score_to_json(one));
    return saved;
}

template <class Genome>
EvolutionState<Genome> EvolutionState<Genome>::load(const Json& saved) {
    const auto from_json = [](const Json& json) {
        return Individual<Genome>{GenomeJson<Genome>::load(json.at("genome")),
                                  genome_score_from_json(json)};
    };
    try {
        EvolutionState state;
        state.log = EvolutionLog::load(saved.at("log"));
        state.best = from_json(saved.at("best"));
        for (const Json& one : saved.at("population")) state.population.push_back(from_json(one));
        for (const Json& one : saved.at("first")) {
            state.first.push_back(genome_score_from_json(one));
        }
        state.mutation =
            state.log.entries().empty() ? std::nullopt : state.log.entries().back().mutation;
        if (state.population.empty() || state.first.empty() || state.log.entries().empty()) {
            throw Error(ErrorKind::input, "a checkpoint without individuals");
        }
        return state;
    } catch (const std::exception&) {
        throw Error(ErrorKind::input, "this is not a checkpoint of such an evolution");
    }
}

template <class Genome>
using GenerationSink = std::function<void(const EvolutionState<Genome>&)>;

// One generation after the other until a stop rule holds, from `state` or from what `first` makes.
// `first()` and `next(state)` fill population, first and best; `evaluations()` says how many
// individuals were evaluated in this call; a stop in its midst leaves the state as it was.
// `on_generation` is called after each, the first too, and once more when the user stops the run.
template <class Genome, class First, class Next, class Evaluations>
EvolutionState<Genome> run_generations(const Context& context, std::string_view task,
                                       const StopRules& stop,
                                       std::optional<EvolutionState<Genome>> state, First&& first,
                                       Next&& next, Evaluations&& evaluations,
                                       const GenerationSink<Genome>& on_generation) {
    const double start = context.now();
    const double seconds_before = state ? state->log.seconds() : 0;
    const std::int64_t evaluations_before = state ? state->log.evaluations() : 0;
    Progress progress(context, task, stop.generations);
    const auto note = [&] {
        state->log.add(state->scores(),
                       {.evaluations = evaluations_before + evaluations(),
                        .seconds = seconds_before + context.now() - start,
                        .diversity = GenomeDiversity<Genome>::of(state->population),
                        .mutation = state->mutation});
        if (on_generation) on_generation(*state);
    };
    if (!state) {
        state = first();
        note();
    } else {
        progress.add(state->log.generation());
    }
    while (state->log.stopped_by(stop).empty()) {
        try {
            context.check_stop();
            next(*state);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::stopped && on_generation) on_generation(*state);
            throw;
        }
        note();
        progress.add();
    }
    return *std::move(state);
}

}  // namespace lethe
