#include "cli/tables/policy_columns.h"

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/release/tables/plan.h"

namespace lethe::cli {

PolicyColumns::PolicyColumns(const Flags& flags) {
    if (!flags.policy.empty()) {
        Problems problems;
        policy_ = read_policy(flags.policy, problems);
        throw_if_any(std::move(problems));
    }
    flags.knowledge.apply(policy_);
}

PolicyColumns::PolicyColumns(const Flags& flags, const release::GraphPolicy& policy)
    : policy_(policy.of_nodes()) {
    flags.knowledge.apply(policy_);
}

void PolicyColumns::Flags::add_to(CLI::App& command) {
    command
        .add_option(
            "--policy", policy,
            "Policy: the kinds of its columns, which are ordered and how, their taxonomies, "
            "and its quasi-identifiers")
        ->type_name("FILE");
    knowledge.add_to(command);
}

Table PolicyColumns::apply(const Table& table) const { return plan_columns(table, policy_).table; }

std::optional<ColumnKnowledge> PolicyColumns::knowledge_of(const std::string& column) const {
    const auto flag = policy_.knowledge.find(column);
    if (flag != policy_.knowledge.end()) return flag->second;
    for (const ColumnPolicy& known : policy_.columns) {
        if (known.name == column) return known.knowledge;
    }
    return std::nullopt;
}

std::vector<std::string> PolicyColumns::with_role(const Table& table, Role role) const {
    return plan_columns(table, policy_).roles.with(table, role);
}

IntruderKnowledge PolicyColumns::intruder(const Table& table) const {
    return plan_columns(table, policy_).intruder;
}

Stage PolicyColumns::stage(const Table& table, const std::vector<std::string>& masked) const {
    Policy policy = policy_;
    for (const std::string& name : masked) {
        table.column(name);
        auto found = std::find_if(policy.columns.begin(), policy.columns.end(),
                                  [&](const ColumnPolicy& column) { return column.name == name; });
        if (found == policy.columns.end()) {
            ColumnPolicy column;
            column.name = name;
            found = policy.columns.insert(policy.columns.end(), std::move(column));
        }
        found->role = Role::quasi;
        found->reason.clear();
    }
    return plan_columns(table, policy);
}

}  // namespace lethe::cli
