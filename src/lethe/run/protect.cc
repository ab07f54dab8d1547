#include "lethe/run/protect.h"

#include <utility>

#include "lethe/core/file.h"
#include "lethe/data/io.h"
#include "lethe/run/distributions.h"
#include "lethe/run/execute.h"
#include "lethe/run/record.h"
#include "lethe/search/evaluate.h"

namespace lethe {
namespace {

// Attacks and losses on the columns that the steps changed.
Json assessment(const Plan& plan, const Execution& execution, std::uint64_t seed,
                const Context& context, Json* private_results) {
    std::vector<std::string> columns;
    for (const ColumnPtr& column : execution.release.columns()) {
        if (plan.roles.of(column->name()) == Role::quasi) columns.push_back(column->name());
    }
    const Comparable pair =
        make_comparable(plan.table, execution.release, columns, execution.origin);
    return assess(pair, {.origin = execution.origin}, {}, Random(seed).part(1), context,
                  private_results);
}

Json columns_of(const Plan& plan) {
    Json columns = Json::array();
    for (const ColumnPtr& column : plan.table.columns()) {
        columns.push_back({{"name", column->name()},
                           {"kind", name(column->kind())},
                           {"role", name(plan.roles.of(column->name()))}});
    }
    return columns;
}

}  // namespace

Protected protect_table(const Plan& plan, std::uint64_t seed, const ProtectOptions& options,
                        const Context& context) {
    Protected result;
    const Execution execution = execute(plan, seed, context);
    result.warnings = execution.warnings;
    if (options.output == "-") {
        result.text = table_text(execution.release, Format::csv);
        return result;
    }

    Json log = private_log(execution, seed, options.source, options.source_digest);
    log["distributions"] =
        distributions(context, plan.table, execution.release, execution.release.names());
    Json measured;
    if (options.assess) {
        Json private_results;
        measured = assessment(plan, execution, seed, context, &private_results);
        log["measured"] = measured;
        log["attacks"] = std::move(private_results);
    }

    // The release first: the record carries its digest.
    context.check_stop();
    write_table(context, execution.release, options.output);
    Json record = release_record(plan, execution, options.output, file_sha256(options.output));
    if (!measured.is_null()) record["measured"] = publishable(measured);
    write_file(private_log_path(options.output), log.dump(2) + "\n", true);
    write_file(record_path(options.output), record.dump(2) + "\n");

    result.summary = {{"kind", "protected"},
                      {"output", options.output},
                      {"record", record_path(options.output)},
                      {"private_log", private_log_path(options.output)},
                      {"rows", execution.release.rows()},
                      {"columns", columns_of(plan)},
                      {"steps", execution.steps}};
    if (!measured.is_null()) result.summary["measured"] = std::move(measured);
    return result;
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
            {"columns", columns_of(plan)},
            {"steps", std::move(steps)}};
}

}  // namespace lethe
