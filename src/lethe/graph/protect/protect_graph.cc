#include "lethe/graph/protect/protect_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/protect/perturb_edges.h"

namespace lethe::graph {
namespace {

constexpr std::array<EdgeProtection, 4> kProtections = {
    EdgeProtection::none, EdgeProtection::k_degree, EdgeProtection::perturb,
    EdgeProtection::switching};

void change_edges(const Context& context, const ProtectOptions& options, const Random& random,
                  const Adjacency& adjacency, ProtectedGraph& result) {
    ChangedEdges changed;
    switch (options.edges) {
        case EdgeProtection::none:
            return;
        case EdgeProtection::k_degree: {
            const std::vector<Edge> added =
                k_degree_additions(context, adjacency, options.k, random);
            result.edges_added = std::ssize(added);
            result.graph = with_edges(result.graph, added, random);
            return;
        }
        case EdgeProtection::perturb:
            changed = perturb_edges(context, result.graph, options.share, random);
            break;
        case EdgeProtection::switching:
            changed = switch_edges(context, result.graph, options.share, random);
            break;
    }
    result.graph = std::move(changed.graph);
    result.edges_added = changed.added;
    result.edges_removed = changed.removed;
}

// How many share profile and number of neighbours, counted in what is published.
NodeAnonymity with_degrees(const Context& context, const ProtectedGraph& result, std::int64_t k) {
    const Adjacency adjacency(result.graph);
    std::vector<double> degrees;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        degrees.push_back(static_cast<double>(adjacency.degree(node)));
    }
    std::vector<std::string> columns = result.attributes;
    std::string name = "degree";
    while (result.graph.attributes.find(name) != nullptr) name += '_';
    columns.push_back(name);
    const std::vector<ColumnPtr> column = {Column::numeric(name, std::move(degrees))};
    return node_anonymity(context, result.graph.attributes.with(column), columns, k);
}

// The attributes to group by: those chosen, or those that are safe to publish of a group.
AttributeChoice grouped_attributes(const Table& attributes, const ProtectOptions& options) {
    AttributeChoice choice = options.attributes;
    const auto kept = [&](const std::string& name) {
        return std::ranges::find(options.keep, name) != options.keep.end();
    };
    if (choice.columns.empty()) {
        choice.columns = default_attributes(attributes, choice, options.keep).columns;
    }
    for (const std::string& name : choice.columns) {
        if (!kept(name)) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("the column '{}' cannot be protected and kept as it is", name));
    }
    if (choice.columns.empty()) {
        throw Error(ErrorKind::usage, "the nodes have no attribute to protect");
    }
    return choice;
}

}  // namespace

std::string_view name(EdgeProtection protection) {
    switch (protection) {
        case EdgeProtection::none:
            return "none";
        case EdgeProtection::k_degree:
            return "k-degree";
        case EdgeProtection::perturb:
            return "perturb";
        case EdgeProtection::switching:
            return "switch";
    }
    return "";
}

std::vector<std::string_view> edge_protection_names() {
    std::vector<std::string_view> names;
    for (const EdgeProtection protection : kProtections) names.push_back(name(protection));
    return names;
}

std::optional<EdgeProtection> edge_protection_named(std::string_view text) {
    for (const EdgeProtection protection : kProtections) {
        if (name(protection) == text) return protection;
    }
    return std::nullopt;
}

ProtectedGraph protect_graph(const Context& context, const SocialGraph& graph,
                             const ProtectOptions& options, const Random& random) {
    check_graph(graph);
    const bool hides = options.nodes || options.edges == EdgeProtection::k_degree;
    if (hides && options.k > graph.nodes()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("no node can hide among {}: the graph has {} nodes", options.k,
                                graph.nodes()),
                    {{}, 0, 0, "k"});
    }
    const Adjacency adjacency(graph);
    ProtectedGraph result;
    std::vector<ColumnPtr> columns;
    if (options.nodes) {
        NodeAttributes attributes = node_attributes(context, graph.attributes,
                                                    grouped_attributes(graph.attributes, options));
        GroupOptions grouping;
        grouping.k = options.k;
        grouping.method = *options.nodes;
        grouping.closeness = options.closeness;
        result.groups = group_nodes(context, attributes, adjacency, grouping);
        columns = generalised_columns(context, attributes, result.groups);
        result.loss = generalisation_loss(context, attributes, result.groups);
        for (const auto& attribute : attributes) result.attributes.push_back(attribute->name());
    }
    for (const std::string& name : options.keep) {
        columns.push_back(graph.attributes.column_ptr(name));
    }
    result.graph = published_graph(graph, std::move(columns));
    result.degrees_before = degree_classes(adjacency, options.k);
    if (options.edges != EdgeProtection::none) {
        result.graph = with_single_edges(result.graph);
        result.edges_left_out = std::ssize(graph.edges) - std::ssize(result.graph.edges);
    }
    change_edges(context, options, random, adjacency, result);
    result.degrees = degree_classes(Adjacency(result.graph), options.k);
    if (options.nodes) {
        result.anonymity =
            node_anonymity(context, result.graph.attributes, result.attributes, options.k);
        result.together = with_degrees(context, result, options.k);
        if (result.anonymity.below > 0) {
            throw Error(ErrorKind::internal, "the protected nodes are not k-anonymous");
        }
    }
    if (options.edges == EdgeProtection::k_degree && result.degrees.below > 0) {
        throw Error(ErrorKind::internal, "the protected degrees are not k-anonymous");
    }
    return result;
}

}  // namespace lethe::graph
