// Pairs of edges exchange their ends.
#include "lethe/graph/protect/perturb_edges.h"
#include "lethe/graph/protect/without_repeats.h"

namespace lethe::graph {
namespace {

ProtectOutput protect_by_switching(const ProtectInput& input, const ShareParams& params) {
    ProtectOutput output = without_repeats(input.graph);
    ChangedEdges changed = switch_edges(input.context, output.graph, params.share, input.random);
    output.graph = std::move(changed.graph);
    output.edges_added = changed.added;
    output.edges_removed = changed.removed;
    return output;
}

}  // namespace

Method switch_protection() {
    return make_protection(
        MethodInfo{
            .name = "switch",
            .title = "Switching of edges",
            .summary = "Pairs of edges exchange their ends; every node keeps its number of "
                       "neighbours.",
            .description =
                "Draws pairs of edges a-b, c-d and makes them a-d, c-b, until the given share of "
                "the edges was drawn; no loop and no repeat is made. All nodes keep the number "
                "of their neighbours, in each direction where edges have one, and so does the "
                "distribution of degrees, on which much of the analysis of networks rests. Use "
                "it where degrees have to stay and single connections must not be certain. "
                "Beware: it promises no k, and who knows how many acquaintances a person has "
                "finds the node as well as before. Where hardly any pair can be switched, in a "
                "star or a complete graph, fewer are, and the record says how many edges "
                "changed.",
            .kinds = {},
            .properties = {Property::random, Property::keeps_degrees},
            .cites = {"ying2008randomizing", "hay2007anonymizing"},
            .example = {{"share", 0.2}},
            .in_words = "Connections were exchanged between pairs of people, so that no single "
                        "one is certain; everybody keeps the number of connections.",
            .ladder = {{{"share", 0.05}}, {{"share", 0.1}}, {{"share", 0.2}}, {{"share", 0.5}}}},
        share_schema("share of the edges that are drawn"), protect_by_switching);
}

}  // namespace lethe::graph
