#include "lethe/release/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/pseudonymous.h"

namespace lethe::release {
namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string reason_of(const Policy& policy, const std::string& name) {
    for (const ColumnPolicy& column : policy.columns) {
        if (column.name == name) return column.reason;
    }
    return {};
}

bool looks_identifying(const RoleGuess& guess) {
    return guess.role == Role::quasi || guess.role == Role::identifier ||
           guess.survey == SurveyRole::weight;
}

void check_named(const Table& table, const Roles& roles, const ScenarioPolicy& scenario,
                 Problems& problems) {
    for (const std::string& name : scenario.columns) {
        if (table.find(name) == nullptr) {
            problems.push_back({unknown_name("column", name, table.names()), scenario.place});
        } else if (roles.of(name) == Role::identifier) {
            problems.push_back(
                {fmt::format("the scenario names column \"{}\", which is an identifier and not "
                             "released",
                             name),
                 scenario.place});
        }
    }
}

}  // namespace

IntruderKnowledge intruder_knowledge(const Table& table, const Roles& roles, const Policy& policy,
                                     const std::vector<std::string>& masked, Problems& problems) {
    const ScenarioPolicy& scenario = policy.scenario;
    check_named(table, roles, scenario, problems);
    IntruderKnowledge knowledge;
    knowledge.people = scenario.people;
    knowledge.knows_record = scenario.knows_record;
    for (const ColumnPtr& column : table.columns()) {
        const std::string& name = column->name();
        const Role role = roles.of(name);
        if (role == Role::identifier) continue;
        const std::string reason = reason_of(policy, name);
        const bool named = is_among(scenario.columns, name);
        if (role == Role::confidential && !named) {
            knowledge.left_out.push_back(
                {name, role,
                 column->kind() == Kind::text
                     ? "confidential: free text, which no attack reads; what it tells about people "
                       "is in no figure"
                     : "confidential: what an intruder wants to learn"});
            continue;
        }
        if (role == Role::other && !named && gets_pseudonyms(policy, name)) {
            knowledge.left_out.push_back(
                {name, role,
                 roles.survey_of(name) == SurveyRole::household
                     ? "pseudonyms of households: whose they are follows from a key alone; who "
                       "lives together is told, and counted in the risk of households"
                     : "pseudonyms: whose they are follows from a key alone"});
            continue;
        }
        const RoleGuess guess = guess_role(*column);
        const bool counts =
            role == Role::quasi || is_among(masked, name) || looks_identifying(guess);
        if (named || (scenario.columns.empty() && counts && reason.empty())) {
            knowledge.columns.push_back(name);
        } else if (!reason.empty()) {
            knowledge.left_out.push_back({name, role, reason, true});
        } else if (counts) {
            problems.push_back(
                {fmt::format(
                     "the scenario leaves out column \"{0}\", which looks identifying: give "
                     "the reason, such as {0} = {{ reason = \"...\" }}, or name it",
                     name),
                 scenario.place});
        } else {
            knowledge.left_out.push_back({name, role, guess.reason});
        }
    }
    add_people_file(table, roles, scenario, knowledge, problems);
    return knowledge;
}

Json to_json(const IntruderKnowledge& knowledge) {
    Json left_out = Json::array();
    for (const IntruderKnowledge::LeftOut& one : knowledge.left_out) {
        left_out.push_back({{"column", one.column},
                            {"role", name(one.role)},
                            {"reason", one.reason},
                            {"given", one.given}});
    }
    Json json{{"columns", knowledge.columns},
              {"left_out", std::move(left_out)},
              {"people", knowledge.people},
              {"record", knowledge.knows_record}};
    if (knowledge.people_file) {
        const PeopleKnown& people = *knowledge.people_file;
        json["people_file"] = {{"private_file", people.file->name},
                               {"private_rows", people.file->table.rows()},
                               {"judged", people.identities != nullptr}};
    }
    return json;
}

}  // namespace lethe::release
