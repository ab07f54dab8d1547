// lethe reproduce: published experiments, run again.
#include "lethe/run/reproduce.h"

#include <cstdlib>

#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"

namespace lethe::cli {
namespace {

struct Options {
    std::string experiment;
    ReproduceOptions reproduce;
    std::string output;
};

void run_reproduce(Session& session, Options options) {
    if (options.experiment.empty()) {
        Json list{{"kind", "experiments"}, {"experiments", Json::array()}};
        for (const Experiment& experiment : experiments()) {
            list["experiments"].push_back({{"name", experiment.name},
                                           {"title", experiment.title},
                                           {"source", experiment.source}});
        }
        return session.show(list);
    }
    if (options.reproduce.data.empty()) {
        if (const char* folder = std::getenv("LETHE_DATA")) options.reproduce.data = folder;
    }
    if (options.reproduce.data.empty()) {
        throw Error(ErrorKind::usage,
                    "needs --data DIR, a folder with casc/Census.csv (or set LETHE_DATA)");
    }
    options.reproduce.seed = session.seed.value_or(1);
    Json all{{"kind", "reproductions"}, {"reproductions", Json::array()}};
    for (const Experiment& experiment : experiments()) {
        if (options.experiment != "all" && experiment.name != options.experiment) continue;
        all["reproductions"].push_back(reproduce(experiment, options.reproduce, session.context()));
    }
    if (all["reproductions"].empty()) find_experiment(options.experiment);
    if (!options.output.empty()) write_file(options.output, all.dump(2) + "\n");
    session.show(all);
}

}  // namespace

void add_reproduce(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "reproduce", "Run a published experiment again: published beside obtained");
    command->add_option("experiment", options->experiment, "Which one, or all (default: list them)")
        ->type_name("NAME");
    command->add_option("--data", options->reproduce.data, "Folder with casc/Census.csv")
        ->type_name("DIR");
    command->add_option("--samples", options->reproduce.samples, "Random samples per figure")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("-o,--output", options->output, "Also write the result (JSON)")
        ->type_name("FILE");
    command->footer("Example:\n  lethe reproduce first-400 --data DIR");
    command->callback([&session, options] {
        session.run = [&session, options] { run_reproduce(session, *options); };
    });
}

}  // namespace lethe::cli
