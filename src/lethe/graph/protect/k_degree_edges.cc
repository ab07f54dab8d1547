// k-degree anonymity as a protection of edges.
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/protect/publish_groups.h"
#include "lethe/graph/protect/without_repeats.h"

namespace lethe::graph {
namespace {

struct KDegreeParams {
    std::int64_t k = 5;
};

Schema<KDegreeParams> k_degree_schema() {
    return Schema<KDegreeParams>().field("k", &KDegreeParams::k,
                                         "nodes that share their number of neighbours, at least",
                                         at_least(2));
}

ProtectOutput protect_degrees(const ProtectInput& input, const KDegreeParams& params) {
    check_enough_nodes(input.graph, params.k);
    ProtectOutput output = without_repeats(input.graph);
    const std::vector<Edge> added =
        k_degree_additions(input.context, Adjacency(output.graph), params.k, input.random);
    output.edges_added = std::ssize(added);
    output.graph = with_edges(output.graph, added, input.random);
    output.k_of_degrees = params.k;
    return output;
}

}  // namespace

Method k_degree_protection() {
    return make_protection(
        MethodInfo{
            .name = "k-degree",
            .title = "k-degree anonymity",
            .summary = "Adds edges until at least k nodes share each number of neighbours.",
            .description =
                "Finds the numbers of neighbours that are nearest to the true ones from above "
                "and that each at least k nodes have, by dynamic programming, and adds edges "
                "between nodes that are not joined until they hold; no edge goes. Who knows how "
                "many acquaintances a person has then finds k nodes. Use it where the shape of "
                "the graph is published and degrees are known, as in networks that show them. "
                "It has to be the last step, since later changes of edges may break it. Beware: "
                "it hides numbers of neighbours and nothing else. Who knows which of the "
                "acquaintances know each other, or the numbers of their acquaintances, may still "
                "find a node, and few nodes of very many neighbours cost many new edges. "
                "Together with a protection of nodes each holds by itself: values and degree "
                "taken together may be one node's alone, which the record counts.",
            .kinds = {},
            .properties = {Property::random},
            .cites = {"liu2008towards"},
            .example = {{"k", 3}},
            .in_words = "Invented connections are added until at least k people have each number "
                        "of connections that occurs. No true connection is left out.",
            .purposes = {Purpose::equal_degrees},
            .ladder = {{{"k", 3}}, {{"k", 5}}, {{"k", 10}}, {{"k", 20}}}},
        k_degree_schema(), protect_degrees);
}

}  // namespace lethe::graph
