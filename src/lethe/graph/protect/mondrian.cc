// Nodes of a graph cut top down into groups that are alike (Mondrian).
#include "lethe/graph/protect/cut_nodes.h"
#include "lethe/graph/protect/publish_groups.h"

namespace lethe::graph {
namespace {

ProtectOutput protect_by_mondrian(const ProtectInput& input, const GroupParams& params) {
    return publish_groups(
        input, params.k, [&](const NodeAttributes& attributes, const Adjacency& adjacency) {
            return cut_groups(input.context, attributes, adjacency, params.k, params.closeness);
        });
}

}  // namespace

Method mondrian_protection() {
    return make_protection(
        MethodInfo{
            .name = "mondrian",
            .title = "Cutting nodes top down (Mondrian)",
            .summary = "Cuts the nodes into groups of at least k along hierarchies, medians and "
                       "the graph, and shows each with the values of its group.",
            .description =
                "Begins with all nodes in one part and cuts it again and again, where most is "
                "gained: into the branches of a hierarchy, at the middle of numbers and orders, "
                "or, by the weight `closeness`, along a walk over the graph, as long as every "
                "part keeps k nodes. A group publishes its values as with mdav, and every "
                "combination of published values has at least k nodes. Use it for large graphs, "
                "where it takes a fraction of the time of mdav, and where hierarchies are many "
                "and fine, where it also loses less. Beware: it does not compare nodes with each "
                "other, so that few attributes without hierarchy lose more than with mdav, and "
                "the graph plays a smaller part. Edges stay as they are: who knows whom may still "
                "find the node.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::makes_missing},
            .cites = {"lefevre2006mondrian", "mares2013social"},
            .example = {{"k", 3}},
            .in_words = "People are divided into groups of at least k who are alike, and every "
                        "person is shown with the values of the group. Who is joined to whom "
                        "stays as it was.",
            .ladder = {{{"k", 3}}, {{"k", 5}}, {{"k", 10}}, {{"k", 20}}}},
        group_schema(), protect_by_mondrian);
}

}  // namespace lethe::graph
