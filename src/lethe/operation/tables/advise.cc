// advise: the policy that meets the constraints and loses least.
#include "lethe/search/advise/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "lethe/core/error.h"
#include "lethe/io/bundle.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/next_command.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"
#include "lethe/search/advise/verdict_constraints.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

struct AdviceOptions {
    std::string data;
    PolicyColumns::Options policy;
    std::string output;
    std::vector<std::string> exact;
    std::string loss = search::AdviseOptions().score.loss;
    search::AskedConstraints asked;
    Replacing replace;
    TableReading read;
};

// "policy.toml" of the recommended one, "policy-safer.toml" of another.
std::string policy_name(const search::Advice& advice, const search::AdviceCandidate& candidate) {
    if (candidate.id == advice.recommended) return "policy.toml";
    std::string title = candidate.title;
    std::replace(title.begin(), title.end(), ' ', '-');
    return fmt::format("policy-{}.toml", title);
}

// `result`: the advice, and what is said beside it.
void write_advice(const AdviceOptions& options, const search::Advice& advice, Json& result,
                  const search::Stage& stage, const PolicyColumns& known, const ReadOptions& read) {
    const fs::path folder(options.output);
    release::Policy policy = policy_of_columns(stage, known, read);
    const std::vector<release::StepPolicy> of_text = policy.steps;
    Bundle bundle((folder / "advice.json").string());
    std::vector<std::string> staged, names;
    for (std::size_t i = 0; i < advice.candidates.size(); ++i) {
        const search::AdviceCandidate& candidate = advice.candidates[i];
        const std::string name = policy_name(advice, candidate);
        policy.steps = search::policy_steps(advice.point(candidate.id).steps);
        policy.steps.insert(policy.steps.end(), of_text.begin(), of_text.end());
        staged.push_back(add_policy(bundle, folder / name, policy));
        result["candidates"][i]["policy"] = (folder / name).string();
        names.push_back(name);
    }
    result["files"] = release::listed_files(staged);
    bundle.put((folder / "advice.json").string(), result.dump(2) + "\n", true);
    bundle.put((folder / "map.svg").string(), report::risk_utility_svg(result));
    bundle.put((folder / "report.html").string(), report::html_report(std::span(&result, 1)), true);
    forget_policies(folder, names);
    bundle.commit();
}

Answer advise_rows(const AdviceOptions& options, Door& door) {
    const PolicyColumns policy(options.policy, door);
    const ReadOptions read = options.read.options(policy.read());
    const search::Stage stage = policy.stage(read_source(door, options.data, read), {});
    search::AdviseOptions advise_options;
    advise_options.score.loss = options.loss;
    advise_options.exact = options.exact;
    std::vector<std::string> notes;
    search::set_constraints(options.asked, policy.policy().verdict,
                            !stage.roles.with(stage.table, Role::confidential).empty(),
                            advise_options, notes);
    for (const std::string& note : notes) door.say(note);
    if (!options.output.empty()) {
        std::error_code error;
        fs::create_directories(options.output, error);
        if (error) throw Error(ErrorKind::io, "cannot make the folder", {options.output, 0, 0, {}});
        options.replace.check_folder(options.output, {{"advice.json", OutputKind::result},
                                                      {"map.svg", OutputKind::drawing},
                                                      {"report.html", OutputKind::page}});
        for (const char* name : {"policy.toml", "policy-safer.toml", "policy-true-values.toml"}) {
            check_policy(fs::path(options.output) / name, {options.data, options.policy.policy},
                         options.replace);
        }
    }
    Json result{
        {"kind", "advice"},
        {"data",
         {{"private", {{"file", source_name(options.data)}}}, {"rows", stage.table.rows()}}}};
    const double start = door.context().now();
    const auto tell = [&](const std::string& words) {
        door.say(fmt::format("{:5.0f} s  {}", door.context().now() - start, words));
    };
    const search::Advice advice = search::advise(
        stage, advise_options, tell, Random(door.given_seed().value_or(1)), door.context());
    result.update(to_json(advice));
    if (!options.output.empty()) write_advice(options, advice, result, stage, policy, read);
    if (!options.output.empty() && advice.recommended) {
        result["next"] = fmt::format("lethe protect {} --policy {} --assess -o release.csv",
                                     release::shell_word(options.data),
                                     (fs::path(options.output) / "policy.toml").string());
    }
    Answer answer{std::move(result)};
    if (advice.stopped) {
        answer.failure = Error(ErrorKind::stopped, "stopped before the end");
    } else if (!advice.recommended) {
        answer.failure = Error(ErrorKind::unmet, "no policy that was tried is acceptable");
    }
    return answer;
}

Schema<search::AskedConstraints> constraints_schema() {
    using O = search::AskedConstraints;
    return Schema<O>()
        .field("k", &O::k,
               "People behind every combination of what an intruder knows (1: none asked; default: "
               "as [verdict] of the policy asks, or 5)",
               between(1, 1000000))
        .shown("K")
        .field("l", &O::l, "Different confidential values in every class", between(2, 1000000))
        .shown("L")
        .field("t", &O::t,
               "Largest distance of a class's confidential values from those of everybody",
               between(0, 1))
        .shown("0..1")
        .field("max_risk", &O::max_risk,
               "Percent of the people that the worst attack may find (default: as [verdict] of the "
               "policy asks, or 10)",
               between(0.01, 100))
        .shown("PERCENT");
}

}  // namespace

Operation advise_table() {
    using O = AdviceOptions;
    return make_operation(
        {.name = "advise",
         .data = DataKind::table,
         .summary = "Find the policy that meets your constraints and loses least",
         .examples =
             {"lethe sample census --rows 300 --seed 1 -o people.csv",
              "lethe advise people.csv -o advice",
              "lethe protect people.csv --policy advice/policy.toml --assess -o release.csv"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .include(&O::policy, PolicyColumns::Options::schema())
            .include(&O::asked, constraints_schema())
            .field("exact", &O::exact,
                   "Columns that must stay as they are; who cannot be kept is not released")
            .separated("A,B")
            .field("loss", &O::loss, "The loss to keep small")
            .shown("NAME")
            .naming("loss measure", method_names(Family::loss))
            .field("output", &O::output,
                   "Folder for the policies, the map, the report and all that was tried")
            .output(OutputKind::own)
            .letter('o')
            .shown("DIR")
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        advise_rows);
}

}  // namespace lethe::operation
