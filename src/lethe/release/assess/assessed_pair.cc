#include "lethe/release/assess/assessed_pair.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/release/assess/alignment.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/row_order.h"

namespace lethe::release {
namespace {

bool is_listed(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// The columns of both tables among those of the first list.
std::vector<std::string> in_both(const std::vector<std::string>& names, const Table& original,
                                 const Table& masked) {
    std::vector<std::string> both;
    for (const std::string& name : names) {
        if (original.find(name) != nullptr && masked.find(name) != nullptr) both.push_back(name);
    }
    return both;
}

IntruderKnowledge recorded_intruder(const Json& scenario, std::vector<std::string>& notes) {
    IntruderKnowledge intruder;
    intruder.columns = scenario["columns"];
    for (const Json& one : scenario.value("left_out", Json::array())) {
        intruder.left_out.push_back({one.value("column", ""),
                                     role_named(one.value("role", "other")).value_or(Role::other),
                                     one.value("reason", ""), one.value("given", false)});
    }
    intruder.people = scenario.value("people", 100.0);
    if (scenario.contains("people_file")) {
        notes.push_back(
            "the scenario of the release has a file of the intruder's own: the option policy gives "
            "it; "
            "without, only the attacks over all records are run");
    }
    return intruder;
}

// Whom the user, the release record or the policy take for the intruder; the default otherwise.
IntruderKnowledge intruder_of(const PairRequest& request, std::vector<std::string>& notes) {
    const Table& original = request.plan.table;
    const Table& masked = request.masked;
    IntruderKnowledge intruder = request.plan.intruder;
    const bool recorded = request.record.is_object() && request.record.contains("scenario");
    if (recorded && !request.has_policy) {
        intruder = recorded_intruder(request.record["scenario"], notes);
    }
    if (request.columns.empty()) {
        intruder.columns = in_both(intruder.columns, original, masked);
        std::erase_if(intruder.left_out, [&](const IntruderKnowledge::LeftOut& one) {
            return masked.find(one.column) == nullptr;
        });
        if (intruder.columns.empty()) {
            throw Error(ErrorKind::input,
                        "the two tables have no column in common that an intruder could know; "
                        "name some with the option columns");
        }
        return intruder;
    }
    for (const std::string& name : in_both(intruder.columns, original, masked)) {
        if (!is_listed(request.columns, name)) {
            intruder.left_out.push_back(
                {name, Role::quasi, "not named among the columns that are known", true});
        }
    }
    std::erase_if(intruder.left_out, [&](const IntruderKnowledge::LeftOut& one) {
        return is_listed(request.columns, one.column) || masked.find(one.column) == nullptr;
    });
    intruder.columns = request.columns;
    return intruder;
}

// Columns that are to be protected: as the user, the policy or the release record says.
std::vector<std::string> confidential_of(const PairRequest& request) {
    if (request.confidential) return *request.confidential;
    if (request.record.is_null() || request.has_policy) {
        return request.plan.roles.with(request.plan.table, Role::confidential);
    }
    std::vector<std::string> names;
    for (const Json& column : request.record["release"]["columns"]) {
        if (column["role"] == "confidential") names.push_back(column["name"]);
    }
    return names;
}

// How people were sampled: as the policy says, or else the release record.
SurveyColumns survey_of(const PairRequest& request) {
    const Table& original = request.plan.table;
    SurveyDesign design = survey_design(original, request.plan.roles);
    if (design.empty() && !request.has_policy) design = recorded_survey(request.record);
    return survey_columns(original, design);
}

// The record names taxonomies, but this run was given none.
void note_lost_meaning(const AssessedPair& pair, std::vector<std::string>& notes) {
    std::set<std::string> lost;
    const Json& record = pair.scenario.record;
    for (const Json& step : record.is_object() ? record.value("steps", Json::array()) : Json()) {
        if (!step.contains("facts") || !step["facts"].contains("knowledge")) continue;
        for (const auto& [name, taxonomy] : step["facts"]["knowledge"].items()) {
            const Column* column = pair.pair.original.find(name);
            if (column != nullptr && !column->meaning()) lost.insert(name);
        }
    }
    if (lost.empty()) return;
    notes.push_back(fmt::format(
        "warning: the release was made with taxonomies of {}; without the option "
        "policy or the option knowledge they are compared as equal or not, and the risk is "
        "understated",
        fmt::join(lost, ", ")));
}

// Rows that have the order of the original, where that tells what the release hides.
void note_kept_order(const Table& original, const PairRequest& request,
                     std::vector<std::string>& notes) {
    const std::vector<std::string> sorted = telling_order(original, request.masked, request.origin);
    if (sorted.empty()) return;
    notes.push_back("warning: " + found_order_warning(kRowWords, sorted));
}

// Row j is taken for the masked version of its origin. Where nothing proves it, the values must
// look like it.
void check_alignment(const AssessedPair& pair, const Random& random) {
    if (!alignment_of(pair.pair, pair.scenario.origin, random).doubtful()) return;
    throw Error(ErrorKind::input,
                "row by row the two tables do not look like the same people: their values agree no "
                "more than those of rows put together at random, so no figure would mean anything. "
                "Is it the right file, in the right order? the option aligned insists");
}

}  // namespace

AssessedPair assessed_pair(PairRequest request, const Random& random) {
    AssessedPair result;
    const Table& original = request.plan.table;
    check_order_known(request.record, kRowWords, !request.origin.empty());
    const bool in_order = std::is_sorted(request.origin.begin(), request.origin.end());
    undo_order(request.masked, request.origin, original.rows());
    if (in_order) note_kept_order(original, request, result.notes);
    result.intruder = intruder_of(request, result.notes);
    result.confidential = confidential_of(request);
    if (request.known < 100) result.intruder.people = request.known;
    SurveyColumns survey = survey_of(request);
    result.scenario = scenario_of(result.intruder, original.rows(), request.masked,
                                  std::move(request.origin), std::move(request.record), random);
    if (request.training > 0) {
        const auto share = static_cast<std::int64_t>(
            std::llround(static_cast<double>(original.rows()) * request.training / 100));
        result.scenario.training = random_subset(random.stream("training records"), original.rows(),
                                                 std::max<std::int64_t>(1, share));
    }
    result.pair = make_comparable(original, request.masked, result.intruder.columns,
                                  result.scenario.origin, result.confidential);
    result.pair.survey = std::move(survey);
    if (!request.aligned) check_alignment(result, random);
    result.masked = std::move(request.masked);
    result.roles = std::move(request.plan.roles);
    result.verdict = std::move(request.verdict);
    result.explicit_columns = !request.columns.empty();
    note_lost_meaning(result, result.notes);
    return result;
}

void check_release_record(const Json& record, const std::string& path) {
    bool good = record.is_object() && record.value("kind", "") == "release" &&
                record.contains("release") && record["release"].is_object() &&
                record["release"].contains("columns") && record["release"]["columns"].is_array();
    for (const Json& column : good ? record["release"]["columns"] : Json::array()) {
        good = good && column.is_object() && column.contains("name") &&
               column["name"].is_string() && column.contains("role");
    }
    if (good && record.contains("scenario")) {
        const Json& scenario = record["scenario"];
        good = scenario.is_object() && scenario.value("columns", Json()).is_array() &&
               scenario.value("left_out", Json::array()).is_array() &&
               scenario.value("people", Json(100)).is_number() &&
               scenario.value("people_file", Json::object()).is_object();
        for (const Json& name : good ? scenario["columns"] : Json::array()) {
            good = good && name.is_string();
        }
        for (const Json& one : good ? scenario.value("left_out", Json::array()) : Json::array()) {
            good = good && one.is_object() && one.value("column", Json("")).is_string() &&
                   one.value("role", Json("")).is_string() &&
                   one.value("reason", Json("")).is_string() &&
                   one.value("given", Json(false)).is_boolean();
        }
    }
    if (!good) throw Error(ErrorKind::input, "is not a release record", {path, 0, 0, {}});
}

}  // namespace lethe::release
