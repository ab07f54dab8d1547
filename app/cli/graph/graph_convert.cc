// lethe graph convert: the same graph in another format.
#include <memory>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"

namespace lethe::cli {
namespace {

struct ConvertOptions {
    GraphFlags graph;
    GraphOutput output;
};

void convert(Session& session, const ConvertOptions& options) {
    const graph::GraphSource source = options.graph.source();
    const graph::GraphTarget target = options.output.target(source);
    const graph::SocialGraph graph = graph::read_graph(session.context(), source);
    graph::write_graph(session.context(), graph, target);
    Json written{{"kind", "written"},
                 {"output", target.file},
                 {"nodes", graph.nodes()},
                 {"edges", graph.edges.size()}};
    if (!target.nodes.empty()) written["output_nodes"] = target.nodes;
    session.show(written);
}

}  // namespace

void add_graph_convert(CLI::App& app, Session& session) {
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* command = app.add_subcommand("convert", "Write a graph in another format");
    options->graph.add_to(*command);
    options->output.add_to(*command);
    command->footer(
        "Examples:\n  lethe graph convert examples/network/edges.csv examples/network/nodes.csv -o "
        "network.graphml\n"
        "  lethe graph convert network.graphml -o edges.csv --output-nodes nodes.csv");
    command->callback(
        [&session, options] { session.run = [&session, options] { convert(session, *options); }; });
}

}  // namespace lethe::cli
