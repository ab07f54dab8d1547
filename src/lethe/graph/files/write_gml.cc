#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lethe/data/numbers/number_text.h"
#include "lethe/graph/files/write_graph.h"

namespace lethe::graph {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Names as keys, all different, and none of those that have a meaning of their own.
std::vector<std::string> keys_of(const Table& attributes) {
    std::set<std::string> taken{"id", "label"};
    std::vector<std::string> keys;
    for (const ColumnPtr& column : attributes.columns()) {
        std::string key = column->name();
        for (char& c : key) c = is_letter(c) || is_digit(c) ? c : '_';
        if (key.empty() || !is_letter(key.front())) key.insert(0, "a_");
        while (!taken.insert(key).second) key += '_';
        keys.push_back(std::move(key));
    }
    return keys;
}

void append_string(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"') {
            out += "&quot;";
        } else if (c == '&') {
            out += "&amp;";
        } else {
            out += c;
        }
    }
    out += '"';
}

// A number as GML has it: without plus and with a digit before the point.
std::string number_of(const Column& column, std::int64_t row) {
    std::string text = column.text(row);
    const auto value = parse_number(text);
    return value && is_canonical_number(text, *value)
               ? text
               : number_text(column.numbers()[static_cast<std::size_t>(row)]);
}

}  // namespace

std::string gml_text(const SocialGraph& graph) {
    const std::vector<std::string> keys = keys_of(graph.attributes);
    std::string out = fmt::format("graph\n[\n  directed {}\n", graph.directed ? 1 : 0);
    for (std::size_t i = 0; i < graph.ids.size(); ++i) {
        out += fmt::format("  node\n  [\n    id {}\n    label ", i);
        append_string(out, graph.ids[i]);
        out += '\n';
        for (std::size_t c = 0; c < keys.size(); ++c) {
            const Column& column = *graph.attributes.columns()[c];
            const auto row = static_cast<std::int64_t>(i);
            if (!column.valid(row)) continue;
            out += "    " + keys[c] + ' ';
            if (column.is_numeric()) {
                out += number_of(column, row);
            } else {
                append_string(out, column.text(row));
            }
            out += '\n';
        }
        out += "  ]\n";
    }
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
        out += fmt::format("  edge\n  [\n    source {}\n    target {}\n", graph.edges[i].from,
                           graph.edges[i].to);
        if (!graph.weights.empty()) {
            out += "    weight " + number_text(graph.weights[i]) + '\n';
        }
        out += "  ]\n";
    }
    return out + "]\n";
}

}  // namespace lethe::graph
