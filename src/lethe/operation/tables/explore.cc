// explore, of tables: many protections tried, mapped and compared. Every point is kept as soon as
// it is done, so that an interrupted run goes on where it was.
#include "lethe/search/advise/explore.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>
#include <span>

#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/io/file.h"
#include "lethe/io/journal.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/exploring.h"
#include "lethe/operation/shared/names_some.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/next_command.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

struct ExploreTableOptions {
    std::string data;
    std::string grid;
    std::vector<std::string> columns;
    PolicyColumns::Options policy;
    std::string output;
    double alpha = 0.5;
    std::string loss;
    std::string risk = "worst";
    std::optional<double> max_risk;
    std::optional<std::int64_t> sample;
    Replacing replace;
    TableReading read;
};

// The columns to mask: those given, or all that the intruder knows.
std::vector<std::string> columns_to_explore(const ExploreTableOptions& options,
                                            const search::Stage& stage) {
    std::vector<std::string> columns = options.columns;
    if (columns.empty()) columns = stage.intruder.columns;
    std::erase_if(columns, [&](const std::string& name) {
        return stage.table.column(name).kind() == Kind::text;
    });
    if (columns.empty()) {
        throw Error(
            ErrorKind::usage,
            "the table has no column that looks identifying; name columns with the option columns");
    }
    return columns;
}

// The policy of the point that is recommended: roles as they were taken, so that what is not masked
// counts there as it did here.
release::Policy recommended_policy(const search::Exploration& exploration,
                                   const search::Stage& stage, const PolicyColumns& known,
                                   const std::vector<std::string>& columns,
                                   const ReadOptions& read) {
    release::Policy policy = policy_of_columns(stage, known, read);
    if (const search::ExplorationPoint* point = exploration.recommended_point()) {
        const Method& method = find_method(point->method, Family::mask);
        const std::vector<std::string> taken = search::taken_columns(method, stage.table, columns);
        policy.steps.push_back({method.info.name, taken, point->parameters, {}, {}});
    }
    return policy;
}

void write_exploration(const ExploreTableOptions& options, const search::Exploration& exploration,
                       Json& result, const search::Stage& stage, const PolicyColumns& known,
                       const ReadOptions& read) {
    const fs::path folder(options.output);
    const bool recommended = exploration.recommended.has_value();
    Bundle bundle((folder / "exploration.json").string());
    std::vector<std::string> written, staged;
    if (recommended) {
        const release::Policy policy =
            recommended_policy(exploration, stage, known, exploration.columns, read);
        staged.push_back(add_policy(bundle, folder / "policy.toml", policy));
        written.emplace_back("policy.toml");
    }
    result["files"] = release::listed_files(staged);
    write_exploration_files(bundle, options.output, exploration, result);
    forget_policies(folder, written);
    bundle.commit();
}

Answer explore_rows(const ExploreTableOptions& options, Door& door) {
    std::vector<release::Choice> grid;
    if (!options.grid.empty()) grid = search::parse_grid(read_file(options.grid), options.grid);
    const PolicyColumns policy(options.policy, door);
    const ReadOptions read = options.read.options(policy.read());
    const search::Stage stage =
        policy.stage(read_source(door, options.data, read), options.columns);
    const Table& table = stage.table;
    search::ExploreOptions explore_options;
    explore_options.columns = columns_to_explore(options, stage);
    if (options.grid.empty()) grid = search::default_grid(table, explore_options.columns);
    explore_options.score = {options.alpha, options.loss, release::scored_risk_named(options.risk)};
    explore_options.max_risk = options.max_risk;
    explore_options.sample = options.sample.value_or(search::default_sample(table.rows()));
    const bool sampled = explore_options.sample > 0 && table.rows() > explore_options.sample;
    if (sampled) {
        door.say(
            fmt::format("{} people: each of {} protections is first tried on {} of them, the "
                        "most promising ones on all",
                        table.rows(), grid.size(), explore_options.sample));
    }

    ExplorationLog log;
    if (!options.output.empty()) {
        make_folder(options.output);
        check_exploration_files(options.output, options.replace);
        check_policy(fs::path(options.output) / "policy.toml",
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
            {"loss", release::loss_name(release::loss_parts(explore_options.score,
                                                            table.select(stage.intruder.columns)))},
            {"sample", explore_options.sample},
            {"seed", door.given_seed() ? Json(*door.given_seed()) : Json(nullptr)}};
        log.open(door, options.output, header, grid.size());
    }
    PointTeller teller(door, sampled);
    const auto keep = [&](const search::ExplorationPoint& point, search::Round round) {
        log.add(point);
        teller.tell(point, round);
    };
    const search::Exploration exploration =
        search::explore(stage, grid, explore_options, log.before(), keep,
                        Random(door.seed_or_random()), door.context());
    Json result{
        {"kind", "exploration"},
        {"data", {{"private", {{"file", source_name(options.data)}}}, {"rows", table.rows()}}}};
    result.update(to_json(exploration));
    if (!options.output.empty()) {
        write_exploration(options, exploration, result, stage, policy, read);
        result["output"] = options.output;
        if (exploration.recommended) {
            result["next"] = fmt::format("lethe protect {} --policy {} --assess -o release.csv",
                                         release::shell_word(options.data),
                                         (fs::path(options.output) / "policy.toml").string());
        }
    }
    return end_exploration(exploration, std::move(result), options.output,
                           options.max_risk.has_value());
}

}  // namespace

Operation explore_table() {
    using O = ExploreTableOptions;
    return make_operation(
        {.name = "explore",
         .data = DataKind::table,
         .summary = "Try many protections: risk/utility map, Pareto front, recommendation",
         .examples = {"lethe sample census --rows 250 --seed 1 -o people.csv",
                      "lethe explore people.csv -o exploration"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .field("grid", &O::grid, "What to try (TOML; default: a grid of all methods)")
            .shown("FILE")
            .input()
            .field("columns", &O::columns,
                   "Columns to mask (default: all that an intruder may know; those left out count "
                   "among what she knows, as they are)")
            .separated("A,B")
            .must(names_some)
            .field("output", &O::output,
                   "Folder for the map, the table, the report and the recommended policy")
            .output(OutputKind::own)
            .letter('o')
            .shown("DIR")
            .field("alpha", &O::alpha, "Weight of the loss in the score; the risk has the rest",
                   between(0, 1))
            .shown("0..1")
            .field("risk", &O::risk,
                   "What stands for the risk: worst (attack), dr, rl, srl, mean, or the name of an "
                   "attack")
            .shown("RULE")
            .naming("rule of risk or attack", release::scored_risk_names())
            .field("loss", &O::loss,
                   "The loss in the score (default: by the columns: il, category-loss, cell-loss "
                   "or semantic-loss)")
            .shown("NAME")
            .naming("loss measure", method_names(Family::loss))
            .include(&O::policy, PolicyColumns::Options::schema())
            .field("max_risk", &O::max_risk, "Recommend the least loss with at most this risk",
                   between(0, 100))
            .shown("PERCENT")
            .field("sample", &O::sample,
                   "People on whom everything is tried first, so that only what is promising is "
                   "tried on all (0: everything on all; default: 1000 above 20,000 people)",
                   at_least(0))
            .shown("N")
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        explore_rows);
}

}  // namespace lethe::operation
