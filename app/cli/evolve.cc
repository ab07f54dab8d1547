// lethe evolve: protections found by evolution. The state is kept now and then, so that an
// interrupted run goes on where it was.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "cli/evolution_watch.h"
#include "cli/evolve_guarantee.h"
#include "cli/session.h"
#include "lethe/advise/explore.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/core/version.h"
#include "lethe/data/roles.h"
#include "lethe/report/evolution_drawings.h"
#include "lethe/report/html.h"
#include "lethe/run/plan.h"
#include "lethe/run/protect.h"
#include "lethe/search/evolve_files.h"
#include "lethe/search/evolve_formula.h"
#include "lethe/search/evolve_matrices.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct EvolveFlags {
    std::string data;
    std::string what = "file";
    std::string policy;
    std::vector<std::string> columns;
    std::string folder;
    std::string start;
    std::string aim = "mean";
    double alpha = 0.5;
    double without_best = 0;
    double mutation = 50;
    std::string selection = "proportional";
    std::int64_t points = 2;
    std::int64_t generations = 1000;
    double seconds = 0;
    std::int64_t stagnation = 200;
    std::int64_t realisations = 5;
    bool invariant = false;
    double keep_least = 0;
    double keep_most = 1;
    std::int64_t keep_k = -1;
    double p = 0.5;
    std::int64_t population = 100;
    std::int64_t depth = 5;
    ReadFlags read;
};

Aim aim_of(const EvolveFlags& options) {
    if (options.aim == "max") return {Aim::Kind::max, options.alpha};
    if (options.aim == "weighted") return {Aim::Kind::weighted, options.alpha};
    return {};
}

Plan evolution_plan(Session& session, const EvolveFlags& options, Json& verdict) {
    Policy policy;
    Problems problems;
    if (!options.policy.empty()) policy = read_policy(options.policy, problems);
    policy.steps.clear();
    verdict = policy.verdict;
    policy.read = options.read.options(policy.read);
    const Table table = read_source(session, options.data, policy.read);
    return plan_columns(table, policy, std::move(problems));
}

// Those given; otherwise the quasi-identifiers that are categories, or numbers where there are
// none.
std::vector<std::string> columns_to_evolve(const EvolveFlags& options, const Plan& plan) {
    std::vector<std::string> given = split_list(options.columns);
    for (const std::string& name : given) plan.table.column(name);
    if (!given.empty()) return given;
    std::vector<std::string> categories, numbers;
    for (const ColumnPtr& column : plan.table.columns()) {
        if (plan.roles.of(column->name()) != Role::quasi || column->kind() == Kind::text) continue;
        (column->is_numeric() ? numbers : categories).push_back(column->name());
    }
    if (categories.empty() && numbers.empty()) {
        throw Error(ErrorKind::usage,
                    "the table has no quasi-identifier to evolve; name columns with --columns, or "
                    "give their roles and kinds with --policy");
    }
    return categories.empty() ? numbers : categories;
}

StopRules stop_of(const EvolveFlags& options) {
    return {options.generations, options.seconds, options.stagnation};
}

// A search of one kind: how it runs, what makes it the same search, what it leaves in the folder.
struct Search {
    Json header;
    std::function<Json(const Random&, const std::optional<Json>&, const GenerationNote&)> run;
    std::function<void(const fs::path& folder, Json& result)> write;
};

// The best file as a release with its record. How it was searched for is no secret.
void write_best(Session& session, const EvolveFlags& options, const Plan& plan, const Table& best,
                const fs::path& folder, Json& result) {
    const auto columns = result["columns"].get<std::vector<std::string>>();
    Execution execution;
    execution.release = best.without(plan.roles.with(plan.table, Role::identifier));
    execution.changed.insert(columns.begin(), columns.end());
    execution.steps.push_back({{"method", "evolution"},
                               {"title", "Evolved file"},
                               {"columns", columns},
                               {"parameters", step_parameters(result)}});
    ProtectOptions write;
    write.output = (folder / "best.csv").string();
    write.source = options.data;
    write.source_digest = source_digest(options.data);
    const Protected written =
        write_release(plan, execution, session.seed_or_random(), write, session.context());
    session.warn(written.warnings);
    if (result.contains("kept")) result["guarantees"] = written.guarantees;
    result["private"]["release"] = write.output;
}

// Columns where some category more often becomes one other than stays: the search found that the
// attacks, which do not know the matrix, are misled; whoever has it is not.
std::vector<std::string> misleading(const Json& matrices) {
    std::vector<std::string> columns;
    for (const auto& [name, matrix] : matrices.items()) {
        const Json& rows = matrix["rows"];
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::ranges::max(rows[i].get<std::vector<double>>()) <= rows[i][i]) continue;
            columns.push_back(name);
            break;
        }
    }
    return columns;
}

void warn_of_misleading(const Session& session, const Json& matrices) {
    const std::vector<std::string> columns = misleading(matrices);
    if (columns.empty()) return;
    session.warn({fmt::format(
        "in {} some categories turn into another one more often than they stay; attacks that do "
        "not know the matrix are misled by that, but whoever has it, as in a release record, can "
        "turn them back: --keep-least 0.5 keeps such matrices out",
        fmt::join(columns, ", "))});
}

// Matrices as a policy that PRAM can carry out.
void write_matrices(const Plan& plan, const std::vector<std::string>& columns, const Json& matrices,
                    const fs::path& folder, Json& result) {
    Policy policy;
    for (const ColumnPtr& column : plan.table.columns()) {
        policy.columns.push_back(
            {column->name(),
             plan.roles.of(column->name()),
             column->kind(),
             column->kind() == Kind::ordinal ? column->dictionary() : std::vector<std::string>(),
             {},
             {},
             {}});
    }
    policy.steps.push_back({"pram", columns, {{"type", "matrix"}, {"matrix", matrices}}, {}, {}});
    const std::string path = (folder / "policy.toml").string();
    write_file(path, policy_text(policy));
    result["private"]["policy"] = path;
}

Search file_search(Session& session, const EvolveFlags& options, const Plan& plan,
                   const std::vector<std::string>& columns, const Json& verdict) {
    FileEvolutionOptions search;
    search.columns = columns;
    if (!options.start.empty()) search.start = parse_grid(read_file(options.start), options.start);
    search.without_best = options.without_best / 100;
    search.aim = aim_of(options);
    search.breeding.mutation = options.mutation / 100;
    search.breeding.points = options.points;
    search.breeding.selection =
        options.selection == "tournament" ? Selection::tournament : Selection::proportional;
    search.breeding.stop = stop_of(options);
    ask_for_k(options.keep_k, verdict, plan, search);
    Json start = Json::array();
    for (const Choice& choice : search.start) start.push_back(label_of(choice));
    auto best = std::make_shared<Table>();
    Json header{{"start", std::move(start)},
                {"without_best", options.without_best},
                {"mutation", options.mutation},
                {"points", options.points},
                {"selection", options.selection}};
    if (search.keep_k > 0) header["keep_k"] = search.keep_k;
    return {
        std::move(header),
        [&session, &plan, search, best](const Random& random, const std::optional<Json>& earlier,
                                        const GenerationNote& note) {
            EvolvedFile evolved =
                evolve_file(session.context(), plan.table, search, random, earlier, note);
            tell_classes(session, plan, search, evolved.best, evolved.result);
            *best = std::move(evolved.best);
            return std::move(evolved.result);
        },
        [&session, &options, &plan, best](const fs::path& folder, Json& result) {
            write_best(session, options, plan, *best, folder, result);
        }};
}

Search matrix_search(Session& session, const EvolveFlags& options, const Plan& plan,
                     const std::vector<std::string>& columns) {
    EvolveMatricesOptions search;
    search.columns = columns;
    search.aim = aim_of(options);
    search.realisations = options.realisations;
    search.breeding.invariant = options.invariant;
    search.breeding.diagonal = {options.keep_least, options.keep_most};
    search.breeding.mutation = options.mutation / 100;
    search.breeding.stop = stop_of(options);
    return {{{"realisations", options.realisations},
             {"invariant", options.invariant},
             {"keep", {options.keep_least, options.keep_most}},
             {"mutation", options.mutation}},
            [&session, &plan, search](const Random& random, const std::optional<Json>& earlier,
                                      const GenerationNote& note) {
                Json result =
                    evolve_matrices(session.context(), plan.table, search, random, earlier, note);
                warn_of_misleading(session, result["best"]["matrices"]);
                return result;
            },
            [&plan, columns](const fs::path& folder, Json& result) {
                write_matrices(plan, columns, result["best"]["matrices"], folder, result);
            }};
}

Search formula_search(Session& session, const EvolveFlags& options, const Plan& plan,
                      const std::vector<std::string>& columns) {
    EvolveFormulaOptions search;
    search.study.p = options.p;
    search.study.aim = aim_of(options);
    search.study.realisations = options.realisations;
    search.programming.population = options.population;
    search.programming.limits.depth = static_cast<int>(options.depth);
    search.programming.stop = stop_of(options);
    const std::vector<FormulaTable> tables{{"data", plan.table, columns}};
    return {{{"realisations", options.realisations},
             {"p", options.p},
             {"population", options.population},
             {"depth", options.depth}},
            [&session, search, tables](const Random& random, const std::optional<Json>& earlier,
                                       const GenerationNote& note) {
                return evolve_formula(session.context(), tables, search, random, earlier, note);
            },
            [&plan, columns](const fs::path& folder, Json& result) {
                write_matrices(plan, columns,
                               result["best"]["about_original"]["tables"][0]["matrices"], folder,
                               result);
            }};
}

Search search_of(Session& session, const EvolveFlags& options, const Plan& plan,
                 const Json& verdict) {
    const std::vector<std::string> columns = columns_to_evolve(options, plan);
    if (options.what != "file" && options.keep_k > 1) {
        throw Error(ErrorKind::usage,
                    "--keep-k is for files: PRAM changes values by chance and gives no classes");
    }
    Search search = options.what == "pram-matrices" ? matrix_search(session, options, plan, columns)
                    : options.what == "pram-formula"
                        ? formula_search(session, options, plan, columns)
                        : file_search(session, options, plan, columns, verdict);
    // How long a run goes on does not make it another one.
    search.header.update({{"version", kProgramVersion},
                          {"what", options.what},
                          {"table", table_fingerprint(plan.table)},
                          {"columns", columns},
                          {"aim", options.aim},
                          {"alpha", options.alpha}});
    return search;
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

void run_evolve(Session& session, const EvolveFlags& options) {
    Json verdict;
    const Plan plan = evolution_plan(session, options, verdict);
    const Search search = search_of(session, options, plan, verdict);
    const fs::path folder(options.folder);
    if (!options.folder.empty()) {
        make_folder(options.folder);
        refuse_overwrite((folder / "best.csv").string(), {options.data, options.policy});
        refuse_overwrite((folder / "policy.toml").string(), {options.data, options.policy});
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
                  {"rows", plan.table.rows()}}}};
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
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 200 --seed 1 -o people.csv\n"
        "  lethe evolve people.csv --generations 50 -o evolution");
    command->callback([&session, options] {
        session.run = [&session, options] { run_evolve(session, *options); };
    });
}

}  // namespace lethe::cli
