// lethe demo: the main job on synthetic data, from table to report.
#include <fmt/format.h>

#include <filesystem>

#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/data/samples/census.h"
#include "lethe/io/file.h"
#include "lethe/release/policy.h"
#include "lethe/release/private_log.h"
#include "lethe/release/tables/inspect.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"
#include "lethe/report/html.h"
#include "lethe/search/advise/advise.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct DemoFlags {
    std::string folder = "lethe-demo";
    std::int64_t rows = 1000;
};

// The columns as they were taken, and the steps of the recommended point.
Policy advised_policy(const Plan& stage, const Json& advice) {
    Policy policy;
    for (const ColumnPtr& column : stage.table.columns()) {
        ColumnPolicy own;
        own.name = column->name();
        own.role = stage.roles.of(own.name);
        own.kind = column->kind();
        policy.columns.push_back(std::move(own));
    }
    for (const Json& point : advice["points"]) {
        if (point["id"] != advice["recommended"]) continue;
        for (const Json& step : point["steps"]) {
            policy.steps.push_back({step["method"], step["columns"], step["parameters"], {}, {}});
        }
    }
    return policy;
}

void demo(Session& session, const DemoFlags& options) {
    const Context& context = session.context();
    const std::uint64_t seed = session.seed.value_or(1);
    std::error_code error;
    fs::create_directories(options.folder, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {options.folder, 0, 0, {}});
    const auto file = [&](std::string_view name) {
        return (fs::path(options.folder) / name).string();
    };

    session.say(
        fmt::format("1. A synthetic census of {} people: {}", options.rows, file("people.csv")));
    write_table(context, sample_census(context, Random(seed), options.rows), file("people.csv"));
    const Table table = read_table(context, file("people.csv"));

    session.say("2. What is in it, and who stands out");
    const Json inspection = inspect(context, table, file("people.csv"), {});
    if (!session.json) session.show(inspection);

    session.say(
        "3. Advice: five people at least behind every combination of what an intruder knows, and "
        "no "
        "attack that finds more than one in ten");
    Policy policy;
    const Plan stage = plan_columns(table, policy);
    const auto tell = [&](const std::string& words) { session.say("   " + words); };
    Json advice{{"kind", "advice"},
                {"data", {{"private", {{"file", "people.csv"}}}, {"rows", table.rows()}}}};
    advice.update(advise(stage, {}, tell, Random(seed), context));
    write_file(file("advice.json"), advice.dump(2) + "\n", true);
    if (!session.json) session.show(advice);
    if (advice["recommended"].is_null()) {
        throw Error(ErrorKind::unmet, "no policy that was tried is acceptable");
    }

    session.say(
        fmt::format("4. Protected by the advised policy, {}, and attacked with everything "
                    "there is",
                    file("policy.toml")));
    policy = advised_policy(stage, advice);
    write_file(file("policy.toml"), policy_text(policy));
    const Plan plan = make_plan(table, parse_policy(policy_text(policy), file("policy.toml")));
    const Protected result = protect_table(
        plan, seed,
        {file("release.csv"), file("people.csv"), file_sha256(file("people.csv")), true}, context);
    if (!session.json) session.show(result.summary);

    session.say(fmt::format("5. The report: {}", file("report.html")));
    Json record = Json::parse(read_file(record_path(file("release.csv"))));
    const Json log =
        release::find_private_log(file("release.csv"), {}, DataKind::table).value().body;
    record["distributions"] = log["distributions"];
    record["measured"] = log["measured"];
    const std::vector<Json> results{inspection, record, advice};
    write_file(file("report.html"), report::html_report(results), true);
    if (session.json) {
        session.show({{"kind", "demo"},
                      {"folder", options.folder},
                      {"report", file("report.html")},
                      {"inspection", inspection},
                      {"protected", result.summary},
                      {"advice", advice}});
    }
}

}  // namespace

void add_demo(CLI::App& app, Session& session) {
    auto options = std::make_shared<DemoFlags>();
    CLI::App* command =
        app.add_subcommand("demo", "A table protected, attacked, measured and reported");
    command->add_option("-o,--output", options->folder, "Folder for the files")
        ->capture_default_str()
        ->type_name("DIR");
    command->add_option("--rows", options->rows, "People in the synthetic census")
        ->check(CLI::Range(50, 10000000))
        ->capture_default_str()
        ->type_name("N");
    command->footer("Example:\n  lethe demo");
    command->callback(
        [&session, options] { session.run = [&session, options] { demo(session, *options); }; });
}

}  // namespace lethe::cli
