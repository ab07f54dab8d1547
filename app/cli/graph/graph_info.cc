// lethe graph info: what a graph is made of.
#include <memory>

#include "cli/graph/graph.h"
#include "cli/graph/graph_flags.h"
#include "lethe/report/base/text_table.h"

namespace lethe::cli {
namespace {

Json attributes_json(const Table& attributes) {
    Json list = Json::array();
    for (const ColumnPtr& column : attributes.columns()) {
        list.push_back({{"name", column->name()},
                        {"kind", name(column->kind())},
                        {"missing", column->missing()}});
    }
    return list;
}

void show_graph_info(Session& session, const GraphFlags& flags) {
    const graph::SocialGraph graph = graph::read_graph(session.context(), flags.source());
    const graph::EdgeCounts counts = graph::edge_counts(graph, graph::Adjacency(graph));
    session.show({{"kind", "graph"},
                  {"files", flags.files},
                  {"directed", graph.directed},
                  {"weighted", !graph.weights.empty()},
                  {"nodes", graph.nodes()},
                  {"edges", counts.edges},
                  {"loops", counts.loops},
                  {"repeats", counts.repeats},
                  {"isolated", counts.isolated},
                  {"parts", counts.parts},
                  {"attributes", attributes_json(graph.attributes)}});
}

}  // namespace

void add_graph_info(CLI::App& app, Session& session) {
    auto flags = std::make_shared<GraphFlags>();
    CLI::App* command = app.add_subcommand("info", "What a graph is made of");
    flags->add_to(*command);
    command->footer(
        "Example:\n  lethe graph info examples/network/edges.csv examples/network/nodes.csv");
    command->callback([&session, flags] {
        session.run = [&session, flags] { show_graph_info(session, *flags); };
    });
}

}  // namespace lethe::cli
