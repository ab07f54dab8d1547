// convert: the same graph in another format.
#include "lethe/io/bundle.h"
#include "lethe/operation/graph/graph_files.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {
namespace {

struct ConvertOptions {
    GraphFiles graph;
    GraphOutput output;
};

Answer convert_files(const ConvertOptions& options, Door& door) {
    const graph::GraphSource source = options.graph.source();
    const graph::GraphTarget target = options.output.target(source);
    const graph::SocialGraph graph = graph::read_graph(door.context(), source);
    Bundle bundle(target.file);
    write_graph_into(bundle, door.context(), graph, target);
    bundle.commit();
    Json written{{"kind", "written"},
                 {"output", target.file},
                 {"nodes", graph.nodes()},
                 {"edges", graph.edges.size()}};
    if (!target.nodes.empty()) written["output_nodes"] = target.nodes;
    return {std::move(written)};
}

}  // namespace

Operation convert_graph() {
    using O = ConvertOptions;
    return make_operation(
        {.name = "convert",
         .words = {"graph", "convert"},
         .summary = "Write a graph in another format",
         .examples = {"lethe graph convert examples/network/edges.csv examples/network/nodes.csv "
                      "-o network.graphml",
                      "lethe graph convert network.graphml -o edges.csv --output-nodes nodes.csv"}},
        Schema<O>()
            .include(&O::graph, GraphFiles::schema())
            .include(&O::output, GraphOutput::schema()),
        convert_files);
}

}  // namespace lethe::operation
