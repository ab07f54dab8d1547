// lethe demo: the main job on synthetic data, from table to report.
#include <fmt/format.h>

#include <filesystem>

#include "cli/session.h"
#include "lethe/advise/explore.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/data/sample_census.h"
#include "lethe/report/html.h"
#include "lethe/run/inspect.h"
#include "lethe/run/policy.h"
#include "lethe/run/protect.h"
#include "lethe/run/record.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::string folder = "lethe-demo";
    std::int64_t rows = 1000;
};

constexpr std::string_view kPolicy = R"([columns]
person_id = { role = "identifier" }
region = { role = "other" }
sex = { role = "other" }
age = { role = "quasi", kind = "numeric" }
education = { role = "other" }
marital_status = { role = "other" }
occupation = { role = "other" }
AFNLWGT = { role = "quasi", kind = "numeric" }
AGI = { role = "quasi", kind = "numeric" }
EMCONTRB = { role = "quasi", kind = "numeric" }
FEDTAX = { role = "quasi", kind = "numeric" }
PTOTVAL = { role = "quasi", kind = "numeric" }
STATETAX = { role = "quasi", kind = "numeric" }
TAXINC = { role = "quasi", kind = "numeric" }
diagnosis = { role = "confidential" }

[[step]]
method = "mdav"
k = 5
)";

constexpr std::string_view kGrid = R"(
[[try]]
method = "mdav"
k = [3, 5, 10, 25]
[[try]]
method = "individual-ranking"
k = [5, 20]
[[try]]
method = "rank-swapping"
p = [2, 5, 10, 20]
[[try]]
method = "noise"
p = [5, 10, 20, 50]
)";

void demo(Session& session, const Options& options) {
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
        fmt::format("3. Protected by the policy {}: groups of five people share their figures",
                    file("policy.toml")));
    write_file(file("policy.toml"), kPolicy);
    const Policy policy = parse_policy(kPolicy, file("policy.toml"));
    const Plan plan = make_plan(table, policy);
    const Protected result = protect_table(
        plan, seed,
        {file("release.csv"), file("people.csv"), file_sha256(file("people.csv")), true}, context);
    if (!session.json) session.show(result.summary);

    session.say("4. Other protections tried, for comparison");
    ExploreOptions explore_options;
    for (const PlannedStep& step : plan.steps) explore_options.columns = step.columns;
    Json exploration{{"kind", "exploration"},
                     {"data", {{"file", "people.csv"}, {"rows", table.rows()}}}};
    const Stage stage{plan.table, plan.roles, plan.intruder};
    exploration.update(explore(stage, parse_grid(kGrid, "the demo's grid"), explore_options, {}, {},
                               Random(seed), context));
    write_file(file("exploration.json"), exploration.dump(2) + "\n", true);
    if (!session.json) session.show(exploration);

    session.say(fmt::format("5. The report: {}", file("report.html")));
    Json record = Json::parse(read_file(record_path(file("release.csv"))));
    const Json log = Json::parse(read_file(private_log_path(file("release.csv"))));
    record["distributions"] = log["distributions"];
    record["measured"] = log["measured"];
    const std::vector<Json> results{inspection, record, exploration};
    write_file(file("report.html"), report::html_report(results), true);
    if (session.json) {
        session.show({{"kind", "demo"},
                      {"folder", options.folder},
                      {"report", file("report.html")},
                      {"inspection", inspection},
                      {"protected", result.summary},
                      {"exploration", exploration}});
    }
}

}  // namespace

void add_demo(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
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
