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
#include "lethe/io/file.h"
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

EvolveGround evolve_ground(Door& door, const EvolveOptions& options) {
    PolicyColumns known({options.policy, {}}, door);
    const ReadOptions read = options.read.options(known.read());
    Policy policy = known.policy();
    // What its steps would sanitise is not released.
    for (const StepPolicy& step : text_steps(policy)) {
        policy.identifiers.insert(policy.identifiers.end(), step.columns.begin(),
                                  step.columns.end());
    }
    policy.steps.clear();
    policy.read = read;
    Plan plan = plan_columns(read_source(door, options.data, read), policy);
    return {std::move(known), read, std::move(plan)};
}

void write_evolution(const fs::path& folder, const Json& result) {
    write_file((folder / "evolution.json").string(), result.dump(2) + "\n", true);
    write_file((folder / "population.svg").string(), report::population_svg(result), true);
    write_file((folder / "convergence.svg").string(), report::convergence_svg(result), true);
    write_file((folder / "report.html").string(), report::html_report(std::span(&result, 1)), true);
}

// What this kind of search writes for people to use must not be somebody else's.
void check_folder(const EvolveOptions& options) {
    const fs::path folder(options.output);
    const std::vector<std::string> inputs{options.data, options.policy};
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
    Watch watch(door, checkpoint, stop_of(options));
    Json result{{"kind", "evolution"},
                {"data",
                 {{"private",
                   {{"file", is_query(options.data) ? std::string("a query")
                                                    : fs::path(options.data).filename().string()}}},
                  {"rows", ground.plan.table.rows()}}}};
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
        search.write(folder, result);
        result["private"]["output"] = options.output;
        std::vector<std::string> written;
        for (const Json& one : result.value("files", Json::array())) written.push_back(one["file"]);
        forget_policies(folder, written);
        write_evolution(folder, result);
    }
    return {std::move(result)};
}

}  // namespace

Operation evolve_table() {
    using O = EvolveOptions;
    return make_operation(
        {.name = "evolve",
         .data = DataKind::table,
         .summary = "Let protected files compete and improve, beyond what any fixed method reaches",
         .examples = {"lethe sample census --rows 200 --seed 1 -o people.csv",
                      "lethe evolve people.csv --generations 50 -o evolution"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .choice("what", &O::what,
                    "What is bred: protected files, PRAM matrices, or a formula that makes them",
                    {"file", "pram-matrices", "pram-formula"})
            .field("policy", &O::policy,
                   "Policy: the kinds of its columns, which are ordered and how, and its "
                   "quasi-identifiers")
            .shown("FILE")
            .input()
            .field("columns", &O::columns,
                   "Columns to protect, all categories or all numbers (default: the "
                   "quasi-identifiers that are categories, or numbers where there are none)")
            .separated("A,B")
            .field("output", &O::output,
                   "Folder for the best file with its record, or a policy with the matrices; the "
                   "report, the drawings, and the checkpoint")
            .letter('o')
            .shown("DIR")
            .field("start", &O::start,
                   "Masking methods to begin with (a grid file as of explore; default: some "
                   "hundred)")
            .shown("FILE")
            .input()
            .goes_with("what", {"file"})
            .choice("aim", &O::aim,
                    "What is made small: the mean or the larger of risk and loss, or a weighted "
                    "mean",
                    {"mean", "max", "weighted"})
            .field("alpha", &O::alpha,
                   "Weight of the loss in a weighted mean; the risk has the rest", between(0, 1))
            .shown("0..1")
            .goes_with("aim", {"weighted"})
            .field("without_best", &O::without_best, "Leave out the best of the first population",
                   between(0, 90))
            .shown("PERCENT")
            .goes_with("what", {"file"})
            .field("keep_k", &O::keep_k,
                   "Files: every file has at least K people of each combination of what an "
                   "intruder knows (0: none; default: what the methods of --start all give, or "
                   "[verdict] of the policy asks for)",
                   at_least(0))
            .shown("K")
            .goes_with("what", {"file"})
            .field("mutation", &O::mutation, "Share of mutations; the rest is crossover",
                   between(0, 100))
            .shown("PERCENT")
            .goes_with("what", {"file", "pram-matrices"})
            .field("points", &O::points, "Points of the crossover", between(1, 2))
            .shown("1|2")
            .goes_with("what", {"file"})
            .choice("selection", &O::selection, "How parents are chosen",
                    {"proportional", "tournament"})
            .goes_with("what", {"file"})
            .field("generations", &O::generations, "Stop after so many", at_least(1))
            .field("seconds", &O::seconds, "Stop after so long (0: no limit)", at_least(0))
            .shown("S")
            .field("stagnation", &O::stagnation,
                   "Stop after so many generations without a better best (0: do not)", at_least(0))
            .field("realisations", &O::realisations,
                   "PRAM: random files over which a matrix or formula is judged", at_least(1))
            .goes_with("what", {"pram-matrices", "pram-formula"})
            .field("invariant", &O::invariant, "PRAM matrices: keep expected frequencies")
            .goes_with("what", {"pram-matrices"})
            .field("keep_least", &O::keep_least,
                   "PRAM matrices: least probability that a value stays", between(0, 1))
            .shown("0..1")
            .goes_with("what", {"pram-matrices"})
            .field("keep_most", &O::keep_most,
                   "PRAM matrices: largest probability that a value stays", between(0, 1))
            .shown("0..1")
            .goes_with("what", {"pram-matrices"})
            .field("p", &O::p, "PRAM formula: probability that a value stays", between(0, 1))
            .shown("0..1")
            .goes_with("what", {"pram-formula"})
            .field("population", &O::population, "PRAM formula: formulas at a time",
                   between(2, 100000))
            .goes_with("what", {"pram-formula"})
            .field("depth", &O::depth, "PRAM formula: deepest tree", between(2, 20))
            .goes_with("what", {"pram-formula"})
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        evolve_rows);
}

}  // namespace lethe::operation
