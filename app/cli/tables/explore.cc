// lethe explore: many protections tried, mapped and compared. Every point is kept as soon as it is
// done, so that an interrupted run goes on where it was.
#include "lethe/search/advise/explore.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "cli/exploring.h"
#include "cli/policy_files.h"
#include "cli/session.h"
#include "cli/tables/policy_columns.h"
#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/file.h"
#include "lethe/io/journal.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct ExploreFlags {
    std::string data;
    std::string grid;
    std::vector<std::string> columns;
    PolicyColumns::Flags policy;
    std::string folder;
    double alpha = 0.5;
    std::string loss;
    std::string risk = "worst";
    std::optional<double> max_risk;
    std::optional<std::int64_t> sample;
    ReplaceFlags replace;
    ReadFlags read;
};

// The columns to mask: those given, or all that the intruder knows.
std::vector<std::string> columns_to_explore(const ExploreFlags& options, const Stage& stage) {
    std::vector<std::string> columns = split_list(options.columns);
    if (columns.empty()) columns = stage.intruder.columns;
    std::erase_if(columns, [&](const std::string& name) {
        return stage.table.column(name).kind() == Kind::text;
    });
    if (columns.empty()) {
        throw Error(ErrorKind::usage,
                    "the table has no column that looks identifying; name columns with --columns");
    }
    return columns;
}

// The policy of the point that is recommended: roles as they were taken, so that what is not masked
// counts there as it did here.
Policy recommended_policy(const Json& exploration, const Stage& stage, const PolicyColumns& known,
                          const std::vector<std::string>& columns, const ReadOptions& read) {
    Policy policy = policy_of_columns(stage, known, read);
    for (const Json& point : exploration["points"]) {
        if (point["id"] != exploration["recommended"]) continue;
        const Method& method = find_method(point["method"].get<std::string>(), Family::mask);
        const std::vector<std::string> taken = taken_columns(method, stage.table, columns);
        policy.steps.push_back({method.info.name, taken, point["parameters"], {}, {}});
    }
    return policy;
}

void write_exploration(const ExploreFlags& options, Json& exploration, const Stage& stage,
                       const PolicyColumns& known, const std::vector<std::string>& columns,
                       const ReadOptions& read) {
    const fs::path folder(options.folder);
    const bool recommended = !exploration["recommended"].is_null();
    const std::string path = (folder / "policy.toml").string();
    if (recommended) {
        write_file(path, policy_text(recommended_policy(exploration, stage, known, columns, read)));
    }
    forget_policies(
        folder, recommended ? std::vector<std::string>{"policy.toml"} : std::vector<std::string>());
    exploration["files"] =
        listed_files(recommended ? std::vector<std::string>{path} : std::vector<std::string>());
    write_exploration_files(options.folder, exploration);
}

void run_explore(Session& session, const ExploreFlags& options) {
    if (!options.loss.empty()) find_method(options.loss, Family::loss);
    std::vector<Choice> grid;
    if (!options.grid.empty()) grid = parse_grid(read_file(options.grid), options.grid);
    const PolicyColumns policy(options.policy);
    const ReadOptions read = options.read.options(policy.read());
    const Stage stage =
        policy.stage(read_source(session, options.data, read), split_list(options.columns));
    const Table& table = stage.table;
    ExploreOptions explore_options;
    explore_options.columns = columns_to_explore(options, stage);
    if (options.grid.empty()) grid = default_grid(table, explore_options.columns);
    explore_options.score = {options.alpha, options.loss, risk_rule_named(options.risk)};
    explore_options.max_risk = options.max_risk;
    explore_options.sample = options.sample.value_or(default_sample(table.rows()));
    const bool sampled = explore_options.sample > 0 && table.rows() > explore_options.sample;
    if (sampled) {
        session.say(
            fmt::format("{} people: each of {} protections is first tried on {} of them, the "
                        "most promising ones on all",
                        table.rows(), grid.size(), explore_options.sample));
    }

    ExplorationLog log;
    if (!options.folder.empty()) {
        make_folder(options.folder);
        check_policy(fs::path(options.folder) / "policy.toml",
                     {options.data, options.policy.policy}, options.replace);
        const Json header{
            {"kind", "points"},
            {"version", kProgramVersion},
            {"table", table_fingerprint(table)},
            {"columns", explore_options.columns},
            {"known", stage.intruder.columns},
            {"people_file",
             stage.intruder.people_file ? stage.intruder.people_file->file->sha256 : std::string()},
            {"risk", options.risk},
            {"alpha", options.alpha},
            {"loss",
             loss_name(loss_parts(explore_options.score, table.select(stage.intruder.columns)))},
            {"sample", explore_options.sample},
            {"seed", session.seed ? Json(*session.seed) : Json(nullptr)}};
        log.open(session, options.folder, header, grid.size());
    }
    PointTeller teller(session, sampled);
    const auto keep = [&](const Json& point, Round round) {
        log.add(point);
        teller.tell(point, round);
    };
    const Json exploration = explore(stage, grid, explore_options, log.before(), keep,
                                     Random(session.seed_or_random()), session.context());
    Json result{{"kind", "exploration"},
                {"data",
                 {{"private",
                   {{"file", is_query(options.data) ? std::string("a query")
                                                    : fs::path(options.data).filename().string()}}},
                  {"rows", table.rows()}}}};
    result.update(exploration);
    if (!options.folder.empty()) {
        write_exploration(options, result, stage, policy, explore_options.columns, read);
        result["output"] = options.folder;
        if (!result["recommended"].is_null()) {
            result["next"] =
                fmt::format("lethe protect {} --policy {} --assess -o release.csv", options.data,
                            (fs::path(options.folder) / "policy.toml").string());
        }
    }
    end_exploration(session, result, options.folder, options.max_risk.has_value());
}

}  // namespace

void add_explore(CLI::App& app, Session& session) {
    auto options = std::make_shared<ExploreFlags>();
    CLI::App* command = app.add_subcommand(
        "explore", "Try many protections: risk/utility map, Pareto front, recommendation");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command
        ->add_option("--grid", options->grid, "What to try (TOML; default: a grid of all methods)")
        ->type_name("FILE");
    command
        ->add_option(
            "--columns", options->columns,
            "Columns to mask (default: all that an intruder may know; those left out count "
            "among what she knows, as they are)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command
        ->add_option("-o,--output", options->folder,
                     "Folder for the map, the table, the report and the recommended policy")
        ->type_name("DIR");
    command
        ->add_option("--alpha", options->alpha,
                     "Weight of the loss in the score; the risk has the rest")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        ->add_option("--risk", options->risk,
                     "What stands for the risk: worst (attack), dr, rl, srl or mean")
        ->capture_default_str()
        ->type_name("RULE");
    command
        ->add_option(
            "--loss", options->loss,
            "The loss in the score (default: by the columns: il, category-loss, cell-loss or "
            "semantic-loss)")
        ->type_name("NAME");
    options->policy.add_to(*command);
    command
        ->add_option("--max-risk", options->max_risk,
                     "Recommend the least loss with at most this risk")
        ->check(CLI::Range(0.0, 100.0))
        ->type_name("PERCENT");
    command
        ->add_option("--sample", options->sample,
                     "People on whom everything is tried first, so that only what is promising is "
                     "tried on all (0: everything on all; default: 1000 above 20,000 people)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    options->replace.add_to(*command);
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 500 --seed 1 -o people.csv\n"
        "  lethe explore people.csv -o exploration");
    command->callback([&session, options] {
        session.run = [&session, options] { run_explore(session, *options); };
    });
}

}  // namespace lethe::cli
