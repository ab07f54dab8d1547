// lethe graph: social graphs. Each of its commands is a file of its own.
#include "cli/graph/graph.h"

namespace lethe::cli {

void add_graph(CLI::App& app, Session& session) {
    CLI::App* graph = app.add_subcommand("graph", "Social graphs: people who know each other");
    graph->require_subcommand(1);
    add_graph_info(*graph, session);
    add_graph_convert(*graph, session);
    add_graph_extract(*graph, session);
    add_graph_protect(*graph, session);
    add_graph_assess(*graph, session);
    add_graph_explore(*graph, session);
    add_graph_attack(*graph, session);
    add_graph_measure(*graph, session);
}

}  // namespace lethe::cli
