// Any bytes are a graph or an error of ours, in the named format; and a graph that was read is
// written and read again as the same graph.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/graph/files/read_gml.h"
#include "lethe/graph/files/read_graphml.h"
#include "lethe/graph/files/write_graph.h"

namespace lethe::fuzz::graphs {

lethe::graph::SocialGraph read(bool gml, std::string_view text) {
    return gml ? lethe::graph::read_gml("fuzz", text, "", {})
               : lethe::graph::read_graphml("fuzz", text, "", {});
}

std::string written(bool gml, const lethe::graph::SocialGraph& graph) {
    return gml ? lethe::graph::gml_text(graph) : lethe::graph::graphml_text(graph, "fuzz");
}

void run(std::string_view format, std::string_view bytes) {
    const bool gml = format == "gml";
    lethe::graph::SocialGraph graph;
    std::string first;
    try {
        graph = read(gml, bytes);
        lethe::graph::check_graph(graph);
        first = written(gml, graph);
    } catch (const lethe::Error& error) {
        // XML cannot hold control characters: that is a matter of usage.
        const bool usage = !gml && error.kind() == lethe::ErrorKind::usage;
        if (error.kind() != lethe::ErrorKind::input && !usage) std::abort();
        return;
    }
    const lethe::graph::SocialGraph again = read(gml, first);
    if (again.ids != graph.ids || again.edges != graph.edges || again.weights != graph.weights ||
        again.directed != graph.directed) {
        std::abort();
    }
}

}  // namespace lethe::fuzz::graphs
