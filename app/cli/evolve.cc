// lethe evolve: protections found by evolution. The state is kept now and then, so that an
// interrupted run goes on where it was.
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/data/roles.h"
#include "lethe/report/evolution_drawings.h"
#include "lethe/report/html.h"
#include "lethe/run/plan.h"
#include "lethe/run/protect.h"
#include "lethe/search/evolve_files.h"
#include "lethe/search/explore.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string data;
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
    ReadFlags read;
};

Aim aim_of(const Options& options) {
    if (options.aim == "max") return {Aim::Kind::max, options.alpha};
    if (options.aim == "weighted") return {Aim::Kind::weighted, options.alpha};
    return {};
}

Plan plan_of(Session& session, const Options& options) {
    Policy policy;
    Problems problems;
    if (!options.policy.empty()) policy = read_policy(options.policy, problems);
    policy.steps.clear();
    policy.read = options.read.options(policy.read);
    const Table table = read_source(session, options.data, policy.read);
    return plan_columns(table, policy, std::move(problems));
}

// Those given; otherwise the quasi-identifiers that are categories.
std::vector<std::string> columns_of(const Options& options, const Plan& plan) {
    std::vector<std::string> columns = split_list(options.columns);
    for (const std::string& name : columns) plan.table.column(name);
    if (!columns.empty()) return columns;
    for (const ColumnPtr& column : plan.table.columns()) {
        const bool words = !column->is_numeric() && column->kind() != Kind::text;
        if (words && plan.roles.of(column->name()) == Role::quasi) {
            columns.push_back(column->name());
        }
    }
    if (columns.empty()) {
        throw Error(ErrorKind::usage,
                    "the table has no column of categories to evolve; name columns with --columns, "
                    "or give their kinds with --policy");
    }
    return columns;
}

FileEvolutionOptions search_options(const Options& options, const Plan& plan) {
    FileEvolutionOptions search;
    search.columns = columns_of(options, plan);
    if (!options.start.empty()) search.start = parse_grid(read_file(options.start), options.start);
    search.without_best = options.without_best / 100;
    search.aim = aim_of(options);
    search.breeding.mutation = options.mutation / 100;
    search.breeding.points = options.points;
    search.breeding.selection =
        options.selection == "tournament" ? Selection::tournament : Selection::proportional;
    search.breeding.stop = {options.generations, options.seconds, options.stagnation};
    return search;
}

// What makes a run the same run; how long it goes on does not.
Json header_of(const Options& options, const FileEvolutionOptions& search, const Plan& plan) {
    Json start = Json::array();
    for (const Choice& choice : search.start) start.push_back(label_of(choice));
    return {{"version", LETHE_VERSION},
            {"table", table_fingerprint(plan.table)},
            {"columns", search.columns},
            {"start", std::move(start)},
            {"aim", options.aim},
            {"alpha", options.alpha},
            {"without_best", options.without_best},
            {"mutation", options.mutation},
            {"points", options.points},
            {"selection", options.selection}};
}

// Keeps the state of a run in a private file, and finds what an earlier run left there.
class Checkpoint {
  public:
    Checkpoint(std::string path, Json header)
        : path_(std::move(path)), header_(std::move(header)) {}

    std::optional<Json> load(Session& session) {
        if (path_.empty() || !fs::exists(path_)) return std::nullopt;
        const Json found = read_json(path_);
        if (found.value("kind", "") != "evolution-checkpoint") return std::nullopt;
        if (found.value("header", Json()) != header_) return std::nullopt;
        const auto seed = found.at("seed").get<std::uint64_t>();
        if (session.seed && *session.seed != seed) return std::nullopt;
        session.seed = seed;
        return found.at("checkpoint");
    }

    void save(std::uint64_t seed, const Json& checkpoint) const {
        if (path_.empty()) return;
        const Json body{{"kind", "evolution-checkpoint"},
                        {"note", "Private: it holds masked records beside what they came from."},
                        {"header", header_},
                        {"seed", seed},
                        {"checkpoint", checkpoint}};
        write_file(path_, body.dump() + "\n", true);
    }

  private:
    std::string path_;
    Json header_;
};

void write_results(const fs::path& folder, const Json& result) {
    write_file((folder / "evolution.json").string(), result.dump(2) + "\n", true);
    write_file((folder / "population.svg").string(), report::population_svg(result), true);
    write_file((folder / "convergence.svg").string(), report::convergence_svg(result), true);
    write_file((folder / "report.html").string(), report::html_report(std::span(&result, 1)), true);
}

// The best file as a release with its record. How it was searched for is no secret.
Protected release(Session& session, const Options& options, const Plan& plan,
                  const FileEvolutionOptions& search, const EvolvedFile& evolved,
                  const std::string& output) {
    Execution execution;
    execution.release = evolved.best.without(plan.roles.with(plan.table, Role::identifier));
    execution.changed.insert(search.columns.begin(), search.columns.end());
    execution.steps.push_back({{"method", "evolution"},
                               {"title", "Evolved file"},
                               {"columns", search.columns},
                               {"parameters",
                                {{"aim", evolved.result["aim"]},
                                 {"start", evolved.result["start"]["files"]},
                                 {"generations", evolved.result["history"].size() - 1}}}});
    ProtectOptions write;
    write.output = output;
    write.source = options.data;
    write.source_digest = source_digest(options.data);
    return write_release(plan, execution, session.seed_or_random(), write, session.context());
}

void run_evolve(Session& session, const Options& options) {
    const Plan plan = plan_of(session, options);
    const FileEvolutionOptions search = search_options(options, plan);
    const fs::path folder(options.folder);
    if (!options.folder.empty()) {
        std::error_code error;
        fs::create_directories(folder, error);
        if (error) throw Error(ErrorKind::io, "cannot make the folder", {options.folder, 0, 0, {}});
    }
    const std::string output = (folder / "best.csv").string();
    if (!options.folder.empty()) refuse_overwrite(output, {options.data, options.policy});
    Checkpoint checkpoint(
        options.folder.empty() ? std::string() : (folder / "checkpoint.json").string(),
        header_of(options, search, plan));
    const std::optional<Json> earlier = checkpoint.load(session);
    if (earlier) session.say("going on with the run that was begun in this folder");
    const std::uint64_t seed = session.seed_or_random();
    const Context& context = session.context();

    constexpr double kSaveEvery = 5;
    constexpr double kSayEvery = 10;
    double saved = context.now(), said = context.now();
    std::int64_t kept = -1;
    const auto note = [&](const EvolutionLog& log, const CheckpointMaker& make) {
        const bool last = !log.stopped_by(search.breeding.stop).empty();
        if (last || context.stop_asked() || context.now() - saved > kSaveEvery) {
            checkpoint.save(seed, make());
            saved = context.now();
            kept = log.generation();
        }
        if (context.now() - said > kSayEvery) {
            session.say(fmt::format("generation {}: best {:.3f}, mean {:.3f}", log.generation(),
                                    log.entries().back().best, log.entries().back().mean));
            said = context.now();
        }
    };
    std::optional<EvolvedFile> evolved;
    try {
        evolved = evolve_file(context, plan.table, search, Random(seed), earlier, note);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped || options.folder.empty() || kept < 0) throw;
        throw Error(ErrorKind::stopped,
                    fmt::format("stopped; all up to generation {} is kept, and the same command "
                                "goes on",
                                kept));
    }
    Json result{{"kind", "evolution"},
                {"data",
                 {{"file", is_query(options.data) ? std::string("a query")
                                                  : fs::path(options.data).filename().string()},
                  {"rows", plan.table.rows()}}}};
    result.update(evolved->result);
    if (!options.folder.empty()) {
        const Protected written = release(session, options, plan, search, *evolved, output);
        session.warn(written.warnings);
        result["output"] = options.folder;
        result["release"] = output;
        write_results(folder, result);
    }
    session.show(result);
}

}  // namespace

void add_evolve(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "evolve", "Let protections of categories compete and improve, beyond any fixed method");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command
        ->add_option("--policy", options->policy,
                     "Policy: the kinds of its columns, which are ordered and how, and its "
                     "quasi-identifiers")
        ->type_name("FILE");
    command
        ->add_option("--columns", options->columns,
                     "Columns to protect (default: the categories among the quasi-identifiers)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        ->add_option("-o,--output", options->folder,
                     "Folder for the best file with its record, the report, the drawings, and the "
                     "checkpoint")
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
    command->add_option("--alpha", options->alpha, "Weight of the risk in a weighted mean")
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
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 200 --seed 1 -o people.csv\n"
        "  lethe evolve people.csv --generations 50 -o evolution");
    command->callback([&session, options] {
        session.run = [&session, options] { run_evolve(session, *options); };
    });
}

}  // namespace lethe::cli
