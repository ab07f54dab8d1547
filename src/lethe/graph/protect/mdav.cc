// Microaggregation of the nodes of a graph by MDAV.
#include "lethe/graph/protect/group_nodes.h"
#include "lethe/graph/protect/publish_groups.h"

namespace lethe::graph {
namespace {

ProtectOutput protect_by_mdav(const ProtectInput& input, const GroupParams& params) {
    return publish_groups(input, params.k,
                          [&](const NodeAttributes& attributes, const Adjacency& adjacency) {
                              GroupOptions options;
                              options.k = params.k;
                              options.closeness = params.closeness;
                              return group_nodes(input.context, attributes, adjacency, options);
                          });
}

}  // namespace

Method mdav_protection() {
    return make_protection(
        MethodInfo{
            .name = "mdav",
            .title = "Microaggregation of nodes (MDAV)",
            .summary = "Groups at least k nodes that are alike and near in the graph, and shows "
                       "each with the values of its group.",
            .description =
                "Forms groups of nodes by the MDAV heuristic, over the mean distance of their "
                "attributes and, by the weight `closeness`, the number of steps between them in "
                "the graph. A group publishes one value of each attribute: the lowest common "
                "ancestor where there is a hierarchy, the topics with most points for their "
                "places, the most frequent category, the lower median of ordered ones, the mean "
                "of numbers. Equal nodes that are k or more publish what they are. Every "
                "combination of published values then has at least k nodes. Use it for what "
                "people say about themselves, and give places and other names a hierarchy: "
                "without one a group shows the value of its majority. A graph above 10,000 nodes "
                "is cut into blocks of alike nodes first. Beware: edges stay as they are, so that "
                "who knows the number of a person's acquaintances, or who knows whom, may still "
                "find the node; add a protection of edges against that. What all of a group "
                "share is disclosed.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::makes_missing},
            .cites = {"mares2013social", "mares2013categorical", "domingo2005ordinal"},
            .example = {{"k", 3}},
            .in_words = "Every person is shown with values that at least k people of the release "
                        "share, chosen so that those who are alike and know each other share "
                        "them. Who is joined to whom stays as it was.",
            .ladder = {{{"k", 3}}, {{"k", 5}}, {{"k", 10}}, {{"k", 20}}},
            .by_default = true},
        group_schema(), protect_by_mdav);
}

}  // namespace lethe::graph
