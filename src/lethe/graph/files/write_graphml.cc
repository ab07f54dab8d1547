#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/graph/files/write_graph.h"

namespace lethe::graph {
namespace {

class GraphmlWriter {
  public:
    GraphmlWriter(const SocialGraph& graph, const std::string& file) : graph_(graph), file_(file) {}

    std::string write() {
        out_ =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
        write_keys();
        out_ += fmt::format("  <graph edgedefault=\"{}directed\">\n", graph_.directed ? "" : "un");
        for (std::size_t i = 0; i < graph_.ids.size(); ++i) write_node(i);
        for (std::size_t i = 0; i < graph_.edges.size(); ++i) write_edge(i);
        out_ += "  </graph>\n</graphml>\n";
        return std::move(out_);
    }

  private:
    void escape(std::string_view text) {
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '&') {
                out_ += "&amp;";
            } else if (c == '<') {
                out_ += "&lt;";
            } else if (c == '>') {
                out_ += "&gt;";
            } else if (c == '"') {
                out_ += "&quot;";
            } else if (c == '\n' || c == '\r' || c == '\t') {
                out_ += fmt::format("&#{};", static_cast<int>(byte));
            } else if (byte < 32) {
                throw Error(ErrorKind::usage, "XML cannot hold a control character of the graph",
                            {file_, 0, 0, {}});
            } else {
                out_ += c;
            }
        }
    }

    void write_keys() {
        const auto& columns = graph_.attributes.columns();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            out_ += fmt::format("  <key id=\"a{}\" for=\"node\" attr.name=\"", i);
            escape(columns[i]->name());
            out_ += fmt::format("\" attr.type=\"{}\"/>\n",
                                columns[i]->is_numeric() ? "double" : "string");
        }
        if (!graph_.weights.empty()) {
            out_ += "  <key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";
        }
    }

    void write_id(std::string_view attribute, Node node) {
        out_ += fmt::format(" {}=\"", attribute);
        escape(graph_.ids[static_cast<std::size_t>(node)]);
        out_ += '"';
    }

    void write_node(std::size_t i) {
        out_ += "    <node";
        write_id("id", static_cast<Node>(i));
        out_ += ">";
        const auto& columns = graph_.attributes.columns();
        const auto row = static_cast<std::int64_t>(i);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (!columns[c]->valid(row)) continue;
            out_ += fmt::format("<data key=\"a{}\">", c);
            escape(columns[c]->text(row));
            out_ += "</data>";
        }
        out_ += "</node>\n";
    }

    void write_edge(std::size_t i) {
        out_ += "    <edge";
        write_id("source", graph_.edges[i].from);
        write_id("target", graph_.edges[i].to);
        if (graph_.weights.empty()) {
            out_ += "/>\n";
            return;
        }
        out_ += "><data key=\"w\">" + number_text(graph_.weights[i]) + "</data></edge>\n";
    }

    const SocialGraph& graph_;
    const std::string& file_;
    std::string out_;
};

}  // namespace

std::string graphml_text(const SocialGraph& graph, const std::string& file) {
    return GraphmlWriter(graph, file).write();
}

}  // namespace lethe::graph
