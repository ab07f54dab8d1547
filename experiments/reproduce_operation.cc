// reproduce: published experiments, run again.
#include "experiments/reproduce_operation.h"

#include <fmt/format.h>

#include <optional>
#include <span>

#include "experiments/reproduce.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

struct ReproduceChoice {
    std::string experiment;
    std::string data;
    std::optional<std::int64_t> samples;
    double seconds = ReproduceOptions().seconds;
    std::vector<std::string> only;
    std::string state;
    std::string output;
    Replacing replace;
};

std::vector<const Experiment*> chosen(Door& door, const ReproduceChoice& options) {
    if (options.experiment != "all") return {&find_experiment(options.experiment)};
    std::vector<const Experiment*> list;
    for (const Experiment& experiment : experiments()) {
        if (!experiment.keeps_state) {
            list.push_back(&experiment);
            continue;
        }
        door.say(
            fmt::format("{} takes hours and is left out; run it by its name", experiment.name));
    }
    return list;
}

Json reproduced(const Experiment& experiment, const ReproduceOptions& options, Door& door) {
    try {
        return reproduce(experiment, options, door.context());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped || options.state.empty()) throw;
        throw Error(ErrorKind::stopped, "stopped; what is done is kept, the same command goes on",
                    {options.state, 0, 0, {}});
    }
}

Json list_of_experiments() {
    Json list{{"kind", "experiments"}, {"experiments", Json::array()}};
    for (const Experiment& experiment : experiments()) {
        list["experiments"].push_back({{"name", experiment.name},
                                       {"title", experiment.title},
                                       {"source", experiment.source}});
    }
    return list;
}

Answer run_again(const ReproduceChoice& options, Door& door) {
    if (options.experiment.empty()) return {list_of_experiments()};
    ReproduceOptions wanted;
    wanted.data = options.data.empty() ? door.data_folder() : options.data;
    if (wanted.data.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("needs {} DIR, the folder of the data sets (or set LETHE_DATA)",
                                door.option_name("data")));
    }
    wanted.samples = options.samples.value_or(0);
    wanted.seconds = options.seconds;
    wanted.only = options.only;
    wanted.state = options.state;
    wanted.seed = door.given_seed().value_or(1);
    options.replace.check(options.output, release::page_or_result(options.output));
    Json all{{"kind", "reproductions"}, {"reproductions", Json::array()}};
    for (const Experiment* experiment : chosen(door, options)) {
        all["reproductions"].push_back(reproduced(*experiment, wanted, door));
    }
    if (options.output.ends_with(".html")) {
        report::HtmlOptions page;
        page.title = "Published experiments, run again";
        write_file(options.output, report::html_report(std::span(&all, 1), page));
    } else if (!options.output.empty()) {
        write_file(options.output, all.dump(2) + "\n");
    }
    Problems problems;
    for (const Json& reproduction : all["reproductions"]) {
        for (const std::string& what : failed_checks(reproduction)) {
            problems.push_back({"does not hold: " + what, {}, ErrorKind::unmet});
        }
    }
    Answer answer{std::move(all)};
    if (!problems.empty()) answer.failure = Error(ErrorKind::unmet, std::move(problems));
    return answer;
}

}  // namespace

Operation reproduce_operation() {
    using O = ReproduceChoice;
    return make_operation(
        {.name = "reproduce",
         .summary = "Run a published experiment again: published beside obtained",
         .notes = "lethe reproduce NAME --data DIR runs one of the list on a folder of data sets.",
         .examples = {"lethe reproduce"}},
        Schema<O>()
            .field("experiment", &O::experiment, "Which one, or all (default: list them)")
            .at_place("NAME")
            .field("data", &O::data, "Folder of the data sets, such as casc/Census.csv")
            .shown("DIR")
            .field("samples", &O::samples,
                   "Random samples per figure (default: as the experiment says)", between(1, 10000))
            .field("seconds", &O::seconds, "Time limit of each distance that is learnt", above(0))
            .shown("S")
            .field("only", &O::only,
                   "Only these published files, or families of them, e.g. M4-28 or Mic3,RS-7")
            .separated("A,B")
            .field("state", &O::state,
                   "Keep what is done in this file; the same command goes on from there")
            .shown("FILE")
            .field("output", &O::output,
                   "Also write the result: JSON, or a page with its curves where the name ends in "
                   ".html")
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        run_again);
}

}  // namespace lethe::operation
