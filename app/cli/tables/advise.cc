// lethe advise: the policy that meets the constraints and loses least.
#include "lethe/search/advise/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "cli/policy_files.h"
#include "cli/replace_flags.h"
#include "cli/session.h"
#include "cli/tables/policy_columns.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/tables/earlier_output.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"
#include "lethe/search/advise/verdict_constraints.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct AdviseFlags {
    std::string data;
    PolicyColumns::Flags policy;
    std::string folder;
    std::vector<std::string> exact;
    AdviseOptions advise;
    AskedConstraints asked;
    ReplaceFlags replace;
    ReadFlags read;
};

// "policy.toml" of the recommended one, "policy-safer.toml" of another.
std::string policy_name(const Json& advice, const Json& candidate) {
    if (candidate["id"] == advice["recommended"]) return "policy.toml";
    std::string title = candidate["title"];
    std::replace(title.begin(), title.end(), ' ', '-');
    return fmt::format("policy-{}.toml", title);
}

std::vector<StepPolicy> steps_of(const Json& advice, const Json& id) {
    std::vector<StepPolicy> steps;
    for (const Json& point : advice["points"]) {
        if (point["id"] != id) continue;
        for (const Json& step : point["steps"]) {
            steps.push_back({step["method"], step["columns"], step["parameters"], {}, {}});
        }
    }
    return steps;
}

void write_advice(const AdviseFlags& options, Json& advice, const Stage& stage,
                  const PolicyColumns& known, const ReadOptions& read) {
    const fs::path folder(options.folder);
    Policy policy = policy_of_columns(stage, known, read);
    const std::vector<StepPolicy> of_text = policy.steps;
    std::vector<std::string> written, names;
    for (Json& candidate : advice["candidates"]) {
        const std::string name = policy_name(advice, candidate);
        policy.steps = steps_of(advice, candidate["id"]);
        policy.steps.insert(policy.steps.end(), of_text.begin(), of_text.end());
        write_file((folder / name).string(), policy_text(policy));
        candidate["policy"] = (folder / name).string();
        written.push_back((folder / name).string());
        names.push_back(name);
    }
    forget_policies(folder, names);
    advice["files"] = listed_files(written);
    write_file((folder / "advice.json").string(), advice.dump(2) + "\n", true);
    write_file((folder / "map.svg").string(), report::risk_utility_svg(advice));
    write_file((folder / "report.html").string(), report::html_report(std::span(&advice, 1)), true);
}

void run_advise(Session& session, const AdviseFlags& options) {
    if (!options.advise.score.loss.empty()) find_method(options.advise.score.loss, Family::loss);
    const PolicyColumns policy(options.policy);
    const ReadOptions read = options.read.options(policy.read());
    const Stage stage = policy.stage(read_source(session, options.data, read), {});
    AdviseOptions advise_options = options.advise;
    advise_options.exact = split_list(options.exact);
    std::vector<std::string> notes;
    set_constraints(options.asked, policy.policy().verdict,
                    !stage.roles.with(stage.table, Role::confidential).empty(), advise_options,
                    notes);
    for (const std::string& note : notes) session.say(note);
    if (!options.folder.empty()) {
        std::error_code error;
        fs::create_directories(options.folder, error);
        if (error) throw Error(ErrorKind::io, "cannot make the folder", {options.folder, 0, 0, {}});
        for (const char* name : {"policy.toml", "policy-safer.toml", "policy-true-values.toml"}) {
            check_policy(fs::path(options.folder) / name, {options.data, options.policy.policy},
                         options.replace);
        }
    }
    Json advice{{"kind", "advice"},
                {"data",
                 {{"private",
                   {{"file", is_query(options.data) ? std::string("a query")
                                                    : fs::path(options.data).filename().string()}}},
                  {"rows", stage.table.rows()}}}};
    const double start = session.context().now();
    const auto tell = [&](const std::string& words) {
        session.say(fmt::format("{:5.0f} s  {}", session.context().now() - start, words));
    };
    advice.update(
        advise(stage, advise_options, tell, Random(session.seed.value_or(1)), session.context()));
    if (!options.folder.empty()) write_advice(options, advice, stage, policy, read);
    if (!options.folder.empty() && !advice["recommended"].is_null()) {
        advice["next"] =
            fmt::format("lethe protect {} --policy {} --assess -o release.csv", options.data,
                        (fs::path(options.folder) / "policy.toml").string());
    }
    session.show(advice);
    if (advice["stopped"].get<bool>()) throw Error(ErrorKind::stopped, "stopped before the end");
    if (advice["recommended"].is_null()) {
        throw Error(ErrorKind::unmet, "no policy that was tried is acceptable");
    }
}

}  // namespace

void add_advise(CLI::App& app, Session& session) {
    auto options = std::make_shared<AdviseFlags>();
    CLI::App* command =
        app.add_subcommand("advise", "Find the policy that meets your constraints and loses least");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    options->policy.add_to(*command);
    command
        ->add_option("-k,--k", options->asked.k,
                     "People behind every combination of what an intruder knows (1: none asked; "
                     "default: as [verdict] of the policy asks, or 5)")
        ->check(CLI::Range(1, 1000000))
        ->type_name("K");
    command->add_option("--l", options->asked.l, "Different confidential values in every class")
        ->check(CLI::Range(2, 1000000))
        ->type_name("L");
    command
        ->add_option("--t", options->asked.t,
                     "Largest distance of a class's confidential values from those of everybody")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("0..1");
    command
        ->add_option("--max-risk", options->asked.max_risk,
                     "Percent of the people that the worst attack may find (default: as [verdict] "
                     "of the policy asks, or 10)")
        ->check(CLI::Range(0.01, 100.0))
        ->type_name("PERCENT");
    command
        ->add_option("--exact", options->exact,
                     "Columns that must stay as they are; who cannot be kept is not released")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command->add_option("--loss", options->advise.score.loss, "The loss to keep small")
        ->capture_default_str()
        ->type_name("NAME");
    command
        ->add_option("-o,--output", options->folder,
                     "Folder for the policies, the map, the report and all that was tried")
        ->type_name("DIR");
    options->replace.add_to(*command);
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 500 --seed 1 -o people.csv\n"
        "  lethe advise people.csv -o advice\n"
        "  lethe protect people.csv --policy advice/policy.toml --assess -o release.csv");
    command->callback([&session, options] {
        session.run = [&session, options] { run_advise(session, *options); };
    });
}

}  // namespace lethe::cli
