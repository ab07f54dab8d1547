#include "cli/policy_columns.h"

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/run/plan.h"

namespace lethe::cli {

PolicyColumns::PolicyColumns(const std::string& path) {
    if (path.empty()) return;
    Problems problems;
    policy_ = read_policy(path, problems);
    throw_if_any(std::move(problems));
}

void PolicyColumns::add_to(CLI::App& command, std::string& path) {
    command
        .add_option("--policy", path,
                    "Policy: the kinds of its columns, which are ordered and how, and its "
                    "quasi-identifiers")
        ->type_name("FILE");
}

Table PolicyColumns::apply(const Table& table) const {
    Problems problems;
    Table typed = with_kinds(table, policy_, problems);
    throw_if_any(std::move(problems));
    return typed;
}

std::vector<std::string> PolicyColumns::quasi(const Table& table) const {
    std::vector<std::string> names;
    for (const std::string& name : table.names()) {
        const auto said = std::ranges::find(policy_.columns, name, &ColumnPolicy::name);
        if (said != policy_.columns.end() && said->role == Role::quasi) names.push_back(name);
    }
    return names;
}

}  // namespace lethe::cli
