#include "lethe/graph/protect/without_repeats.h"

#include <utility>

namespace lethe::graph {

ProtectOutput without_repeats(const SocialGraph& graph) {
    ProtectOutput output{with_single_edges(graph)};
    output.edges_left_out = std::ssize(graph.edges) - std::ssize(output.graph.edges);
    return output;
}

Schema<ShareParams> share_schema(std::string text) {
    return Schema<ShareParams>().field("share", &ShareParams::share, std::move(text),
                                       between(0, 1));
}

}  // namespace lethe::graph
