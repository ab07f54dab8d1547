// lethe protect: the release, its record and the private log.
#include "lethe/release/tables/protect.h"

#include <fmt/format.h>

#include <utility>

#include "cli/knowledge/knowledge_flags.h"
#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/outputs.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/parameter_files.h"
#include "lethe/release/tables/plan.h"
#include "lethe/report/sections/assessment/guarantees.h"

namespace lethe::cli {
namespace {

struct ProtectFlags {
    std::string data;
    std::string policy;
    std::string method;
    std::vector<std::string> settings;
    std::vector<std::string> columns;
    std::vector<std::string> identifiers;
    std::string output;
    bool assess = false;
    bool dry_run = false;
    bool as_masked = false;
    std::string order;
    KnowledgeFlags knowledge;
    ReadFlags read;
    ReplaceFlags replace;
};

// What is wrong with the policy goes to `problems`, to be told together with the plan's.
Policy policy_of_flags(const ProtectFlags& options, Problems& problems) {
    if (options.policy.empty() == options.method.empty()) {
        throw Error(ErrorKind::usage, "give either --policy FILE or --method NAME");
    }
    Policy policy;
    if (options.policy.empty()) {
        policy.steps.push_back({options.method,
                                split_list(options.columns),
                                parse_settings(options.settings),
                                {},
                                {}});
        if (const Method* method = find_method(options.method)) {
            load_parameter_files(*method, policy.steps.back().parameters, "");
        }
    } else if (!options.settings.empty() || !options.columns.empty()) {
        throw Error(ErrorKind::usage, "--set and --columns go with --method; a policy has its own");
    } else {
        policy = read_policy(options.policy, problems);
    }
    policy.read = options.read.options(policy.read);
    policy.identifiers = split_list(options.identifiers);
    options.knowledge.apply(policy);
    policy.as_masked = policy.as_masked || options.as_masked;
    if (!options.order.empty()) policy.random_order = options.order == "random";
    return policy;
}

void check_release_output(const Session& session, const ProtectFlags& options) {
    if (options.output.empty() && !options.dry_run) {
        throw Error(ErrorKind::usage, "give the release a path with -o, such as -o release.csv");
    }
    if (options.output == "-" && session.json) {
        throw Error(ErrorKind::usage, "--json and -o - both want standard output");
    }
    if (options.output.empty() || options.output == "-") return;
    format_of(options.output);
    refuse_overwrite(options.output, {options.data, options.policy});
}

void protect(Session& session, const ProtectFlags& options) {
    Problems problems;
    const Policy policy = policy_of_flags(options, problems);
    check_release_output(session, options);
    const Table table = read_source(session, options.data, policy.read);
    refuse_overwrite(options.output, {policy.scenario.people_file, policy.scenario.linkage});
    const Plan plan = make_plan(table, policy, std::move(problems));
    session.warn(plan.warnings);
    if (options.dry_run) return session.show(plan_summary(plan));
    if (options.output != "-") {
        release::check_outputs({DataKind::table, options.output, false, {}, {}},
                               {{options.data, options.policy}, options.replace.force});
    }

    const std::uint64_t seed = session.seed_or_random();
    ProtectOptions protect_options{options.output, options.data, source_digest(options.data),
                                   options.assess};
    const Protected result = protect_table(plan, seed, protect_options, session.context());
    session.warn(result.warnings);
    if (options.output == "-") {
        session.print(result.text);
        for (const std::string& sentence :
             report::guarantee_sentences({{"guarantees", result.guarantees}})) {
            session.say(sentence);
        }
    } else {
        session.show(result.summary);
    }
}

}  // namespace

void add_protect(CLI::App& app, Session& session) {
    auto options = std::make_shared<ProtectFlags>();
    CLI::App* command =
        app.add_subcommand("protect", "Mask a table and write the release with its record");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command->add_option("--policy", options->policy, "Policy file (TOML): roles and steps")
        ->type_name("FILE");
    command->add_option("--method", options->method, "One masking method (see lethe methods)")
        ->type_name("NAME");
    command->add_option("--set", options->settings, "A parameter of the method, such as k=5")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--columns", options->columns, "Columns to mask (default: all it takes)")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command->add_option("--identifiers", options->identifiers, "Columns to drop")
        ->type_name("A,B")
        ->allow_extra_args(false);
    command->add_option("-o,--output", options->output, "The release; - for standard output (CSV)")
        ->type_name("FILE");
    command->add_flag("--assess", options->assess, "Attack and measure the release as well");
    command->add_flag("--dry-run", options->dry_run, "Show what would be done, and do nothing");
    options->knowledge.add_to(*command);
    command->add_flag("--as-masked", options->as_masked,
                      "Numbers as the methods make them: not rounded, no bounds");
    command
        ->add_option("--order", options->order,
                     "Rows as they came (as-is, the default), or in a random order")
        ->check(CLI::IsMember({"as-is", "random"}))
        ->type_name("ORDER");
    options->read.add_to(*command);
    options->replace.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 1000 -o people.csv\n"
        "  lethe protect people.csv --method mdav --set k=5 -o release.csv");
    command->callback(
        [&session, options] { session.run = [&session, options] { protect(session, *options); }; });
}

}  // namespace lethe::cli
