#include "lethe/release/graphs/propose_graph_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "lethe/data/kind.h"
#include "lethe/graph/graph_method.h"
#include "lethe/io/toml_text.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/graph_policy.h"

namespace lethe::release {
namespace {

// The protection of nodes that is taken where none is named, or the first of edges.
const Method& first_protection(bool of_nodes) {
    const Method* first = nullptr;
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        if (graph::protects_nodes(method->info) != of_nodes) continue;
        if (first == nullptr || (of_nodes && method->info.by_default)) first = method;
    }
    if (first == nullptr) throw Error(ErrorKind::internal, "graphs have no protection");
    return *first;
}

std::string why(const InspectedGraph::Attribute& column) {
    if (column.role == Role::identifier) {
        return fmt::format("looks like {}: never published", name(column.looks_like));
    }
    if (!column.published) return "free text: not published";
    if (column.topics) return "lists, the best first: of its group";
    return "a group has one value";
}

std::string columns_lines(const std::vector<InspectedGraph::Attribute>& columns) {
    std::size_t width = 8;
    for (const InspectedGraph::Attribute& column : columns) {
        width = std::max(width, std::min<std::size_t>(toml_key(column.name).size(), 24));
    }
    std::string lines;
    for (const InspectedGraph::Attribute& column : columns) {
        std::string value = fmt::format("{{ role = {}", toml_quoted(name(column.role)));
        if (column.topics) {
            value += ", topics = true";
        } else if (column.role != Role::identifier) {
            value += fmt::format(", kind = {}", toml_quoted(name(column.kind)));
        }
        lines += fmt::format("{:<{}} = {:<44}  # {}\n", toml_key(column.name), width, value + " }",
                             toml_comment(why(column)));
    }
    return lines;
}

}  // namespace

std::string propose_graph_policy(const InspectedGraph& inspected,
                                 const graph::GraphSource& source) {
    const std::int64_t k =
        std::clamp<std::int64_t>(inspected.k, 2, std::max<std::int64_t>(2, inspected.nodes));
    std::string out = fmt::format(
        "# Proposed for {}: {} nodes, {} edges. A guess from names and values, to be read and\n"
        "# corrected by someone who knows the data; every line says why.\n",
        toml_comment(std::filesystem::path(source.file).filename().string()), inspected.nodes,
        inspected.counts.edges);
    GraphPolicy reading;
    reading.reading = source;
    out += policy_text(reading) + "\n";
    const std::vector<InspectedGraph::Attribute>& columns = inspected.attributes;
    const bool published = std::ranges::any_of(columns, &InspectedGraph::Attribute::published);
    if (!columns.empty()) {
        out +=
            "# What somebody may know of a person: a group of at least k nodes has one value. "
            "keep = true\n# publishes a column as it is; knowledge = \"FILE\" gives it a "
            "hierarchy.\n[columns]\n" +
            columns_lines(columns) + "\n";
    }
    if (published) {
        out += fmt::format(
            "# Nodes in groups of at least k; columns = [...] chooses by what.\n"
            "[[step]]\nmethod = {}\nk = {}\n\n",
            toml_quoted(first_protection(true).info.name), k);
    }
    out += fmt::format(
        "# Edges, so that the number of neighbours finds nobody either.\n"
        "# lethe explore looks for better steps; lethe methods lists what there is.\n"
        "[[step]]\nmethod = {}\nk = {}\n\n"
        "[release]\n"
        "order = \"random\"    # the number of a node tells who it is\n"
        "weights = false     # {}\n",
        toml_quoted(first_protection(false).info.name), k,
        inspected.weighted ? "a weight that one edge has tells it" : "edges have none");
    return out;
}

}  // namespace lethe::release
