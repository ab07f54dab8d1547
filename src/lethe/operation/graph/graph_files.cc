#include "lethe/operation/graph/graph_files.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/release/outputs.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {

Schema<GraphReading> GraphReading::schema() {
    using O = GraphReading;
    return Schema<O>()
        .field("from", &O::from, "Column of the edges' first ends (default: the first)")
        .shown("COLUMN")
        .field("to", &O::to, "Column of the edges' other ends (default: the second)")
        .shown("COLUMN")
        .field("weight", &O::weight,
               "Column of the edges' weights (default: weight, where there is one)")
        .shown("COLUMN")
        .field("id", &O::id, "Column of the nodes' ids (default: the first)")
        .shown("COLUMN")
        .field("directed", &O::directed, "Edges have a direction (default: as the file says)")
        .excludes({"undirected"})
        .field("undirected", &O::undirected, "Edges have no direction")
        .include(&O::tables, TableReading::schema());
}

graph::GraphSource GraphReading::source(const std::string& file, const std::string& nodes,
                                        const graph::GraphSource& base) const {
    graph::GraphSource source = base;
    source.file = file;
    if (!nodes.empty()) source.nodes = nodes;
    if (!from.empty()) source.from = from;
    if (!to.empty()) source.to = to;
    if (!weight.empty()) source.weight = weight;
    if (!id.empty()) source.id = id;
    if (directed || undirected) source.directed = directed;
    source.reading = tables.options(base.reading);
    return source;
}

Schema<GraphFiles> GraphFiles::schema() {
    using O = GraphFiles;
    return Schema<O>()
        .field("graph", &O::files,
               "A list of edges and perhaps a table of the nodes (CSV, TSV, Parquet), or a whole "
               "graph (GML, GraphML)")
        .at_place("FILE...")
        .required()
        .input()
        .must([](const Json& given) {
            if (given.size() < 3) return std::string();
            return fmt::format(
                "a graph is one file, or a list of edges and a table of the nodes; "
                "{} files are named",
                given.size());
        })
        .include(&O::reading, GraphReading::schema());
}

graph::GraphSource GraphFiles::source(const graph::GraphSource& base) const {
    return reading.source(files.at(0), files.size() > 1 ? files[1] : std::string(), base);
}

release::GraphPolicy graph_policy_at(const std::string& path) {
    return path.empty() ? release::GraphPolicy() : release::read_graph_policy(path);
}

void write_graph_into(Bundle& bundle, const Context& context, const graph::SocialGraph& graph,
                      const graph::GraphTarget& target) {
    const std::string file = bundle.add(target.file);
    const std::string nodes = target.nodes.empty() ? std::string() : bundle.add(target.nodes);
    try {
        graph::write_graph(context, graph, {file, nodes});
    } catch (const Error& error) {
        throw release::at_real_path(release::at_real_path(error, file, target.file), nodes,
                                    target.nodes);
    }
}

Schema<GraphOutput> GraphOutput::schema(bool required) {
    using O = GraphOutput;
    // A release is known by its record.
    const OutputKind kind = required ? OutputKind::file : OutputKind::own;
    const auto file =
        Schema<O>()
            .field("output", &O::file,
                   "The graph: a list of edges (CSV, TSV, Parquet, plain text), GML or GraphML")
            .output(kind)
            .letter('o')
            .shown("FILE");
    return (required ? file.required() : file)
        .field("output_nodes", &O::nodes,
               "The table of the nodes that goes with a list of edges (CSV, TSV, Parquet)")
        .output(kind)
        .shown("FILE");
}

graph::GraphTarget GraphOutput::target(const graph::GraphSource& source) const {
    std::vector<std::string> inputs{source.file};
    if (!source.nodes.empty()) inputs.push_back(source.nodes);
    release::refuse_overwrite(file, inputs);
    if (!nodes.empty()) release::refuse_overwrite(nodes, inputs);
    if (!file.empty() && nodes == file) {
        throw Error(ErrorKind::usage, "edges and nodes cannot go to one file", {file, 0, 0, {}});
    }
    return {file, nodes};
}

}  // namespace lethe::operation
