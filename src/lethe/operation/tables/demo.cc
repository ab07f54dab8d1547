// demo: the main job on synthetic data, from table to report.
#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/data/samples/census.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/outputs.h"
#include "lethe/release/policy.h"
#include "lethe/release/private_log.h"
#include "lethe/release/tables/inspect.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"
#include "lethe/report/html.h"
#include "lethe/search/advise/advise.h"

namespace lethe::operation {
namespace {

namespace fs = std::filesystem;

struct DemoOptions {
    std::string output = "lethe-demo";
    std::int64_t rows = 1000;
    Replacing replace;
};

// Whatever was not made by a demo stays.
void check_demo(const DemoOptions& options, const Door&, Problems& problems) {
    const fs::path folder(options.output);
    const auto at = [&](const char* name) { return (folder / name).string(); };
    add_if_thrown(problems, [&] {
        const Table sample = sample_census(Context(), Random(1), 1);
        options.replace.check_folder(options.output, {{"people.csv", OutputKind::table,
                                                       table_text(sample.gather({}), Format::csv)},
                                                      {"advice.json", OutputKind::result},
                                                      {"report.html", OutputKind::page}});
    });
    add_if_thrown(problems, [&] {
        if (!options.replace.force)
            release::check_replaceable(at("policy.toml"), {at("advice.json")});
    });
    add_if_thrown(problems, [&] {
        release::check_outputs({DataKind::table, at("release.csv"), false, {}, {}},
                               {{}, options.replace.force});
    });
}

// The columns as they were taken, and the steps of the recommended point.
release::Policy advised_policy(const release::Plan& stage, const search::Advice& advice) {
    release::Policy policy;
    for (const ColumnPtr& column : stage.table.columns()) {
        release::ColumnPolicy own;
        own.name = column->name();
        own.role = stage.roles.of(own.name);
        own.survey = stage.roles.survey_of(own.name);
        own.kind = column->kind();
        policy.columns.push_back(std::move(own));
    }
    policy.steps = search::policy_steps(advice.point(advice.recommended.value()).steps);
    return policy;
}

Answer show_all(const DemoOptions& options, Door& door) {
    const Context& context = door.context();
    const std::uint64_t seed = door.given_seed().value_or(1);
    std::error_code error;
    fs::create_directories(options.output, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {options.output, 0, 0, {}});
    const auto file = [&](std::string_view name) {
        return (fs::path(options.output) / name).string();
    };

    door.say(
        fmt::format("1. A synthetic census of {} people: {}", options.rows, file("people.csv")));
    write_table(context, sample_census(context, Random(seed), options.rows), file("people.csv"));
    const Table table = read_table(context, file("people.csv"));

    door.say("2. What is in it, and who stands out");
    const Json inspection = to_json(release::inspect(context, table, file("people.csv"), {}));
    door.show(inspection);

    door.say(
        "3. Advice: five people at least behind every combination of what an intruder knows, and "
        "no "
        "attack that finds more than one in ten");
    release::Policy policy;
    const release::Plan stage = release::plan_columns(table, policy);
    const auto tell = [&](const std::string& words) { door.say("   " + words); };
    const search::Advice found = search::advise(stage, {}, tell, Random(seed), context);
    Json advice{{"kind", "advice"},
                {"data", {{"private", {{"file", "people.csv"}}}, {"rows", table.rows()}}}};
    advice.update(to_json(found));
    door.show(advice);
    if (!found.recommended) {
        write_file(file("advice.json"), advice.dump(2) + "\n", true);
        throw Error(ErrorKind::unmet, "no policy that was tried is acceptable");
    }

    door.say(
        fmt::format("4. Protected by the advised policy, {}, and attacked with everything "
                    "there is",
                    file("policy.toml")));
    policy = advised_policy(stage, found);
    Bundle bundle(file("advice.json"));
    advice["files"] = release::listed_files({add_policy(bundle, file("policy.toml"), policy)});
    bundle.put(file("advice.json"), advice.dump(2) + "\n", true);
    bundle.commit();
    const release::Plan plan = release::make_plan(
        table, release::parse_policy(release::policy_text(policy), file("policy.toml")));
    const release::Protected result = release::protect_table(
        plan, seed,
        {file("release.csv"), file("people.csv"), file_sha256(file("people.csv")), true}, context);
    door.show(result.summary);

    door.say(fmt::format("5. The report: {}", file("report.html")));
    Json record = Json::parse(read_file(release::record_path(file("release.csv"))));
    const Json log =
        release::find_private_log(file("release.csv"), {}, DataKind::table).value().body;
    record["distributions"] = log["distributions"];
    record["measured"] = log["measured"];
    const std::vector<Json> results{inspection, record, advice};
    write_file(file("report.html"), report::html_report(results), true);
    if (!door.structured()) return {};
    return {{{"kind", "demo"},
             {"folder", options.output},
             {"report", file("report.html")},
             {"inspection", inspection},
             {"protected", result.summary},
             {"advice", advice}}};
}

}  // namespace

Operation demo() {
    using O = DemoOptions;
    return make_operation(
        {.name = "demo",
         .summary = "A table protected, attacked, measured and reported",
         .examples = {"lethe demo"}},
        Schema<O>()
            .field("output", &O::output, "Folder for the files")
            .output(OutputKind::own)
            .letter('o')
            .shown("DIR")
            .field("rows", &O::rows, "People in the synthetic census", between(50, 10000000))
            .include(&O::replace, Replacing::schema()),
        show_all, check_demo);
}

}  // namespace lethe::operation
