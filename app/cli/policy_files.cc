#include "cli/policy_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "lethe/release/tables/plan.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

std::optional<ColumnKnowledge> knowledge_of(const PolicyColumns& known, const std::string& column) {
    std::optional<ColumnKnowledge> knowledge = known.knowledge_of(column);
    if (!knowledge) return knowledge;
    if (knowledge->source != "wordnet") knowledge->source = fs::absolute(knowledge->source);
    if (!knowledge->map.empty()) knowledge->map = fs::absolute(knowledge->map);
    return knowledge;
}

// The results of searches, each of which lists the policies that it wrote.
std::vector<std::string> results_in(const fs::path& folder) {
    std::vector<std::string> results;
    for (const char* name : {"advice.json", "exploration.json", "evolution.json"}) {
        results.push_back((folder / name).string());
    }
    return results;
}

}  // namespace

void check_policy(const fs::path& path, const std::vector<std::string>& inputs,
                  const ReplaceFlags& replace) {
    refuse_overwrite(path.string(), inputs);
    if (!replace.force) check_replaceable(path.string(), results_in(path.parent_path()));
}

void forget_policies(const fs::path& folder, const std::vector<std::string>& kept) {
    for (const std::string& result : results_in(folder)) remove_listed(result, kept);
}

Policy policy_of_columns(const Stage& stage, const PolicyColumns& known, const ReadOptions& read) {
    Policy policy;
    policy.read = read;
    policy.scenario = known.policy().scenario;
    policy.verdict = known.policy().verdict;
    policy.as_masked = known.policy().as_masked;
    policy.random_order = known.policy().random_order;
    for (std::string* path : {&policy.scenario.people_file, &policy.scenario.linkage}) {
        if (!path->empty()) *path = fs::absolute(*path);
    }
    for (const ColumnPtr& column : stage.table.columns()) {
        ColumnPolicy own;
        for (const ColumnPolicy& given : known.policy().columns) {
            if (given.name == column->name()) own = given;
        }
        own.name = column->name();
        own.role = stage.roles.of(own.name);
        own.kind = column->kind();
        if (column->kind() == Kind::ordinal) own.order = column->dictionary();
        own.knowledge = knowledge_of(known, own.name);
        policy.columns.push_back(std::move(own));
    }
    for (StepPolicy& step : text_steps(known.policy())) {
        const bool released = std::none_of(
            step.columns.begin(), step.columns.end(),
            [&](const std::string& name) { return stage.roles.of(name) == Role::identifier; });
        if (released) policy.steps.push_back(std::move(step));
    }
    return policy;
}

}  // namespace lethe::cli
