// protect, of a table: the release, its record and the private log.
#include "lethe/release/tables/protect.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/redacted.h"
#include "lethe/data/formats/databases/database_target.h"
#include "lethe/io/file.h"
#include "lethe/io/secret.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/key_source.h"
#include "lethe/operation/shared/meaning_options.h"
#include "lethe/operation/shared/names_some.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/outputs.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/linked/linked_plan.h"
#include "lethe/release/tables/linked/linked_release.h"
#include "lethe/release/tables/linked/linked_write.h"
#include "lethe/release/tables/parameter_files.h"
#include "lethe/release/tables/plan.h"
#include "lethe/report/sections/assessment/guarantees.h"

namespace lethe::operation {
namespace {

enum class RowOrder { of_policy, as_is, random };

struct TableProtection {
    std::string data;
    std::string policy;
    std::string method;
    Json set = Json::object();
    std::vector<std::string> columns;
    std::vector<std::string> identifiers;
    std::string output;
    bool assess = false;
    bool dry_run = false;
    bool as_masked = false;
    RowOrder order = RowOrder::of_policy;
    KeySource key;
    std::string vault;
    MeaningOptions meaning;
    TableReading read;
    Replacing replace;
};

// What is wrong with the policy goes to `problems`, to be told together with the plan's.
release::Policy policy_of_options(const TableProtection& options, const Door& door,
                                  Problems& problems) {
    release::Policy policy;
    if (options.policy.empty()) {
        policy.steps.push_back({options.method, options.columns, options.set, {}, {}});
        if (const Method* method = find_method(options.method)) {
            release::load_parameter_files(*method, policy.steps.back().parameters, "");
        }
    } else {
        policy = read_policy_text(door, options.policy, problems);
    }
    policy.read = options.read.options(policy.read);
    policy.identifiers = options.identifiers;
    options.meaning.apply(policy, door);
    policy.as_masked = policy.as_masked || options.as_masked;
    if (options.order != RowOrder::of_policy) {
        policy.random_order = options.order == RowOrder::random;
    }
    return policy;
}

void check_protection(const TableProtection& options, const Door& door, Problems& problems) {
    if (options.policy.empty() == options.method.empty()) {
        problems.push_back({fmt::format("give either {} FILE or {} NAME",
                                        door.option_name("policy"), door.option_name("method"))});
    }
    if (options.output.empty() && !options.dry_run) {
        problems.push_back({"give the release a path, such as release.csv", {{}, 0, 0, "output"}});
    }
    if (!options.vault.empty() && (options.output == "-" || in_memory(door, options.output))) {
        problems.push_back(
            {"a vault goes with a release that is written to a file", {{}, 0, 0, "vault"}});
    }
    add_if_thrown(problems, [&] {
        check_standard_output(options.output, door);
        if (options.output.empty() || options.output == "-") return;
        if (in_memory(door, options.output)) return;
        if (is_database(options.output)) {
            check_target(options.output);
        } else {
            format_of(options.output);
        }
        release::refuse_overwrite(options.output,
                                  {options.data, options.policy, options.key.key_file});
    });
}

// The key, where a step cannot do without one.
std::optional<Secret> key_for(const release::Plan& plan, const TableProtection& options,
                              Door& door) {
    const bool needed = std::any_of(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
        return step.method->info.needs == "key_file";
    });
    if (options.key.given()) return options.key.secret(door);
    if (!needed) return std::nullopt;
    throw Error(ErrorKind::usage, "a step of the policy needs a key; lethe key make makes one",
                {{}, 0, 0, "key_file"});
}

// The release goes to the asker, who may write it later.
Answer protect_to_memory(const TableProtection& options, release::Plan made, const Secret* key,
                         Door& door) {
    const auto plan = std::make_shared<const release::Plan>(std::move(made));
    const release::ProtectOptions how{
        {}, options.data, source_digest(door, options.data), options.assess, false, {}, nullptr};
    const std::uint64_t seed = door.seed_or_random();
    const Context& context = door.context();
    const auto prepared = std::make_shared<const release::PreparedRelease>(
        release::prepare_release(*plan, release::execute(*plan, seed, context, key), seed,
                                 how.source_digest, options.assess, context));
    door.warn(prepared->execution.warnings);
    release::UnwrittenRelease unwritten =
        release::unwritten_release(*plan, *prepared, seed, how, context);
    door.warn(unwritten.warnings);
    HeldRelease held;
    held.table = prepared->execution.release;
    held.record = unwritten.record.dump(2) + "\n";
    held.private_log = unwritten.private_log.dump(2) + "\n";
    held.write = [plan, prepared, seed, how](const std::string& path, bool replace,
                                             const Context& writing) {
        release::ProtectOptions to = how;
        to.output = path;
        std::vector<std::string> inputs;
        if (!is_memory(how.source)) inputs.push_back(how.source);
        format_of(path);
        release::check_outputs({DataKind::table, path, false, {}, {}}, {inputs, replace, true});
        return release::write_prepared(*plan, *prepared, seed, to, writing).summary;
    };
    door.keep_release(options.output, std::move(held));
    return {std::move(unwritten.summary)};
}

// Of a table of a database, its record and log.
release::Outputs table_outputs(const TableProtection& options) {
    std::vector<std::string> secret;
    if (!options.vault.empty()) secret.push_back(options.vault);
    const std::string place =
        is_database(options.output) ? database_table_file(options.output) : options.output;
    return {DataKind::table, place, false, {}, std::move(secret)};
}

// Whether a step of any of the tables cannot do without a key.
std::optional<Secret> key_for(const release::LinkedPlan& plan, const TableProtection& options,
                              Door& door) {
    for (const release::LinkedTablePlan& linked : plan.tables) {
        if (auto key = key_for(linked.plan, options, door)) return key;
    }
    return key_for(plan.people, options, door);
}

// The people and the tables that are linked to theirs: several files, with one record.
Answer protect_linked(const TableProtection& options, const release::Policy& policy,
                      const Table& people, Problems problems, Door& door) {
    if (options.output == "-" || in_memory(door, options.output)) {
        throw Error(ErrorKind::usage,
                    "a release of linked tables is several files: give it a path, such as "
                    "release/people.csv",
                    {{}, 0, 0, "output"});
    }
    std::vector<std::string> inputs{options.data, options.policy, options.key.key_file,
                                    policy.scenario.people_file, policy.scenario.linkage};
    std::vector<std::string> names;
    std::vector<Table> tables;
    release::LinkedSources sources{options.data, {}, {}, {source_digest(door, options.data), {}}};
    for (const release::LinkedPolicy& linked : policy.linked) {
        if (linked.file.empty()) continue;  // a problem of the policy
        sources.read.push_back(options.read.options(linked.read));
        tables.push_back(read_source(door, linked.file, sources.read.back()));
        sources.tables.push_back(linked.file);
        sources.digests.tables.push_back(source_digest(door, linked.file));
        inputs.push_back(linked.file);
        names.push_back(linked.name);
    }
    if (tables.size() < policy.linked.size()) throw_if_any(std::move(problems));
    const release::LinkedPlan plan =
        release::make_linked_plan(people, tables, policy, std::move(problems));
    door.warn(plan.people.warnings);
    for (const release::LinkedTablePlan& linked : plan.tables) door.warn(linked.plan.warnings);
    const std::optional<Secret> secret = key_for(plan, options, door);
    const release::Outputs outputs = release::linked_outputs(options.output, names);
    if (options.dry_run) {
        Json planned = release::linked_plan_summary(plan);
        planned["files"] = release::planned_files(outputs);
        return {std::move(planned)};
    }
    release::check_outputs(outputs, {inputs, options.replace.force});
    const std::uint64_t seed = door.seed_or_random();
    const release::LinkedRelease made = release::make_linked_release(
        plan, seed, sources.digests, door.context(), secret ? &*secret : nullptr);
    release::Protected result = release::write_linked(plan, made, seed, options.output, sources,
                                                      options.assess, door.context());
    door.warn(result.warnings);
    return {std::move(result.summary)};
}

Answer protect_rows(const TableProtection& options, Door& door) {
    Problems problems;
    const release::Policy policy = policy_of_options(options, door, problems);
    const Table table = read_source(door, options.data, policy.read);
    if (!policy.linked.empty()) {
        return protect_linked(options, policy, table, std::move(problems), door);
    }
    release::refuse_overwrite(options.output,
                              {policy.scenario.people_file, policy.scenario.linkage});
    release::Plan plan = release::make_plan(table, policy, std::move(problems));
    door.warn(plan.warnings);
    const std::optional<Secret> secret = key_for(plan, options, door);
    const Secret* key = secret ? &*secret : nullptr;
    if (!options.vault.empty() &&
        std::none_of(plan.steps.begin(), plan.steps.end(),
                     [](const auto& step) { return step.method->has(Purpose::pseudonyms); })) {
        throw Error(ErrorKind::usage, "no step makes pseudonyms: there is nothing for a vault",
                    {{}, 0, 0, "vault"});
    }
    if (options.dry_run) {
        Json planned = release::plan_summary(plan);
        if (options.output != "-" && !in_memory(door, options.output)) {
            planned["files"] = release::planned_files(table_outputs(options));
            if (is_database(options.output)) {
                planned["files"][0]["file"] = without_passwords(options.output);
            }
        }
        return {std::move(planned)};
    }
    if (in_memory(door, options.output)) {
        return protect_to_memory(options, std::move(plan), key, door);
    }
    if (options.output != "-") {
        release::check_outputs(
            table_outputs(options),
            {{options.data, options.policy, options.key.key_file}, options.replace.force});
    }

    const release::ProtectOptions protect_options{options.output,
                                                  options.data,
                                                  source_digest(door, options.data),
                                                  options.assess,
                                                  options.replace.force,
                                                  options.vault,
                                                  key};
    const std::uint64_t seed = door.seed_or_random();
    release::Protected result =
        release::write_release(plan, release::execute(plan, seed, door.context(), key), seed,
                               protect_options, door.context());
    door.warn(result.warnings);
    if (options.output != "-") return {std::move(result.summary)};
    for (const std::string& sentence :
         report::guarantee_sentences({{"guarantees", result.guarantees}})) {
        door.say(sentence);
    }
    return {nullptr, std::move(result.text)};
}

}  // namespace

Operation protect_table() {
    using O = TableProtection;
    return make_operation(
        {.name = "protect",
         .data = DataKind::table,
         .summary = "Mask a table and write the release with its record",
         .examples = {"lethe sample census --rows 1000 -o people.csv",
                      "lethe protect people.csv --method mdav --set k=5 -o release.csv"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .field("policy", &O::policy, "Policy file (TOML): roles and steps")
            .shown("FILE")
            .input()
            .field("method", &O::method, "One masking method (see lethe methods)")
            .shown("NAME")
            .naming("masking method", method_names(Family::mask))
            .field("set", &O::set, "A parameter of the method, such as k=5")
            .shown("NAME=VALUE")
            .settings_of("method")
            .field("columns", &O::columns, "Columns to mask (default: all it takes)")
            .separated("A,B")
            .must(names_some)
            .goes_with("method")
            .field("identifiers", &O::identifiers, "Columns to drop")
            .separated("A,B")
            .field("output", &O::output, "The release; - for standard output (CSV)")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .field("assess", &O::assess, "Attack and measure the release as well")
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing")
            .include(&O::meaning, MeaningOptions::schema())
            .field("as_masked", &O::as_masked,
                   "Numbers as the methods make them: not rounded, no bounds")
            .choice("order", &O::order,
                    "Rows as they came (as-is, the default), or in a random order",
                    {{"as-is", RowOrder::as_is}, {"random", RowOrder::random}})
            .shown("ORDER")
            .include(&O::key, KeySource::schema("The key, where the policy makes pseudonyms"))
            .field("vault", &O::vault,
                   "Which pseudonym stands for whom, sealed by the key, in a private file")
            .output(OutputKind::file)
            .goes_with("key_file")
            .shown("FILE")
            .include(&O::read, TableReading::schema())
            .include(&O::replace, Replacing::schema()),
        protect_rows, check_protection);
}

}  // namespace lethe::operation
