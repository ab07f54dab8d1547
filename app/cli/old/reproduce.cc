// lethe reproduce: published experiments, run again.
#include "experiments/reproduce.h"

#include <fmt/format.h>

#include <cstdlib>
#include <span>

#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/report/html.h"

namespace lethe::cli {
namespace {

struct ReproduceFlags {
    std::string experiment;
    ReproduceOptions reproduce;
    std::vector<std::string> only;
    std::string output;
    ReplaceFlags replace;
};

std::vector<const Experiment*> chosen(const Session& session, const ReproduceFlags& options) {
    if (options.experiment != "all") return {&find_experiment(options.experiment)};
    std::vector<const Experiment*> list;
    for (const Experiment& experiment : experiments()) {
        if (!experiment.keeps_state) {
            list.push_back(&experiment);
            continue;
        }
        session.say(
            fmt::format("{} takes hours and is left out; run it by its name", experiment.name));
    }
    return list;
}

Json reproduced(const Experiment& experiment, const ReproduceOptions& options, Session& session) {
    try {
        return reproduce(experiment, options, session.context());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped || options.state.empty()) throw;
        throw Error(ErrorKind::stopped, "stopped; what is done is kept, the same command goes on",
                    {options.state, 0, 0, {}});
    }
}

void run_reproduce(Session& session, ReproduceFlags options) {
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
                    "needs --data DIR, the folder of the data sets (or set LETHE_DATA)");
    }
    options.replace.check(options.output, page_or_result(options.output));
    options.reproduce.seed = session.seed.value_or(1);
    Json all{{"kind", "reproductions"}, {"reproductions", Json::array()}};
    options.reproduce.only = split_list(options.only);
    for (const Experiment* experiment : chosen(session, options)) {
        all["reproductions"].push_back(reproduced(*experiment, options.reproduce, session));
    }
    if (options.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title = "Published experiments, run again";
        write_file(options.output, report::html_report(std::span(&all, 1), page));
    } else if (!options.output.empty()) {
        write_file(options.output, all.dump(2) + "\n");
    }
    session.show(all);
    Problems problems;
    for (const Json& reproduction : all["reproductions"]) {
        for (const std::string& what : failed_checks(reproduction)) {
            problems.push_back({"does not hold: " + what, {}, ErrorKind::unmet});
        }
    }
    throw_if_any(ErrorKind::unmet, std::move(problems));
}

}  // namespace

void add_reproduce(CLI::App& app, Session& session) {
    auto options = std::make_shared<ReproduceFlags>();
    CLI::App* command = app.add_subcommand(
        "reproduce", "Run a published experiment again: published beside obtained");
    command->add_option("experiment", options->experiment, "Which one, or all (default: list them)")
        ->type_name("NAME");
    command
        ->add_option("--data", options->reproduce.data,
                     "Folder of the data sets, such as casc/Census.csv")
        ->type_name("DIR");
    command
        ->add_option("--samples", options->reproduce.samples,
                     "Random samples per figure (default: as the experiment says)")
        ->check(CLI::Range(1, 10000))
        ->type_name("N");
    command
        ->add_option("--seconds", options->reproduce.seconds,
                     "Time limit of each distance that is learnt")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->type_name("S");
    command
        ->add_option("--only", options->only,
                     "Only these published files, or families of them, e.g. M4-28 or Mic3,RS-7")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        ->add_option("--state", options->reproduce.state,
                     "Keep what is done in this file; the same command goes on from there")
        ->type_name("FILE");
    command
        ->add_option(
            "-o,--output", options->output,
            "Also write the result: JSON, or a page with its curves where the name ends in .html")
        ->type_name("FILE");
    options->replace.add_to(*command);
    command->footer("Example:\n  lethe reproduce first-400 --data DIR");
    command->callback([&session, options] {
        session.run = [&session, options] { run_reproduce(session, *options); };
    });
}

}  // namespace lethe::cli
