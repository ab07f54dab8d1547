#include "lethe/graph/files/write_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/io/bytes.h"
#include "lethe/io/file.h"

namespace lethe::graph {
namespace {

bool is_plain_text(std::string_view path) {
    if (path.ends_with(".gz")) path.remove_suffix(3);
    return path.ends_with(".txt") || path.ends_with(".edges") || path.ends_with(".edgelist");
}

// Whole numbers written in the usual way: they stay numbers in a typed file.
bool whole_numbers(const std::vector<std::string>& ids) {
    constexpr double kExact = 9007199254740992.0;
    return std::ranges::all_of(ids, [](const std::string& id) {
        const auto number = parse_number(id);
        return number && std::trunc(*number) == *number && std::abs(*number) < kExact &&
               is_canonical_number(id, *number);
    });
}

// The ids of these nodes as a column.
class IdColumns {
  public:
    explicit IdColumns(const SocialGraph& graph) {
        if (whole_numbers(graph.ids)) {
            for (const std::string& id : graph.ids) numbers_.push_back(*parse_number(id));
        } else {
            dictionary_ = std::make_shared<Dictionary>(graph.ids);
        }
    }
    ColumnPtr column(std::string name, std::vector<Node> nodes) const {
        if (dictionary_) {
            return Column::categories(std::move(name), Kind::nominal, std::move(nodes),
                                      dictionary_);
        }
        std::vector<double> numbers;
        numbers.reserve(nodes.size());
        for (const Node node : nodes) numbers.push_back(numbers_[static_cast<std::size_t>(node)]);
        return Column::numeric(std::move(name), std::move(numbers));
    }

  private:
    std::vector<double> numbers_;
    DictionaryPtr dictionary_;
};

Table edge_table(const SocialGraph& graph, const IdColumns& ids) {
    std::vector<Node> from, to;
    from.reserve(graph.edges.size());
    to.reserve(graph.edges.size());
    for (const Edge& edge : graph.edges) {
        from.push_back(edge.from);
        to.push_back(edge.to);
    }
    std::vector<ColumnPtr> columns{ids.column("from", std::move(from)),
                                   ids.column("to", std::move(to))};
    if (!graph.weights.empty()) columns.push_back(Column::numeric("weight", graph.weights));
    return Table(std::move(columns));
}

Table node_table(const SocialGraph& graph, const IdColumns& ids) {
    std::vector<Node> nodes(graph.ids.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<Node>(i);
    std::string name = "id";
    while (graph.attributes.find(name) != nullptr) name = "node_" + name;
    std::vector<ColumnPtr> columns{ids.column(std::move(name), std::move(nodes))};
    for (const ColumnPtr& column : graph.attributes.columns()) columns.push_back(column);
    return Table(std::move(columns));
}

std::string plain_edges(const SocialGraph& graph, const std::string& file) {
    for (const std::string& id : graph.ids) {
        if (!id.empty() && id.find_first_of(" \t\r\n,;\"") == std::string::npos &&
            !id.starts_with('#') && !id.starts_with('%')) {
            continue;
        }
        throw Error(ErrorKind::usage,
                    "plain text cannot hold ids with blanks, separators or quotes; write CSV",
                    {file, 0, 0, {}});
    }
    std::string text;
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        text += graph.ids[static_cast<std::size_t>(graph.edges[i].from)];
        text += ' ';
        text += graph.ids[static_cast<std::size_t>(graph.edges[i].to)];
        if (!graph.weights.empty()) text += ' ' + number_text(graph.weights[i]);
        text += '\n';
    }
    return text;
}

void write_text(const std::string& path, std::string_view text) {
    write_atomically(path, false, [&](const std::string& temporary) {
        const bool gzip = path.ends_with(".gz");
        ByteSink sink(temporary, gzip ? Compression::gzip : Compression::none, path);
        sink.write(text);
        sink.close();
    });
}

void check_nothing_is_lost(const SocialGraph& graph, const GraphTarget& target) {
    std::vector<bool> met(graph.ids.size(), false);
    for (const Edge& edge : graph.edges) {
        met[static_cast<std::size_t>(edge.from)] = true;
        met[static_cast<std::size_t>(edge.to)] = true;
    }
    const auto alone = std::ranges::count(met, false);
    const auto attributes = graph.attributes.columns().size();
    if (alone == 0 && attributes == 0) return;
    throw Error(ErrorKind::usage,
                fmt::format("a list of edges alone would lose {} nodes without edges and {} "
                            "attributes; name a file for the table of the nodes as well, or write "
                            "GML or GraphML",
                            alone, attributes),
                {target.file, 0, 0, {}});
}

void write_edge_list(const Context& context, const SocialGraph& graph, const GraphTarget& target) {
    if (target.nodes.empty()) check_nothing_is_lost(graph, target);
    const bool plain = is_plain_text(target.file);
    if (!plain) format_of(target.file);
    if (!target.nodes.empty()) format_of(target.nodes);
    const IdColumns ids(graph);
    const bool had_nodes = std::filesystem::exists(target.nodes);
    if (!target.nodes.empty()) write_table(context, node_table(graph, ids), target.nodes);
    try {
        if (plain) {
            write_text(target.file, plain_edges(graph, target.file));
        } else {
            write_table(context, edge_table(graph, ids), target.file);
        }
    } catch (...) {
        std::error_code ignored;
        if (!target.nodes.empty() && !had_nodes) std::filesystem::remove(target.nodes, ignored);
        throw;
    }
}

}  // namespace

void write_graph(const Context& context, const SocialGraph& graph, const GraphTarget& target) {
    check_graph(graph);
    const GraphFormat format = graph_format_of(target.file);
    if (format == GraphFormat::edge_list) return write_edge_list(context, graph, target);
    if (!target.nodes.empty()) {
        throw Error(ErrorKind::usage, "a file of a whole graph holds its nodes: no table for them",
                    {target.nodes, 0, 0, {}});
    }
    write_text(target.file,
               format == GraphFormat::gml ? gml_text(graph) : graphml_text(graph, target.file));
}

}  // namespace lethe::graph
