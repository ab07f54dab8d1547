// evolve: protections found by evolution. The state is kept now and then, so that an
// interrupted run goes on where it was.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/operation/tables/evolution_watch.h"
#include "lethe/operation/tables/evolve_searches.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/outputs.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEvolutionFile = "evolution.json";

EvolveGround evolve_ground(Door& door, const EvolveOptions& options) {
    PolicyColumns known({options.policy, {}}, door);
    const ReadOptions read = options.read.options(known.read());
    release::Policy policy = known.policy();
    // What its steps would sanitise is not released.
    for (const release::StepPolicy& step : release::text_steps(policy)) {
        policy.identifiers.insert(policy.identifiers.end(), step.columns.begin(),
                                  step.columns.end());
    }
    policy.steps.clear();
    policy.read = read;
    release::Plan plan = release::plan_columns(read_source(door, options.data, read), policy);
    return {std::move(known), read, std::move(plan)};
}

void write_evolution(Bundle& bundle, const fs::path& folder, const Json& result) {
    bundle.put((folder / kEvolutionFile).string(), result.dump(2) + "\n", true);
    bundle.put((folder / "population.svg").string(), report::population_svg(result), true);
    bundle.put((folder / "convergence.svg").string(), report::convergence_svg(result), true);
    bundle.put((folder / "report.html").string(), report::html_report(std::span(&result, 1)), true);
}

// What this kind of search writes for people to use must not be somebody else's.
void check_folder(const EvolveOptions& options) {
    const fs::path folder(options.output);
    const std::vector<std::string> inputs{options.data, options.policy};
    options.replace.check_folder(options.output, {{kEvolutionFile, OutputKind::result},
                                                  {"population.svg", OutputKind::drawing},
                                                  {"convergence.svg", OutputKind::drawing},
                                                  {"report.html", OutputKind::page}});
    if (options.what == "file") {
        const std::string best = (folder / "best.csv").string();
        finish_interrupted(best);
        release::check_outputs({DataKind::table, best, false, {}, {}},
                               {inputs, options.replace.force});
    } else {
        check_policy(folder / "policy.toml", inputs, options.replace);
    }
}

Answer evolve_rows(const EvolveOptions& options, Door& door) {
    const EvolveGround ground = evolve_ground(door, options);
    const EvolveSearch search = evolve_search(door, options, ground);
    const fs::path folder(options.output);
    if (!options.output.empty()) {
        make_folder(options.output);
        check_folder(options);
    }
    Checkpoint checkpoint(
        options.output.empty() ? std::string() : (folder / "checkpoint.json").string(),
        search.header);
    const std::optional<Json> earlier = checkpoint.load(door);
    if (earlier) door.say("going on with the run that was begun in this folder");
    Watch watch(door, checkpoint, options.stop.rules());
    Json result{
        {"kind", "evolution"},
        {"data",
         {{"private", {{"file", source_name(options.data)}}}, {"rows", ground.plan.table.rows()}}}};
    try {
        result.update(search.run(Random(door.seed_or_random()), earlier, std::ref(watch)));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped || options.output.empty() || watch.kept() < 0) throw;
        throw Error(ErrorKind::stopped,
                    fmt::format("stopped; all up to generation {} is kept, and the same command "
                                "goes on",
                                watch.kept()));
    }
    if (!options.output.empty()) {
        Bundle bundle((folder / kEvolutionFile).string());
        search.write(bundle, folder, result);
        result["private"]["output"] = options.output;
        std::vector<std::string> written;
        for (const Json& one : result.value("files", Json::array())) written.push_back(one["file"]);
        write_evolution(bundle, folder, result);
        forget_policies(folder, written);
        bundle.commit();
    }
    return {std::move(result)};
}

}  // namespace

Operation evolve_table() {
    return make_operation(
        {.name = "evolve",
         .data = DataKind::table,
         .summary = "Let protected files compete and improve, beyond what any fixed method reaches",
         .examples = {"lethe sample census --rows 200 --seed 1 -o people.csv",
                      "lethe evolve people.csv --generations 50 -o evolution"}},
        EvolveOptions::schema(), evolve_rows);
}

}  // namespace lethe::operation
