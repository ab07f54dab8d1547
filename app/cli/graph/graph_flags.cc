#include "cli/graph/graph_flags.h"

#include "lethe/core/error.h"

namespace lethe::cli {

void GraphFlags::add_options_to(CLI::App& command) {
    command.add_option("--from", from, "Column of the edges' first ends (default: the first)")
        ->type_name("COLUMN");
    command.add_option("--to", to, "Column of the edges' other ends (default: the second)")
        ->type_name("COLUMN");
    command
        .add_option("--weight", weight,
                    "Column of the edges' weights (default: weight, where there is one)")
        ->type_name("COLUMN");
    command.add_option("--id", id, "Column of the nodes' ids (default: the first)")
        ->type_name("COLUMN");
    command.add_flag("--directed", directed, "Edges have a direction (default: as the file says)");
    command.add_flag("--undirected", undirected, "Edges have no direction")->excludes("--directed");
    reading.add_to(command);
}

void GraphFlags::add_to(CLI::App& command) {
    command
        .add_option("graph", files,
                    "A list of edges and perhaps a table of the nodes (CSV, TSV, Parquet), or a "
                    "whole graph (GML, GraphML)")
        ->required()
        ->expected(1, 2)
        ->type_name("FILE");
    add_options_to(command);
}

graph::GraphSource GraphFlags::source(const std::vector<std::string>& other_files,
                                      const graph::GraphSource& base) const {
    graph::GraphSource source = base;
    source.file = other_files.at(0);
    if (other_files.size() > 1) source.nodes = other_files[1];
    if (!from.empty()) source.from = from;
    if (!to.empty()) source.to = to;
    if (!weight.empty()) source.weight = weight;
    if (!id.empty()) source.id = id;
    if (directed || undirected) source.directed = directed;
    source.reading = reading.options(base.reading);
    return source;
}

release::GraphPolicy graph_policy_at(const std::string& path) {
    return path.empty() ? release::GraphPolicy() : release::read_graph_policy(path);
}

void GraphOutput::add_to(CLI::App& command) {
    command
        .add_option("-o,--output", file,
                    "The graph: a list of edges (CSV, TSV, Parquet, plain text), GML or GraphML")
        ->required()
        ->type_name("FILE");
    command
        .add_option("--output-nodes", nodes,
                    "The table of the nodes that goes with a list of edges (CSV, TSV, Parquet)")
        ->type_name("FILE");
}

graph::GraphTarget GraphOutput::target(const graph::GraphSource& source) const {
    std::vector<std::string> inputs{source.file};
    if (!source.nodes.empty()) inputs.push_back(source.nodes);
    refuse_overwrite(file, inputs);
    if (!nodes.empty()) refuse_overwrite(nodes, inputs);
    if (nodes == file) {
        throw Error(ErrorKind::usage, "edges and nodes cannot go to one file", {file, 0, 0, {}});
    }
    return {file, nodes};
}

}  // namespace lethe::cli
