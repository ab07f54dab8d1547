#include "lethe/graph/files/read_graph.h"

#include "lethe/core/error.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/graph/files/read_edges.h"
#include "lethe/graph/files/read_gml.h"
#include "lethe/graph/files/read_graphml.h"
#include "lethe/io/bundle.h"

namespace lethe::graph {

GraphFormat graph_format_of(std::string_view path) {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    if (path.ends_with(".gml")) return GraphFormat::gml;
    if (path.ends_with(".graphml") || path.ends_with(".xml")) return GraphFormat::graphml;
    return GraphFormat::edge_list;
}

SocialGraph read_graph(const Context& context, const GraphSource& source) {
    const GraphFormat format = graph_format_of(source.file);
    if (format != GraphFormat::edge_list && !source.nodes.empty()) {
        throw Error(ErrorKind::usage,
                    "a file of a whole graph holds its nodes; a table of nodes goes with a list of "
                    "edges",
                    {source.nodes, 0, 0, {}});
    }
    finish_interrupted(source.file);  // edges and nodes are of one version
    SocialGraph graph;
    if (format == GraphFormat::edge_list) {
        graph = read_edge_list(context, source);
    } else {
        const std::string text = read_graph_text(source.file, source.reading.encoding);
        graph = (format == GraphFormat::gml ? read_gml : read_graphml)(
            source.file, text, source.weight, source.directed);
    }
    check_graph(graph);
    return graph;
}

}  // namespace lethe::graph
