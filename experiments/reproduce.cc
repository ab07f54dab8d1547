#include "experiments/reproduce.h"

#include <fmt/format.h>

#include <utility>

#include "experiments/experiments.h"
#include "experiments/outcomes.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"

namespace lethe {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> list;
        for (const auto group : {reproduction::uniform_experiments,
                                 reproduction::non_uniform_experiments,
                                 reproduction::score_experiments,
                                 reproduction::learnt_experiments,
                                 reproduction::heuristic_experiments,
                                 reproduction::overfitting_experiments,
                                 reproduction::key_attribute_experiments,
                                 reproduction::learnt_measure_experiments,
                                 reproduction::series_experiments,
                                 reproduction::transparency_experiments,
                                 reproduction::evolution_experiments,
                                 reproduction::pram_evolution_experiments,
                                 reproduction::pram_bound_experiments,
                                 reproduction::pre_clustering_experiments,
                                 reproduction::similarity_experiments,
                                 reproduction::similarity_reading_experiments,
                                 reproduction::semantic_experiments,
                                 reproduction::semantic_peer_experiments,
                                 reproduction::semantic_survey_experiments,
                                 reproduction::ontology_experiments,
                                 reproduction::entity_experiments,
                                 reproduction::sanitising_experiments,
                                 reproduction::semantic_vector_experiments,
                                 reproduction::spherical_experiments,
                                 reproduction::graph_experiments,
                                 reproduction::record_linkage_experiments,
                                 reproduction::microdata_experiments}) {
            for (const Experiment& experiment : group()) list.push_back(experiment);
        }
        return list;
    }();
    return all;
}

const Experiment& find_experiment(std::string_view name) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) {
        if (experiment.name == name) return experiment;
        names.emplace_back(experiment.name);
    }
    throw Error(ErrorKind::usage, unknown_name("experiment", name, names));
}

namespace {

// What is recorded came out of the usual run; another one is only counted.
bool is_usual(const Experiment& experiment, const ReproduceOptions& given) {
    const ReproduceOptions usual;
    return given.seed == usual.seed && given.samples == experiment.samples &&
           given.seconds == usual.seconds && given.only.empty();
}

}  // namespace

Json reproduce(const Experiment& experiment, const ReproduceOptions& options,
               const Context& context) {
    if (!options.only.empty() && !experiment.has_files) {
        throw Error(ErrorKind::usage,
                    fmt::format("the experiment {} has no files to choose from", experiment.name));
    }
    if (!options.state.empty() && !experiment.keeps_state) {
        throw Error(ErrorKind::usage,
                    fmt::format("the experiment {} keeps no state", experiment.name));
    }
    ReproduceOptions given = options;
    if (given.samples == 0) given.samples = experiment.samples;
    const double start = context.now();
    Json found = experiment.run(given, context);
    Json result{{"kind", "reproduction"},    {"name", experiment.name},
                {"title", experiment.title}, {"source", experiment.source},
                {"samples", given.samples},  {"seed", given.seed}};
    if (found.is_array()) {
        result["rows"] = std::move(found);
    } else {
        result.update(found);
    }
    if (result.contains("claims") && is_usual(experiment, given)) {
        reproduction::hold_to_recorded(experiment.name, result["claims"], result["checks"]);
    }
    result["seconds"] = context.now() - start;
    return result;
}

std::vector<std::string> failed_checks(const Json& reproduction) {
    std::vector<std::string> failed;
    if (!reproduction.contains("checks")) return failed;
    for (const Json& check : reproduction["checks"]) {
        if (!check["holds"].get<bool>()) failed.push_back(check["what"]);
    }
    return failed;
}

}  // namespace lethe
