#include "lethe/release/graphs/described_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/release/tables/column_knowledge.h"
#include "lethe/release/tables/plan.h"
#include "lethe/space/attribute/topic_list.h"

namespace lethe::release {
namespace {

// Each topic as often as lists have it: what a taxonomy is asked for.
ColumnPtr topics_in(const Column& lists) {
    std::vector<std::string> topics;
    for (std::int64_t row = 0; row < lists.size(); ++row) {
        if (!lists.valid(row)) continue;
        for (std::string& topic : topics_of_list(lists.text(row), lists.name())) {
            topics.push_back(std::move(topic));
        }
    }
    return Column::from_texts(lists.name(), Kind::nominal, topics);
}

// Takes the knowledge of columns of lists out of the policy.
std::map<std::string, ColumnKnowledge> taken_from(Policy& policy, const Table& attributes,
                                                  const graph::AttributeChoice& choice) {
    const auto lists = [&](const std::string& name) {
        const Column* column = attributes.find(name);
        return column != nullptr && graph::holds_topics(*column, choice);
    };
    std::map<std::string, ColumnKnowledge> taken;
    for (auto known = policy.knowledge.begin(); known != policy.knowledge.end();) {
        if (!lists(known->first)) {
            ++known;
            continue;
        }
        taken.insert(*known);
        known = policy.knowledge.erase(known);
    }
    for (ColumnPolicy& column : policy.columns) {
        if (!column.knowledge || !lists(column.name)) continue;
        taken.emplace(column.name, *column.knowledge);
        column.knowledge.reset();
        column.kind.reset();
    }
    return taken;
}

}  // namespace

Policy without_topic_knowledge(const Policy& policy, const Table& attributes,
                               const graph::AttributeChoice& choice) {
    Policy of_values = policy;
    taken_from(of_values, attributes, choice);
    return of_values;
}

DescribedNodes described_nodes(const Table& attributes, const Policy& policy,
                               const graph::AttributeChoice& choice) {
    Policy of_values = policy;
    const auto of_topics = taken_from(of_values, attributes, choice);
    const Table table = plan_columns(attributes, of_values).table;
    std::vector<ColumnPtr> changed;
    for (const auto& [name, knowledge] : of_topics) {
        const Column& lists = table.column(name);
        changed.push_back(
            lists.with_meaning(of_values.shelf->meaning({}, *topics_in(lists), knowledge)));
    }
    const Table described = table.with(changed);
    Roles roles = plan_columns(described, of_values).roles;
    for (const auto& [name, knowledge] : of_topics) {
        const bool said = std::ranges::any_of(policy.columns, [&](const ColumnPolicy& column) {
            return column.name == name && column.role.has_value();
        });
        if (!said) roles.set(name, Role::quasi);
    }
    return {described, std::move(roles)};
}

}  // namespace lethe::release
