#include "lethe/graph/read_graph.h"

#include "lethe/core/error.h"
#include "lethe/graph/read_edges.h"

namespace lethe::graph {

GraphFormat graph_format_of(std::string_view path) {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    if (path.ends_with(".gml")) return GraphFormat::gml;
    if (path.ends_with(".graphml") || path.ends_with(".xml")) return GraphFormat::graphml;
    return GraphFormat::edge_list;
}

SocialGraph read_graph(const Context& context, const GraphSource& source) {
    SocialGraph graph = read_edge_list(context, source);
    check_graph(graph);
    return graph;
}

}  // namespace lethe::graph
