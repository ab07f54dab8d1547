#include "lethe/release/tables/record.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "lethe/core/redacted.h"
#include "lethe/data/written/notation.h"
#include "lethe/method/publication.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/tables/survey_design.h"

namespace lethe::release {

Json release_record(const Plan& plan, const Execution& execution, const std::string& release_file,
                    const std::string& release_digest) {
    const std::string file = source_name(release_file);
    std::vector<FileDigest> files;
    if (!file.empty()) files.push_back({file, release_digest});
    Json record = record_envelope("release", DataKind::table, files);
    Json columns = Json::array();
    for (const ColumnPtr& column : execution.release.columns()) {
        columns.push_back({{"name", column->name()},
                           {"kind", name(column->kind())},
                           {"role", name(plan.roles.of(column->name()))},
                           {"changed", execution.changed.count(column->name()) > 0}});
        if (const NotationPtr& notation = column->notation()) {
            Json written = notation_json(*notation);
            written["quantity"] = name(notation->quantity());
            columns.back()["written"] = std::move(written);
        }
    }
    record["release"] = {{"file", file},
                         {"rows", execution.release.rows()},
                         {"sha256", release_digest},
                         {"columns", std::move(columns)}};
    if (plan.random_order) record["release"]["order"] = "random";
    record["dropped"] = plan.roles.with(plan.table, Role::identifier);
    const SurveyDesign survey = survey_design(plan.table, plan.roles);
    if (!survey.empty()) record["survey"] = to_json(survey);
    record["scenario"] = published(to_json(plan.intruder));
    std::vector<std::string> warnings = plan.warnings;
    warnings.insert(warnings.end(), execution.warnings.begin(), execution.warnings.end());
    record["warnings"] = std::move(warnings);
    record["steps"] = published(execution.steps);  // a parameter can be private
    for (Json& step : record["steps"]) step.erase("seconds");
    if (!execution.values.empty()) record["values"] = execution.values;
    return record;
}

Json with_private_facts(Json record, const Json& private_steps) {
    if (!record.is_object() || !private_steps.is_array()) return record;
    const auto steps = record.find("steps");
    if (steps == record.end() || !steps->is_array()) return record;
    const bool same = std::equal(steps->begin(), steps->end(), private_steps.begin(),
                                 private_steps.end(), [](const Json& one, const Json& other) {
                                     return one.is_object() && other.is_object() &&
                                            one.contains("method") &&
                                            one["method"] == other.value("method", Json());
                                 });
    if (!same) return record;
    for (std::size_t i = 0; i < private_steps.size(); ++i) {
        const Json facts = private_steps[i].value("facts", Json());
        if (facts.is_object() && !facts.empty()) (*steps)[i]["private_facts"] = facts;
    }
    return record;
}

Json owners_record(const Plan& plan, const Execution& execution) {
    return with_private_facts(release_record(plan, execution, {}, {}), execution.private_steps);
}

Json private_log(const Execution& execution, std::uint64_t seed, const std::string& source,
                 const std::string& source_digest) {
    Json log = log_envelope(
        DataKind::table,
        "Private: with this file the masking can be undone. Keep it with the original.", seed,
        {{without_passwords(source), source_digest}});
    log["rows"] = execution.origin.empty() ? Json(nullptr) : Json(execution.origin);
    log["steps"] = execution.private_steps;
    return log;
}

}  // namespace lethe::release
