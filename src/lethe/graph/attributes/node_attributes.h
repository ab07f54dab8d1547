// The columns of the nodes of a graph as attributes: which of them are compared, and by the
// conventions of graphs (space/attribute/conventions.h). What an attribute is, for tables as for
// graphs, says space/attribute/attribute.h.
//
// A column holds lists of topics where the user says so, or where its name starts with "topics".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/space/attribute/attribute.h"

namespace lethe::graph {

struct AttributeChoice {
    std::vector<std::string> columns;  // empty: all but text
    std::vector<std::string> topics;   // which of them hold lists; besides those called topics*
};

using NodeAttributes = std::vector<std::unique_ptr<Attribute>>;

// Error(usage) for an unknown column or none; Error(input) where `masked` has another number of
// rows or a value that the column's taxonomy lacks. Where numbers were published as intervals, each
// stands for its middle.
NodeAttributes node_attributes(const Context& context, const Table& attributes,
                               const AttributeChoice& choice, const Table* masked = nullptr);

// The mean over the attributes.
double node_distance(const NodeAttributes& attributes, std::int64_t a, std::int64_t b);

}  // namespace lethe::graph
