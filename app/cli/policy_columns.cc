#include "cli/policy_columns.h"

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
    return policy_ ? plan_columns(table, *policy_).table : table;
}

std::vector<std::string> PolicyColumns::quasi(const Table& table) const {
    if (!policy_) return {};
    return plan_columns(table, *policy_).roles.with(table, Role::quasi);
}

}  // namespace lethe::cli
