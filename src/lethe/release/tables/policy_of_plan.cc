#include "lethe/release/tables/policy_of_plan.h"

#include <algorithm>
#include <utility>

#include "lethe/release/policy_parts.h"

namespace lethe::release {
namespace {

std::optional<ColumnKnowledge> knowledge_given(const Policy& given, const std::string& column) {
    std::optional<ColumnKnowledge> knowledge;
    for (const ColumnPolicy& known : given.columns) {
        if (known.name == column) knowledge = known.knowledge;
    }
    const auto beside = given.knowledge.find(column);
    if (beside != given.knowledge.end()) knowledge = beside->second;
    if (!knowledge) return knowledge;
    knowledge->move_paths(to_absolute);
    return knowledge;
}

}  // namespace

Policy policy_of_plan(const Plan& plan, const Policy& given) {
    Policy policy;
    policy.read = given.read;
    policy.scenario = given.scenario;
    policy.verdict = given.verdict;
    policy.as_masked = given.as_masked;
    policy.random_order = given.random_order;
    for (std::string* path : {&policy.scenario.people_file, &policy.scenario.linkage}) {
        if (!path->empty()) *path = std::filesystem::absolute(*path);
    }
    for (const ColumnPtr& column : plan.table.columns()) {
        ColumnPolicy own;
        for (const ColumnPolicy& known : given.columns) {
            if (known.name == column->name()) own = known;
        }
        own.name = column->name();
        own.role = plan.roles.of(own.name);
        own.kind = column->kind();
        own.notation = column->notation();
        own.quantity.reset();
        if (own.notation && !own.notation->is_number()) own.quantity = own.notation->quantity();
        if (column->kind() == Kind::ordinal) own.order = column->dictionary();
        own.knowledge = knowledge_given(given, own.name);
        policy.columns.push_back(std::move(own));
    }
    for (StepPolicy& step : text_steps(given)) {
        const bool released = std::none_of(
            step.columns.begin(), step.columns.end(),
            [&](const std::string& name) { return plan.roles.of(name) == Role::identifier; });
        if (released) policy.steps.push_back(std::move(step));
    }
    return policy;
}

}  // namespace lethe::release
