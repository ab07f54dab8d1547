#include "cli/policy_files.h"

#include <filesystem>
#include <optional>
#include <utility>

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

}  // namespace

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
    return policy;
}

}  // namespace lethe::cli
