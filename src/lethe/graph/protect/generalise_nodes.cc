#include "lethe/graph/protect/generalise_nodes.h"

#include <algorithm>
#include <utility>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/data/groups.h"

namespace lethe::graph {
namespace {

// Of each node, the code of its group's value.
std::vector<std::int32_t> published_codes(Attribute& attribute, const ClusterRows& rows,
                                          std::size_t nodes) {
    std::vector<std::int32_t> published(nodes);
    std::vector<std::int32_t> codes;
    for (std::int32_t group = 0; group < rows.count(); ++group) {
        codes.clear();
        for (const std::int64_t node : rows[group]) codes.push_back(attribute.code(node));
        const std::int32_t centre = attribute.centre(codes);
        for (const std::int64_t node : rows[group]) {
            published[static_cast<std::size_t>(node)] = centre;
        }
    }
    return published;
}

// The mean of how far `published(attribute)`, a code of each node, is from the original ones.
template <class Published>
double mean_climbed(const Context& context, std::size_t attributes, Published published) {
    std::vector<double> losses(attributes);
    parallel_tasks(context, std::ssize(losses), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        const auto& [attribute, codes] = published(i);
        ExactSum sum;
        for (std::size_t node = 0; node < codes.size(); ++node) {
            sum.add(
                attribute->climbed(attribute->code(static_cast<std::int64_t>(node)), codes[node]));
        }
        losses[i] = sum.value() / static_cast<double>(codes.size());
    });
    return exact_sum(losses) / static_cast<double>(losses.size());
}

using PublishedCodes = std::pair<const Attribute*, std::vector<std::int32_t>>;

}  // namespace

std::vector<ColumnPtr> generalised_columns(const Context& context, NodeAttributes& attributes,
                                           const Clusters& groups) {
    const ClusterRows rows(groups);
    std::vector<ColumnPtr> columns(attributes.size());
    parallel_tasks(context, std::ssize(attributes), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        columns[i] = attributes[i]->column(published_codes(*attributes[i], rows, groups.of.size()));
    });
    return columns;
}

SocialGraph published_graph(const SocialGraph& graph, std::vector<ColumnPtr> columns) {
    SocialGraph published;
    published.directed = graph.directed;
    published.ids.reserve(graph.ids.size());
    for (std::size_t i = 0; i < graph.ids.size(); ++i) {
        published.ids.push_back(std::to_string(i + 1));
    }
    if (!columns.empty()) published.attributes = Table(std::move(columns));
    published.edges = graph.edges;
    published.weights = graph.weights;
    return published;
}

SocialGraph reordered(const SocialGraph& graph, std::span<const std::int64_t> order) {
    std::vector<Node> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[static_cast<std::size_t>(order[i])] = static_cast<Node>(i);
    }
    std::vector<std::pair<Edge, double>> edges;
    edges.reserve(graph.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        Edge edge{place[static_cast<std::size_t>(graph.edges[e].from)],
                  place[static_cast<std::size_t>(graph.edges[e].to)]};
        if (!graph.directed && edge.to < edge.from) std::swap(edge.from, edge.to);
        edges.emplace_back(edge, graph.weights.empty() ? 0 : graph.weights[e]);
    }
    std::ranges::sort(edges);
    SocialGraph result = graph;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        result.edges[e] = edges[e].first;
        if (!result.weights.empty()) result.weights[e] = edges[e].second;
    }
    for (std::size_t i = 0; i < order.size(); ++i) result.ids[i] = std::to_string(i + 1);
    if (!graph.attributes.columns().empty()) result.attributes = graph.attributes.gather(order);
    return result;
}

NodeAnonymity node_anonymity(const Context& context, const Table& published,
                             std::span<const std::string> columns, std::int64_t asked) {
    const Groups classes = group_rows(context, published, columns);
    NodeAnonymity found{classes.smallest(), classes.classes(), 0};
    for (const std::int64_t size : classes.sizes) {
        if (size < asked) found.below += size;
    }
    return found;
}

double generalisation_loss(const Context& context, NodeAttributes& attributes,
                           const Clusters& groups) {
    const ClusterRows rows(groups);
    return mean_climbed(context, attributes.size(), [&](std::size_t i) {
        return PublishedCodes{attributes[i].get(),
                              published_codes(*attributes[i], rows, groups.of.size())};
    });
}

double generalisation_loss(const Context& context, const NodeAttributes& attributes) {
    return mean_climbed(context, attributes.size(), [&](std::size_t i) {
        return PublishedCodes{attributes[i].get(), attributes[i]->masked_codes()};
    });
}

}  // namespace lethe::graph
