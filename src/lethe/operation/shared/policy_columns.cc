#include "lethe/operation/shared/policy_columns.h"

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/plan.h"

namespace lethe::operation {

PolicyColumns::PolicyColumns(const Options& options, const Door& door) {
    if (!options.policy.empty()) {
        Problems problems;
        policy_ = read_policy_text(door, options.policy, problems);
        throw_if_any(std::move(problems));
    }
    options.meaning.apply(policy_, door);
}

PolicyColumns::PolicyColumns(const Options& options, const release::GraphPolicy& policy,
                             const Door& door)
    : policy_(policy.of_nodes()) {
    options.meaning.apply(policy_, door);
}

Schema<PolicyColumns::Options> PolicyColumns::Options::schema() {
    return Schema<Options>()
        .field("policy", &Options::policy,
               "Policy: the kinds of its columns, which are ordered and how, their taxonomies, and "
               "its quasi-identifiers")
        .shown("FILE")
        .input()
        .include(&Options::meaning, MeaningOptions::schema());
}

Table PolicyColumns::apply(const Table& table) const {
    return release::plan_columns(table, policy_).table;
}

std::optional<release::ColumnKnowledge> PolicyColumns::knowledge_of(
    const std::string& column) const {
    const auto given = policy_.knowledge.find(column);
    if (given != policy_.knowledge.end()) return given->second;
    for (const release::ColumnPolicy& known : policy_.columns) {
        if (known.name == column) return known.knowledge;
    }
    return std::nullopt;
}

std::vector<std::string> PolicyColumns::with_role(const Table& table, Role role) const {
    return release::plan_columns(table, policy_).roles.with(table, role);
}

release::IntruderKnowledge PolicyColumns::intruder(const Table& table) const {
    return release::plan_columns(table, policy_).intruder;
}

search::Stage PolicyColumns::stage(const Table& table,
                                   const std::vector<std::string>& masked) const {
    release::Policy policy = policy_;
    for (const std::string& name : masked) {
        table.column(name);
        auto found =
            std::find_if(policy.columns.begin(), policy.columns.end(),
                         [&](const release::ColumnPolicy& column) { return column.name == name; });
        if (found == policy.columns.end()) {
            release::ColumnPolicy column;
            column.name = name;
            found = policy.columns.insert(policy.columns.end(), std::move(column));
        }
        found->role = Role::quasi;
        found->release = found->survey == SurveyRole::weight;
        if (found->survey == SurveyRole::household) found->survey.reset();
        found->reason.clear();
    }
    return release::plan_columns(table, policy);
}

}  // namespace lethe::operation
