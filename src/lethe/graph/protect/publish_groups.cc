#include "lethe/graph/protect/publish_groups.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/protect/generalise_nodes.h"

namespace lethe::graph {

Schema<GroupParams> group_schema() {
    return Schema<GroupParams>()
        .field("k", &GroupParams::k, "nodes that share their values, at least", at_least(2))
        .field("closeness", &GroupParams::closeness,
               "weight of the graph where nodes are grouped: 0 values alone, 1 the graph alone",
               between(0, 1));
}

ProtectOutput publish_groups(const ProtectInput& input, std::int64_t k, const MakeGroups& make) {
    check_enough_nodes(input.graph, k);
    NodeAttributes attributes =
        node_attributes(input.context, input.graph.attributes, input.attributes);
    ProtectOutput output{input.graph};
    output.groups = make(attributes, Adjacency(input.graph));
    output.graph.attributes =
        input.graph.attributes.with(generalised_columns(input.context, attributes, output.groups));
    output.loss = generalisation_loss(input.context, attributes, output.groups);
    for (const auto& attribute : attributes) output.attributes.push_back(attribute->name());
    output.k_of_nodes = k;
    return output;
}

void check_enough_nodes(const SocialGraph& graph, std::int64_t k) {
    if (k <= graph.nodes()) return;
    throw Error(ErrorKind::unmet,
                fmt::format("no node can hide among {}: the graph has {} nodes", k, graph.nodes()),
                {{}, 0, 0, "k"});
}

}  // namespace lethe::graph
