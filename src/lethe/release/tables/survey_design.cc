#include "lethe/release/tables/survey_design.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lethe/algo/population/survey_weights.h"

namespace lethe::release {
namespace {

void check_weight(const Column& column, std::vector<std::string>& warnings, Problems& problems) {
    if (!column.is_numeric()) {
        problems.push_back(
            {fmt::format(
                 "column \"{}\" is a survey weight, but not all of its values are "
                 "numbers{}",
                 column.name(),
                 column.first_non_number() > 0
                     ? fmt::format(" (row {} is the first that is none)", column.first_non_number())
                     : ""),
             {},
             ErrorKind::input});
        return;
    }
    const WeightFaults faults = weight_faults(column);
    if (faults.unusable > 0) {
        problems.push_back({unusable_weights(column, faults), {}, ErrorKind::input});
    } else if (faults.below_one > 0) {
        warnings.push_back(small_weights(column, faults));
    }
}

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

SurveyDesign survey_design(const Table& table, const Roles& roles) {
    SurveyDesign design;
    const auto weights = roles.with(table, SurveyRole::weight);
    const auto households = roles.with(table, SurveyRole::household);
    if (!weights.empty()) design.weight = weights.front();
    if (!households.empty()) design.household = households.front();
    design.strata = roles.with(table, SurveyRole::stratum);
    return design;
}

void check_survey(const Table& table, const Roles& roles, std::vector<std::string>& warnings,
                  Problems& problems) {
    const auto weights = roles.with(table, SurveyRole::weight);
    for (const std::string& name : weights) check_weight(table.column(name), warnings, problems);
    if (weights.size() > 1) {
        warnings.push_back(fmt::format(
            "several columns are weights ({}): measures of risk take the first, \"{}\", where "
            "their parameter weights names no other",
            fmt::join(weights, ", "), weights.front()));
    }
    const auto households = roles.with(table, SurveyRole::household);
    if (households.size() > 1) {
        problems.push_back(
            {fmt::format("several columns have the role household ({}): a person "
                         "lives in one, so give the others another role",
                         fmt::join(households, ", "))});
    }
}

Json to_json(const SurveyDesign& design) {
    Json json = Json::object();
    if (!design.weight.empty()) json["weight"] = design.weight;
    if (!design.household.empty()) json["household"] = design.household;
    if (!design.strata.empty()) json["strata"] = design.strata;
    return json;
}

SurveyDesign recorded_survey(const Json& record) {
    SurveyDesign design;
    if (!record.is_object() || !record.contains("survey")) return design;
    const Json& survey = record["survey"];
    if (!survey.is_object()) return design;
    design.weight = text_at(survey, "weight");
    design.household = text_at(survey, "household");
    for (const Json& one : survey.value("strata", Json::array())) {
        if (one.is_string()) design.strata.push_back(one);
    }
    return design;
}

SurveyColumns survey_columns(const Table& original, const SurveyDesign& design) {
    SurveyColumns columns;
    const auto find = [&](const std::string& name) {
        return name.empty() || original.find(name) == nullptr ? ColumnPtr()
                                                              : original.column_ptr(name);
    };
    columns.weight = find(design.weight);
    if (columns.weight && !columns.weight->is_numeric()) columns.weight = nullptr;
    columns.household = find(design.household);
    for (const std::string& name : design.strata) {
        if (ColumnPtr column = find(name)) columns.strata.push_back(std::move(column));
    }
    return columns;
}

bool takes_survey_column(const Method& method, std::string_view parameter) {
    const std::string_view type = parameter == "strata" ? "list of text" : "text";
    return std::any_of(method.parameters.begin(), method.parameters.end(),
                       [&](const Parameter& one) {
                           return one.name == parameter && one.type == type && one.choices.empty();
                       });
}

bool gives_population(const Json& given) {
    return given.contains("weights") || given.contains("population") || given.contains("fraction");
}

void add_survey_columns(const Method& method, const SurveyDesign& design, const Json& given,
                        Json& parameters) {
    if (!design.weight.empty() && !gives_population(given) &&
        takes_survey_column(method, "weights")) {
        parameters["weights"] = design.weight;
    }
    if (!design.household.empty() && !given.contains("household") &&
        takes_survey_column(method, "household")) {
        parameters["household"] = design.household;
    }
}

}  // namespace lethe::release
