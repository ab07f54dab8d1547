// lethe evolve: protections found by evolution. The state is kept now and then, so that an
// interrupted run goes on where it was.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "cli/policy_files.h"
#include "cli/tables/evolution_watch.h"
#include "cli/tables/evolve_searches.h"
#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/release/outputs.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/html.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

EvolveGround evolve_ground(Session& session, const EvolveFlags& options) {
    PolicyColumns known({options.policy, {}});
    const ReadOptions read = options.read.options(known.read());
    Policy policy = known.policy();
    // What its steps would sanitise is not released.
    for (const StepPolicy& step : text_steps(policy)) {
        policy.identifiers.insert(policy.identifiers.end(), step.columns.begin(),
                                  step.columns.end());
    }
    policy.steps.clear();
    policy.read = read;
    Plan plan = plan_columns(read_source(session, options.data, read), policy);
    return {std::move(known), read, std::move(plan)};
}

void write_evolution(const fs::path& folder, const Json& result) {
    write_file((folder / "evolution.json").string(), result.dump(2) + "\n", true);
    write_file((folder / "population.svg").string(), report::population_svg(result), true);
    write_file((folder / "convergence.svg").string(), report::convergence_svg(result), true);
    write_file((folder / "report.html").string(), report::html_report(std::span(&result, 1)), true);
}

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {folder, 0, 0, {}});
}

// What this kind of search writes for people to use must not be somebody else's.
void check_folder(const EvolveFlags& options) {
    const fs::path folder(options.folder);
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

void run_evolve(Session& session, const EvolveFlags& options) {
    const EvolveGround ground = evolve_ground(session, options);
    const EvolveSearch search = evolve_search(session, options, ground);
    const fs::path folder(options.folder);
    if (!options.folder.empty()) {
        make_folder(options.folder);
        check_folder(options);
    }
    Checkpoint checkpoint(
        options.folder.empty() ? std::string() : (folder / "checkpoint.json").string(),
        search.header);
    const std::optional<Json> earlier = checkpoint.load(session);
    if (earlier) session.say("going on with the run that was begun in this folder");
    Watch watch(session, checkpoint, stop_of(options));
    Json result{{"kind", "evolution"},
                {"data",
                 {{"private",
                   {{"file", is_query(options.data) ? std::string("a query")
                                                    : fs::path(options.data).filename().string()}}},
                  {"rows", ground.plan.table.rows()}}}};
    try {
        result.update(search.run(Random(session.seed_or_random()), earlier, std::ref(watch)));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped || options.folder.empty() || watch.kept() < 0) throw;
        throw Error(ErrorKind::stopped,
                    fmt::format("stopped; all up to generation {} is kept, and the same command "
                                "goes on",
                                watch.kept()));
    }
    if (!options.folder.empty()) {
        search.write(folder, result);
        result["private"]["output"] = options.folder;
        std::vector<std::string> written;
        for (const Json& one : result.value("files", Json::array())) written.push_back(one["file"]);
        forget_policies(folder, written);
        write_evolution(folder, result);
    }
    session.show(result);
}

}  // namespace

void add_evolve(CLI::App& app, Session& session) {
    auto options = std::make_shared<EvolveFlags>();
    CLI::App* command = app.add_subcommand(
        "evolve", "Let protected files compete and improve, beyond what any fixed method reaches");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command
        ->add_option("--what", options->what,
                     "What is bred: protected files, PRAM matrices, or a formula that makes them")
        ->check(CLI::IsMember({"file", "pram-matrices", "pram-formula"}))
        ->capture_default_str()
        ->type_name("NAME");
    command
        ->add_option("--policy", options->policy,
                     "Policy: the kinds of its columns, which are ordered and how, and its "
                     "quasi-identifiers")
        ->type_name("FILE");
    command
        ->add_option("--columns", options->columns,
                     "Columns to protect, all categories or all numbers (default: the "
                     "quasi-identifiers that "
                     "are categories, or numbers where there are none)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        ->add_option("-o,--output", options->folder,
                     "Folder for the best file with its record, or a policy with the matrices; the "
                     "report, the drawings, and the checkpoint")
        ->type_name("DIR");
    command
        ->add_option("--start", options->start,
                     "Masking methods to begin with (a grid file as of explore; default: some "
                     "hundred)")
        ->type_name("FILE");
    command
        ->add_option("--aim", options->aim,
                     "What is made small: the mean or the larger of "
                     "risk and loss, or a weighted mean")
        ->check(CLI::IsMember({"mean", "max", "weighted"}))
        ->capture_default_str()
        ->type_name("NAME");
    command
        ->add_option("--alpha", options->alpha,
                     "Weight of the loss in a weighted mean; the risk has the rest")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        ->add_option("--without-best", options->without_best,
                     "Leave out the best of the first population")
        ->check(CLI::Range(0.0, 90.0))
        ->capture_default_str()
        ->type_name("PERCENT");
    command
        ->add_option("--keep-k", options->keep_k,
                     "Files: every file has at least K people of each combination of what an "
                     "intruder knows (0: none; default: what the methods of --start all give, or "
                     "[verdict] of the policy asks for)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("K");
    command
        ->add_option("--mutation", options->mutation, "Share of mutations; the rest is crossover")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str()
        ->type_name("PERCENT");
    command->add_option("--points", options->points, "Points of the crossover")
        ->check(CLI::Range(1, 2))
        ->capture_default_str()
        ->type_name("1|2");
    command->add_option("--selection", options->selection, "How parents are chosen")
        ->check(CLI::IsMember({"proportional", "tournament"}))
        ->capture_default_str()
        ->type_name("NAME");
    command->add_option("--generations", options->generations, "Stop after so many")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--seconds", options->seconds, "Stop after so long (0: no limit)")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->type_name("S");
    command
        ->add_option("--stagnation", options->stagnation,
                     "Stop after so many generations without a better best (0: do not)")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->type_name("N");
    command
        ->add_option("--realisations", options->realisations,
                     "PRAM: random files over which a matrix or formula is judged")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->type_name("N");
    command->add_flag("--invariant", options->invariant,
                      "PRAM matrices: keep expected frequencies");
    command
        ->add_option("--keep-least", options->keep_least,
                     "PRAM matrices: least probability that a value stays")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        ->add_option("--keep-most", options->keep_most,
                     "PRAM matrices: largest probability that a value stays")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command->add_option("--p", options->p, "PRAM formula: probability that a value stays")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command->add_option("--population", options->population, "PRAM formula: formulas at a time")
        ->check(CLI::Range(2, 100000))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--depth", options->depth, "PRAM formula: deepest tree")
        ->check(CLI::Range(2, 20))
        ->capture_default_str()
        ->type_name("N");
    options->replace.add_to(*command);
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 200 --seed 1 -o people.csv\n"
        "  lethe evolve people.csv --generations 50 -o evolution");
    command->callback([&session, options] {
        session.run = [&session, options] { run_evolve(session, *options); };
    });
}

}  // namespace lethe::cli
