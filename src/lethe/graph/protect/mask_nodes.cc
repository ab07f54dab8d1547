#include "lethe/graph/protect/mask_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/data/numbers/number_domain.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/publish_groups.h"
#include "lethe/knowledge/meaning.h"

namespace lethe::graph {
namespace {

Kind masked_kind(const Column& column, const AttributeChoice& choice) {
    return holds_topics(column, choice) ? Kind::nominal : column.kind();
}

// The nodes' table with the columns as the method sees them.
Table table_of_nodes(const ProtectInput& input, const std::vector<std::string>& names) {
    std::vector<ColumnPtr> changed;
    for (const std::string& name : names) {
        const Column& column = input.graph.attributes.column(name);
        const Kind kind = masked_kind(column, input.attributes);
        if (kind != column.kind()) changed.push_back(column.as_written(kind));
    }
    return input.graph.attributes.with(changed);
}

void check_columns(const ProtectInput& input, const Method& mask,
                   const std::vector<std::string>& names) {
    Problems problems;
    for (const std::string& name : names) {
        const Column& column = input.graph.attributes.column(name);
        if (takes_column(mask, column, input.attributes)) continue;
        problems.push_back(
            {fmt::format("the column \"{}\" is {}, which {} does not take", name,
                         lethe::name(masked_kind(column, input.attributes)), mask.info.name),
             {}});
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

// A set of several concepts, as partitions of tables publish them, is no concept.
void check_hierarchies(const Table& original, const Table& masked, const Method& mask,
                       const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const MeaningPtr& meaning = original.column(name).meaning();
        if (meaning == nullptr || meaning->unmapped() != Unmapped::fail) continue;
        const Column& column = masked.column(name);
        const bool known = std::ranges::all_of(column.dictionary(), [&](const std::string& text) {
            return meaning->is_missing(text) || meaning->value_of(text) != kNoConcept;
        });
        if (known) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("{} would publish sets of values of the column \"{}\", which its "
                                "hierarchy lacks; let it publish one value for each group "
                                "(publish=representative), or choose another method",
                                mask.info.name, name));
    }
}

void check_shared(const NodeAnonymity& found, const Method& mask, std::int64_t k) {
    if (found.below == 0) return;
    throw Error(ErrorKind::usage,
                fmt::format("with these parameters {} leaves {} nodes that share their values with "
                            "fewer than {}: nodes need all columns masked together, and missing "
                            "values as values of their own",
                            mask.info.name, found.below, k));
}

}  // namespace

bool masks_nodes(const MethodInfo& info) {
    const auto has = [&](Property property) {
        return std::ranges::find(info.properties, property) != info.properties.end();
    };
    return info.family == Family::mask && info.data == DataKind::table &&
           has(Property::k_anonymous) && !has(Property::changes_rows);
}

bool takes_column(const Method& mask, const Column& column, const AttributeChoice& choice) {
    return mask.accepts(masked_kind(column, choice));
}

std::int64_t promised_k(const Json& params) {
    const Json k = params.value("k", Json());
    if (k.is_number_integer()) return k.get<std::int64_t>();
    if (!k.is_array() || k.empty()) return 0;
    const auto each = k.get<std::vector<std::int64_t>>();
    return *std::ranges::min_element(each);
}

ProtectOutput mask_nodes(const ProtectInput& input, const Method& mask, const Json& params) {
    const std::int64_t k = promised_k(params);
    check_enough_nodes(input.graph, k);
    std::vector<std::string> names;
    for (const auto& attribute :
         node_attributes(input.context, input.graph.attributes, input.attributes)) {
        names.push_back(attribute->name());
    }
    check_columns(input, mask, names);
    const Table table = table_of_nodes(input, names);
    MaskOutput masked = mask.mask({table, names, input.random, input.context}, params);
    if (masked.kept_rows) {
        throw Error(ErrorKind::usage,
                    fmt::format("with these parameters {} drops rows, and a node cannot go without "
                                "its edges; let it blank values instead, or choose another method",
                                mask.info.name));
    }
    for (ColumnPtr& column : masked.changed) {
        const Column* before = table.find(column->name());
        if (before == nullptr || !before->is_numeric() || !column->is_numeric()) continue;
        std::int64_t moved_to_bounds = 0;
        column = with_possible_values(*column, *before, inferred_domain(*before), moved_to_bounds);
    }
    ProtectOutput output{input.graph};
    output.graph.attributes = table.with(masked.changed);
    check_shared(node_anonymity(input.context, output.graph.attributes, names, k), mask, k);
    check_hierarchies(table, output.graph.attributes, mask, names);
    Groups classes = group_rows(input.context, output.graph.attributes, names);
    output.groups = {std::move(classes.class_of), static_cast<std::int32_t>(classes.classes())};
    AttributeChoice choice = input.attributes;
    choice.columns = names;
    output.loss = generalisation_loss(
        input.context, node_attributes(input.context, table, choice, &output.graph.attributes));
    output.attributes = std::move(names);
    output.k_of_nodes = k;
    output.facts = std::move(masked.facts);
    output.private_facts = std::move(masked.private_facts);
    output.warnings = std::move(masked.warnings);
    return output;
}

}  // namespace lethe::graph
