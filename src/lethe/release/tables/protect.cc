#include "lethe/release/tables/protect.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/redacted.h"
#include "lethe/data/formats/databases/database_target.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/numbers/one_spelling.h"
#include "lethe/io/bundle.h"
#include "lethe/io/file.h"
#include "lethe/method/publication.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/assess/verdict_figures.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/counts/broken_promises.h"
#include "lethe/release/tables/counts/guarantees.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/release/tables/record.h"
#include "lethe/release/tables/row_order.h"
#include "lethe/release/tables/vault.h"

namespace lethe::release {

Json measured_release(const Plan& plan, const Execution& execution, std::uint64_t seed,
                      const Context& context, std::optional<LinkedKnowledge> links) {
    const IntruderKnowledge& intruder = plan.intruder;
    if (intruder.columns.empty()) {
        throw Error(ErrorKind::unmet, "there is nothing to attack: the intruder knows no column");
    }
    const auto confidential = plan.roles.with(execution.release, Role::confidential);
    Comparable pair = make_comparable(plan.table, execution.release, intruder.columns,
                                      execution.origin, confidential);
    pair.survey = survey_columns(plan.table, survey_design(plan.table, plan.roles));
    Scenario scenario = scenario_of(
        intruder, plan.table.rows(), execution.release, execution.origin,
        intruder.knows_record ? owners_record(plan, execution) : Json(nullptr), Random(seed));
    scenario.links = std::move(links);
    const Assessment assessed = assess(pair, scenario, {}, Random(seed).part(1), context);
    Json measured = to_json(assessed);
    measured["scenario"] = to_json(intruder);
    measured["verdict"] = to_json(assessed_verdict(assessed, execution.release, plan.roles,
                                                   intruder.columns, confidential, plan.profile));
    return measured;
}

namespace {

// Columns whose values a step of the plan is for, as far as that is known before it is run.
std::set<std::string> masked_by(const Plan& plan) {
    std::set<std::string> masked;
    for (const PlannedStep& step : plan.steps) {
        const auto only_drops_records = step.method->info.only_drops_records;
        if (only_drops_records != nullptr && only_drops_records(step.parameters)) continue;
        masked.insert(step.columns.begin(), step.columns.end());
    }
    return masked;
}

Json columns_json(const Plan& plan, const std::set<std::string>& changed) {
    Json columns = Json::array();
    for (const ColumnPtr& column : plan.table.columns()) {
        columns.push_back({{"name", column->name()},
                           {"kind", name(column->kind())},
                           {"role", name(plan.roles.of(column->name()))},
                           {"changed", changed.count(column->name()) > 0}});
        if (const auto survey = plan.roles.survey_of(column->name())) {
            columns.back()["survey"] = name(*survey);
        }
    }
    return columns;
}

// All columns whose values people are compared by: the quasi-identifiers, and what a step promised
// k on.
std::vector<std::string> compared_columns(const Execution& execution,
                                          const std::vector<std::string>& quasi) {
    std::set<std::string> wanted(quasi.begin(), quasi.end());
    for (const Promise& promise : promises_of(execution.steps)) {
        wanted.insert(promise.columns.begin(), promise.columns.end());
        if (!promise.models) continue;
        wanted.insert(promise.models->sensitive.begin(), promise.models->sensitive.end());
    }
    std::vector<std::string> names = execution.release.names();
    std::erase_if(names, [&](const std::string& name) { return !wanted.contains(name); });
    return names;
}

// One value has one spelling in the columns that people are compared by: k is meant for the bytes.
Table spelt_alike(const Execution& execution, const std::vector<std::string>& quasi) {
    std::vector<ColumnPtr> changed;
    for (const std::string& name : compared_columns(execution, quasi)) {
        if (ColumnPtr column = with_one_spelling(execution.release.column(name))) {
            changed.push_back(std::move(column));
        }
    }
    return changed.empty() ? execution.release : execution.release.with(changed);
}

// Said where the rows keep an order that tells what the release hides.
void warn_of_order(const Plan& plan, Execution& execution) {
    const std::vector<std::string> sorted = telling_order(plan, execution.changed);
    if (sorted.empty()) return;
    execution.warnings.push_back(kept_order_warning(
        kRowWords, sorted,
        "the option order random, or order = \"random\" in [release], releases them in another"));
}

// Columns of the survey that risks are counted with: those that are released, and of the others the
// columns of the original, by the rows of the release.
struct SurveyOfRisks {
    std::set<std::string> released;
    Table lent;
};

SurveyOfRisks survey_of_risks(const Plan& plan, const Execution& execution) {
    SurveyOfRisks survey;
    std::set<std::string> hidden;
    for (const Promise& promise : promises_of(execution.steps)) {
        if (!promise.risk) continue;
        for (const std::string& name : {promise.risk->weights, promise.risk->household}) {
            if (execution.release.find(name) != nullptr) {
                survey.released.insert(name);
            } else if (plan.table.find(name) != nullptr) {
                hidden.insert(name);
            }
        }
    }
    survey.lent = plan.table.select(std::vector<std::string>(hidden.begin(), hidden.end()));
    if (!execution.origin.empty()) survey.lent = survey.lent.gather(execution.origin);
    return survey;
}

}  // namespace

Json guarantees_of(const Context& context, const Plan& plan, const Execution& execution,
                   const ReadBack& read_back) {
    const std::vector<std::string>& quasi = plan.intruder.columns;
    const std::vector<std::string> compared = compared_columns(execution, quasi);
    if (compared.empty()) return Json::array();
    std::vector<std::string> unmasked = quasi;
    std::erase_if(unmasked,
                  [&](const std::string& name) { return execution.changed.contains(name); });
    const SurveyOfRisks survey = survey_of_risks(plan, execution);
    std::vector<std::string> read = compared;
    for (const std::string& name : survey.released) {
        if (std::find(read.begin(), read.end(), name) == read.end()) read.push_back(name);
    }
    const Table written = read_back ? read_back(read) : execution.release;
    return count_guarantees(context, written, execution.steps, quasi, unmasked, execution.found,
                            survey.lent);
}

Json full_record(const Plan& plan, const Execution& execution, const std::string& output,
                 const std::string& digest, const Json& guarantees, const Json& measured) {
    Json record = release_record(plan, execution, output, digest);
    for (const std::string& warning : broken_promises(guarantees)) {
        record["warnings"].push_back(warning);
    }
    record["guarantees"] = guarantees;
    if (!measured.is_null()) record["measured"] = published(measured);
    return record;
}

namespace {

// The columns of the release but those of pseudonyms: a log with identifiers would name people, and
// beside the frequencies of their pseudonyms tell who has which.
std::vector<std::string> shown_columns(const Plan& plan, const Execution& execution) {
    std::vector<std::string> names = execution.release.names();
    for (const std::string& key : plan.keys) std::erase(names, key);
    for (const PlannedStep& step : plan.steps) {
        if (!step.method->has(Purpose::pseudonyms)) continue;
        std::erase_if(names, [&](const std::string& name) {
            return std::find(step.columns.begin(), step.columns.end(), name) != step.columns.end();
        });
    }
    return names;
}

}  // namespace

Json shown_distributions(const Plan& plan, const Execution& execution, const Context& context) {
    return json_list(
        distributions(context, plan.table, execution.release, shown_columns(plan, execution)));
}

Json full_log(const Plan& plan, const PreparedRelease& prepared, std::uint64_t seed,
              const ProtectOptions& options, const Context& context) {
    const Execution& execution = prepared.execution;
    Json log = private_log(execution, seed, options.source, options.source_digest);
    log["distributions"] = shown_distributions(plan, execution, context);
    if (const auto& people = plan.intruder.people_file) {
        log["people_file"] = {
            {"file", people->file->name},
            {"sha256", people->file->sha256.empty() ? Json(nullptr) : Json(people->file->sha256)},
            {"rows", people->file->table.rows()}};
    }
    if (!prepared.measured.is_null()) log["measured"] = prepared.measured;
    return log;
}

namespace {

void warn_of_broken(Protected& result) {
    for (std::string& warning : broken_promises(result.guarantees)) {
        result.warnings.push_back(std::move(warning));
    }
}

}  // namespace

Json with_what_was_done(Json summary, const Plan& plan, const PreparedRelease& prepared,
                        const Json& guarantees) {
    const Execution& execution = prepared.execution;
    summary["rows"] = execution.release.rows();
    summary["columns"] = columns_json(plan, execution.changed);
    summary["steps"] = execution.steps;
    summary["values"] = execution.values;
    summary["guarantees"] = guarantees;
    std::vector<std::string> warnings = plan.warnings;
    for (const auto& more : {execution.warnings, broken_promises(guarantees)}) {
        warnings.insert(warnings.end(), more.begin(), more.end());
    }
    summary["warnings"] = std::move(warnings);
    if (!prepared.measured.is_null()) summary["measured"] = prepared.measured;
    return summary;
}

namespace {

void put_vault(Bundle& bundle, const Plan& plan, const Execution& execution,
               const ProtectOptions& options) {
    if (options.vault.empty() || options.key == nullptr) return;
    bundle.put(options.vault, sealed_vault(vault_of(plan, execution), *options.key), true);
}

// Release, record and log appear together or not at all. The record carries the digest of the
// release and what was counted in it, which is returned.
Json write_all(const Context& context, const Plan& plan, const Execution& execution,
               const ProtectOptions& options, Json log, const Json& measured) {
    const std::string& output = options.output;
    Bundle bundle(output);
    const std::string release = bundle.add(output);
    const Format format = format_of(output);
    write_table(context, execution.release, release, format);
    Json guarantees =
        guarantees_of(context, plan, execution, [&](std::span<const std::string> columns) {
            return read_written(context, release, format, execution.release, columns);
        });
    const Json record =
        full_record(plan, execution, output, file_sha256(release), guarantees, measured);
    log["files"] = record["files"];
    bundle.put(record_path(output), record.dump(2) + "\n");
    bundle.put(private_log_path(output), log.dump(2) + "\n", true);
    put_vault(bundle, plan, execution, options);
    bundle.commit();
    return guarantees;
}

// The same into a database, with record and log as files. These are on disk before the database
// commits, and moved into place behind it: so a table that is there has them, but for a writer that
// is killed between the two, and what fails leaves neither.
Json write_all_to_database(const Context& context, const Plan& plan, const Execution& execution,
                           const ProtectOptions& options, Json log, const Json& measured) {
    for (const std::string& file :
         {record_path(options.output), private_log_path(options.output)}) {
        std::error_code ignored;  // known before the database commits
        if (!std::filesystem::is_directory(file, ignored)) continue;
        throw Error(ErrorKind::io, "is a folder, and a file belongs there", {file, 0, 0, {}});
    }
    Bundle bundle(record_path(options.output));
    const auto target = open_target(context, options.output, options.replace);
    target->write(execution.release);
    Json guarantees =
        guarantees_of(context, plan, execution, [&](std::span<const std::string> columns) {
            ReadOptions options_of_columns;
            options_of_columns.columns.assign(columns.begin(), columns.end());
            return target->read_back(options_of_columns);
        });
    const Json record = full_record(plan, execution, options.output, {}, guarantees, measured);
    log["files"] = record["files"];
    bundle.put(record_path(options.output), record.dump(2) + "\n");
    bundle.put(private_log_path(options.output), log.dump(2) + "\n", true);
    put_vault(bundle, plan, execution, options);
    target->commit();
    bundle.commit();
    return guarantees;
}

}  // namespace

Protected protect_table(const Plan& plan, std::uint64_t seed, const ProtectOptions& options,
                        const Context& context) {
    return write_release(plan, execute(plan, seed, context), seed, options, context);
}

Protected write_release(const Plan& plan, const Execution& made, std::uint64_t seed,
                        const ProtectOptions& options, const Context& context) {
    const bool assess = options.assess && options.output != "-";
    return write_prepared(plan,
                          prepare_release(plan, made, seed, options.source_digest, assess, context),
                          seed, options, context);
}

PreparedRelease prepare_release(const Plan& plan, const Execution& made, std::uint64_t seed,
                                const std::string& source_digest, bool assess,
                                const Context& context) {
    PreparedRelease prepared;
    Execution& execution = prepared.execution;
    execution = made;
    execution.release = spelt_alike(made, plan.intruder.columns);
    // Attacks and measures take the rows as they came.
    if (assess) prepared.measured = measured_release(plan, execution, seed, context);
    if (plan.random_order) {
        shuffle_rows(execution, seed, source_digest);
    } else {
        warn_of_order(plan, execution);
    }
    return prepared;
}

Json unwritten_guarantees(const Plan& plan, const PreparedRelease& prepared,
                          const Context& context) {
    return guarantees_of(context, plan, prepared.execution, {});
}

Protected write_prepared(const Plan& plan, const PreparedRelease& prepared, std::uint64_t seed,
                         const ProtectOptions& options, const Context& context) {
    const Execution& execution = prepared.execution;
    Protected result;
    result.warnings = execution.warnings;
    if (options.output == "-") {
        result.text = table_text(execution.release, Format::csv);
        result.guarantees = unwritten_guarantees(plan, prepared, context);
        warn_of_broken(result);
        return result;
    }

    Json log = full_log(plan, prepared, seed, options, context);
    context.check_stop();
    const auto write = is_database(options.output) ? write_all_to_database : write_all;
    result.guarantees = write(context, plan, execution, options, std::move(log), prepared.measured);
    warn_of_broken(result);

    result.summary = with_what_was_done({{"kind", "protected"},
                                         {"output", without_passwords(options.output)},
                                         {"record", record_path(options.output)},
                                         {"private_log", private_log_path(options.output)}},
                                        plan, prepared, result.guarantees);
    if (!options.vault.empty()) result.summary["vault"] = options.vault;
    return result;
}

UnwrittenRelease unwritten_release(const Plan& plan, const PreparedRelease& prepared,
                                   std::uint64_t seed, const ProtectOptions& options,
                                   const Context& context) {
    const Json guarantees = unwritten_guarantees(plan, prepared, context);
    UnwrittenRelease made;
    made.record = full_record(plan, prepared.execution, {}, {}, guarantees, prepared.measured);
    made.private_log = full_log(plan, prepared, seed, options, context);
    made.warnings = broken_promises(guarantees);
    made.summary = with_what_was_done({{"kind", "protected"}}, plan, prepared, guarantees);
    return made;
}

Json plan_summary(const Plan& plan) {
    Json steps = Json::array();
    for (const PlannedStep& step : plan.steps) {
        steps.push_back({{"method", step.method->info.name},
                         {"title", step.method->info.title},
                         {"columns", step.columns},
                         {"parameters", step.parameters}});
    }
    return {{"kind", "plan"},
            {"rows", plan.table.rows()},
            {"columns", columns_json(plan, masked_by(plan))},
            {"steps", std::move(steps)}};
}

}  // namespace lethe::release
