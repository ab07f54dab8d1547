#include "lethe/search/evolve/evolution_result.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::search {

RunIdentity run_identity(std::string what, Json options, const Random& random) {
    Draws draws = random.stream("which run this is").at(0);
    return {std::move(what), std::move(options), fmt::format("{:016x}", draws.bits())};
}

Json make_checkpoint(const RunIdentity& identity, Json state) {
    return {{"kind", "evolution-checkpoint"},
            {"what", identity.what},
            {"options", identity.options},
            {"seed_tag", identity.seed_tag},
            {"state", std::move(state)}};
}

Json checkpoint_state(const RunIdentity& identity, const Json& checkpoint) {
    if (!checkpoint.is_object() || checkpoint.value("kind", "") != "evolution-checkpoint" ||
        !checkpoint.contains("state")) {
        throw Error(ErrorKind::input, "this is not a checkpoint of an evolution");
    }
    if (checkpoint.value("what", "") != identity.what) {
        throw Error(ErrorKind::usage, "the checkpoint is of another kind of evolution");
    }
    if (checkpoint.value("options", Json()) != identity.options) {
        throw Error(ErrorKind::usage,
                    "the checkpoint is of a run with other data or options; only stop rules may "
                    "change");
    }
    if (checkpoint.value("seed_tag", "") != identity.seed_tag) {
        throw Error(ErrorKind::usage, "the checkpoint is of a run with another seed");
    }
    return checkpoint.at("state");
}

Json aim_to_json(const Aim& aim) {
    switch (aim.kind) {
        case Aim::Kind::mean:
            return {{"kind", "mean"}};
        case Aim::Kind::max:
            return {{"kind", "max"}};
        case Aim::Kind::weighted:
            break;
    }
    return {{"kind", "weighted"}, {"alpha", aim.alpha}};
}

Json population_to_json(const std::vector<GenomeScore>& scores) {
    Json population = Json::array();
    for (const GenomeScore& one : scores) {
        population.push_back({{"score", score_to_json(one.score)},
                              {"risk", one.parts.value("risk", Json())},
                              {"loss", one.parts.value("loss", Json())}});
    }
    return population;
}

Json evolution_result(const RunIdentity& identity, const EvolutionLog& log, const StopRules& stop,
                      const std::vector<GenomeScore>& first, const std::vector<GenomeScore>& last) {
    Json result = {{"kind", "evolution"}, {"what", identity.what}};
    for (const auto& [key, value] : identity.options.items()) result[key] = value;
    result["start"] = Json::object();
    result["best"] = Json::object();
    result["generations"] = log.generation();
    result["evaluations"] = log.evaluations();
    result["seconds"] = log.seconds();
    result["stopped_by"] = log.stopped_by(stop);
    result["history"] = log.history();
    result["population_first"] = population_to_json(first);
    result["population_last"] = population_to_json(last);
    return result;
}

}  // namespace lethe::search
