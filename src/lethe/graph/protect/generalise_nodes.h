// Nodes as they are published: each with the values of its group (how that of tables differs is
// said in table/mask/parts/microaggregate.h), numbered instead of named, and the check that every
// combination of published values has at least k nodes, from what is published alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// The column of each attribute with the values of the groups, in the order of the attributes.
std::vector<ColumnPtr> generalised_columns(const Context& context, NodeAttributes& attributes,
                                           const Clusters& groups);

// The same edges between nodes "1", "2", ... in their order, with these columns alone.
SocialGraph published_graph(const SocialGraph& graph, std::vector<ColumnPtr> columns);
// The same graph with its nodes in another order: node i is what node order[i] was, numbered anew;
// edges ascend, so that their order does not tell the old one.
SocialGraph reordered(const SocialGraph& graph, std::span<const std::int64_t> order);

struct NodeAnonymity {
    std::int64_t k = 0;        // nodes of the smallest class
    std::int64_t classes = 0;  // different combinations of published values
    std::int64_t below = 0;    // nodes in classes of fewer than the k that was asked for
};

NodeAnonymity node_anonymity(const Context& context, const Table& published,
                             std::span<const std::string> columns, std::int64_t asked);

// The mean over nodes and attributes of how far the published value is from the original one, by
// the levels climbed where it has a hierarchy: 0 .. 1.
double generalisation_loss(const Context& context, NodeAttributes& attributes,
                           const Clusters& groups);
// The same where the attributes know the published values: they were made with the masked table.
double generalisation_loss(const Context& context, const NodeAttributes& attributes);

}  // namespace lethe::graph
