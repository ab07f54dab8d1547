#include "lethe/run/reproduce.h"

#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/run/reproduce/experiments.h"

namespace lethe {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all = [] {
        std::vector<Experiment> list;
        for (const auto group :
             {reproduction::uniform_experiments, reproduction::non_uniform_experiments}) {
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

Json reproduce(const Experiment& experiment, const ReproduceOptions& options,
               const Context& context) {
    const double start = context.now();
    Json rows = experiment.run(options, context);
    return {{"kind", "reproduction"},     {"name", experiment.name},
            {"title", experiment.title},  {"source", experiment.source},
            {"samples", options.samples}, {"seed", options.seed},
            {"rows", std::move(rows)},    {"seconds", context.now() - start}};
}

}  // namespace lethe
