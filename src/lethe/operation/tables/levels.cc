// levels: all vectors of levels of the mask of privacy models, with what holds and what is lost at
// each, for people who choose by looking.
#include <fmt/format.h>

#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/meaning_options.h"
#include "lethe/operation/shared/names_some.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/release/tables/plan.h"
#include "lethe/report/draw/levels_drawing.h"
#include "lethe/table/mask/models/level_lattice.h"

namespace lethe::operation {
namespace {

struct LevelsOptions {
    std::string data;
    std::string policy;
    Json set = Json::object();
    std::vector<std::string> columns;
    std::string output;
    MeaningOptions meaning;
    TableReading read;
};

const Method& levels_method() { return method_for(Purpose::levels); }

release::Plan plan_of_levels(const LevelsOptions& options, Door& door) {
    Problems problems;
    release::Policy policy;
    if (options.policy.empty()) {
        policy.steps.push_back({levels_method().info.name, options.columns, options.set, {}, {}});
    } else {
        policy = read_policy_text(door, options.policy, problems);
    }
    policy.read = options.read.options(policy.read);
    options.meaning.apply(policy, door);
    const Table table = read_source(door, options.data, policy.read);
    return release::make_plan(table, policy, std::move(problems));
}

// The first step of the plan that has levels, which sees the table as it came.
const release::PlannedStep& step_with_levels(const release::Plan& plan) {
    if (!plan.steps.empty() && plan.steps.front().method == &levels_method()) {
        return plan.steps.front();
    }
    throw Error(ErrorKind::usage,
                fmt::format("the first step of the policy must be {}", levels_method().info.name));
}

Json levels_result(const mask::LevelLattice& lattice) {
    Json nodes = Json::array();
    for (std::size_t i = 0; i < lattice.nodes.size(); ++i) {
        const mask::LevelNode& node = lattice.nodes[i];
        nodes.push_back({{"levels", node.levels},
                         {"holds", node.holds},
                         {"suppressed", node.suppressed},
                         {"loss", node.loss},
                         {"best", lattice.best == i}});
    }
    return {{"kind", "levels"},           {"about", "original"},
            {"columns", lattice.columns}, {"highest_levels", lattice.top},
            {"models", lattice.models},   {"metric", lattice.metric},
            {"records", lattice.records}, {"limit", lattice.limit},
            {"nodes", std::move(nodes)}};
}

void check_levels_options(const LevelsOptions& options, const Door& door, Problems& problems) {
    if (options.policy.empty() == options.columns.empty()) {
        problems.push_back({fmt::format("give either {} FILE or {} A,B", door.option_name("policy"),
                                        door.option_name("columns"))});
    }
    if (!options.output.empty() && !options.output.ends_with(".svg")) {
        problems.push_back({"must end in .svg", {{}, 0, 0, "output"}});
    }
}

Answer list_levels(const LevelsOptions& options, Door& door) {
    const release::Plan plan = plan_of_levels(options, door);
    const release::PlannedStep& step = step_with_levels(plan);
    const mask::LevelLattice lattice =
        mask::level_lattice(door.context(), plan.table, step.columns, step.parameters);
    Json result = levels_result(lattice);
    if (!options.output.empty()) {
        if (lattice.nodes.size() > report::kMostDrawnLevels) {
            throw Error(ErrorKind::unmet,
                        fmt::format("{} vectors of levels are too many for a picture ({} at "
                                    "most): give fewer columns",
                                    lattice.nodes.size(), report::kMostDrawnLevels));
        }
        release::refuse_overwrite(options.output, {options.data, options.policy});
        write_file(options.output, report::levels_file_svg(result), true);
        result["output"] = options.output;
    }
    return {std::move(result)};
}

}  // namespace

Operation show_levels() {
    using O = LevelsOptions;
    return make_operation(
        {.name = "levels",
         .data = DataKind::table,
         .summary = "List the levels at which privacy models hold, and draw them",
         .notes = "For the mask of privacy models over hierarchies: every vector of levels of its "
                  "columns, whether the models hold there, how many records are suppressed and "
                  "what is lost. What it says describes the original data.",
         .examples =
             {"lethe sample census --rows 1000 --seed 1 -o people.csv",
              "lethe knowledge hierarchy people.csv --column age --by intervals --width 5 -o "
              "age.csv",
              "lethe knowledge hierarchy people.csv --column region --by frequency --least 20 -o "
              "region.csv",
              "lethe levels people.csv --columns age,region --set models=k:5 --set suppress=2 "
              "--knowledge age=age.csv --knowledge region=region.csv -o levels.svg"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .field("policy", &O::policy, "Policy file (TOML) whose first step has levels")
            .shown("FILE")
            .input()
            .field("set", &O::set, "A parameter of the mask, such as models=k:5")
            .shown("NAME=VALUE")
            .field("columns", &O::columns, "Columns to raise, each with a hierarchy")
            .separated("A,B")
            .must(names_some)
            .field("output", &O::output, "The lattice as a picture (SVG)")
            .output(OutputKind::drawing)
            .letter('o')
            .shown("FILE")
            .include(&O::meaning, MeaningOptions::schema())
            .include(&O::read, TableReading::schema()),
        list_levels, check_levels_options);
}

}  // namespace lethe::operation
