#include "lethe/graph/attributes/node_attributes.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/graph/attributes/default_attributes.h"

namespace lethe::graph {
namespace {

std::vector<std::string> chosen_columns(const Table& attributes, const AttributeChoice& choice) {
    for (const std::string& name : choice.topics) {
        if (attributes.column(name).is_numeric()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the column '{}' holds numbers, not lists of topics", name));
        }
        if (!choice.columns.empty() &&
            std::ranges::find(choice.columns, name) == choice.columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the column '{}' of topics is not among the attributes", name));
        }
    }
    if (!choice.columns.empty()) return choice.columns;
    std::vector<std::string> names;
    for (const ColumnPtr& column : attributes.columns()) {
        if (column->kind() != Kind::text || holds_topics(*column, choice)) {
            names.push_back(column->name());
        }
    }
    return names;
}

// The masked column as the same sort of values as the original one.
ColumnPtr comparable(const Column& original, const ColumnPtr& masked) {
    if (masked->is_numeric() == original.is_numeric()) return masked;
    if (!original.is_numeric()) return masked->as_written(Kind::nominal);
    if (ColumnPtr numbers = numbers_of_labels(*masked, original.notation())) return numbers;
    return masked->as_kind(Kind::numeric);
}

}  // namespace

NodeAttributes node_attributes(const Context& context, const Table& attributes,
                               const AttributeChoice& choice, const Table* masked) {
    if (masked != nullptr && masked->rows() != attributes.rows()) {
        throw Error(ErrorKind::input, fmt::format("there are {} nodes, and {} masked ones",
                                                  attributes.rows(), masked->rows()));
    }
    NodeAttributes made;
    for (const std::string& name : chosen_columns(attributes, choice)) {
        context.check_stop();
        const Column& column = attributes.column(name);
        const ColumnPtr other =
            masked != nullptr ? comparable(column, masked->column_ptr(name)) : nullptr;
        AttributeOptions options;
        options.topics = holds_topics(column, choice);
        made.push_back(make_attribute(column, other.get(), options));
    }
    if (made.empty()) throw Error(ErrorKind::usage, "the nodes have no attribute to compare");
    return made;
}

double node_distance(const NodeAttributes& attributes, std::int64_t a, std::int64_t b) {
    double sum = 0;
    for (const auto& attribute : attributes) {
        sum += attribute->distance(attribute->code(a), attribute->code(b));
    }
    return sum / static_cast<double>(attributes.size());
}

}  // namespace lethe::graph
