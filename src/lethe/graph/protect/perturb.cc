// Some edges go and as many come.
#include "lethe/graph/protect/perturb_edges.h"
#include "lethe/graph/protect/without_repeats.h"

namespace lethe::graph {
namespace {

ProtectOutput protect_by_perturbing(const ProtectInput& input, const ShareParams& params) {
    ProtectOutput output = without_repeats(input.graph);
    ChangedEdges changed = perturb_edges(input.context, output.graph, params.share, input.random);
    output.graph = std::move(changed.graph);
    output.edges_added = changed.added;
    output.edges_removed = changed.removed;
    return output;
}

}  // namespace

Method perturb_protection() {
    return make_protection(
        MethodInfo{
            .name = "perturb",
            .title = "Random perturbation of edges",
            .summary = "A share of the edges goes, and as many come between random nodes that "
                       "were not joined.",
            .description =
                "Draws the given share of the edges and removes them, then adds as many between "
                "pairs of nodes drawn from those that were not joined. The number of edges "
                "stays, and neither that two people are joined nor that they are not is certain "
                "any more. Use it where single connections are confidential, or to blur the "
                "numbers and patterns by which nodes are found. Beware: it promises no k. With "
                "a small share most neighbourhoods of few nodes stay as they were, and what an "
                "intruder sees of an edge is still true with a probability of one minus the "
                "share; triangles are lost faster than edges, since new ones are between "
                "strangers. Weights are left out of a release unless they are asked for, as a "
                "weight that only one edge has tells it from the new ones.",
            .kinds = {},
            .properties = {Property::random},
            .cites = {"hay2007anonymizing"},
            .example = {{"share", 0.2}},
            .in_words = "Some connections were left out at random and as many were invented, so "
                        "that no single connection is certain.",
            .ladder = {{{"share", 0.02}}, {{"share", 0.05}}, {{"share", 0.1}}, {{"share", 0.2}}}},
        share_schema("share of the edges that goes"), protect_by_perturbing);
}

}  // namespace lethe::graph
