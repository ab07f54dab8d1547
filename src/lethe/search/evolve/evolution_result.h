// What the searches by evolution have in common on their way out: steps shown while they run,
// checkpoints, and results.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

// Called after every generation, and once before the first, with the log so far and a function that
// makes a checkpoint, for when it is wanted.
using CheckpointMaker = std::function<Json()>;
using GenerationNote = std::function<void(const EvolutionLog&, const CheckpointMaker&)>;

// What a checkpoint must agree on with the run that goes on from it: stop rules are not among it,
// so that a run can be made longer. Says nothing about the seed but whether it is the same.
struct RunIdentity {
    std::string what;
    Json options;
    std::string seed_tag;
};

RunIdentity run_identity(std::string what, Json options, const Random& random);

Json make_checkpoint(const RunIdentity& identity, Json state);
// The state in a checkpoint; Error(usage) where it is of another run, Error(input) for none.
Json checkpoint_state(const RunIdentity& identity, const Json& checkpoint);

Json aim_to_json(const Aim& aim);  // {"kind"}, and "alpha" of a weighted one

// {"score", "risk", "loss"} of each.
Json population_to_json(const std::vector<GenomeScore>& scores);

// {"kind": "evolution", "what", the options, "history": [{"generation", "best", "mean", "worst"}],
// "population_first", "population_last", "generations", "evaluations", "seconds", "stopped_by"};
// start and best are the caller's to add.
Json evolution_result(const RunIdentity& identity, const EvolutionLog& log, const StopRules& stop,
                      const std::vector<GenomeScore>& first, const std::vector<GenomeScore>& last);

template <class Genome>
std::optional<EvolutionState<Genome>> resumed(const RunIdentity& identity,
                                              const std::optional<Json>& checkpoint) {
    if (!checkpoint) return std::nullopt;
    return EvolutionState<Genome>::load(checkpoint_state(identity, *checkpoint));
}

// Both arguments must outlive what comes back.
template <class Genome>
GenerationSink<Genome> noted_by(const RunIdentity& identity, const GenerationNote& note) {
    if (!note) return {};
    return [&identity, &note](const EvolutionState<Genome>& state) {
        note(state.log, [&] { return make_checkpoint(identity, state.save()); });
    };
}

template <class Genome>
Json evolution_result(const RunIdentity& identity, const EvolutionState<Genome>& state,
                      const StopRules& stop) {
    std::vector<GenomeScore> last;
    for (const Individual<Genome>& one : state.population) last.push_back(one.score);
    return evolution_result(identity, state.log, stop, state.first, last);
}

}  // namespace lethe::search
