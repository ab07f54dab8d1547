#include "lethe/graph/protect/protect_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/protect/mask_nodes.h"

namespace lethe::graph {
namespace {

// How many share their degrees and these columns, counted in what is published.
NodeAnonymity with_degrees(const Context& context, const SocialGraph& published,
                           std::vector<std::string> columns, std::int64_t k) {
    const std::vector<ColumnPtr> degrees = degree_columns(published);
    for (const ColumnPtr& column : degrees) columns.push_back(column->name());
    return node_anonymity(context, published.attributes.with(degrees), columns, k);
}

// The attributes to group by: those chosen, or those that are safe to publish of a group.
AttributeChoice grouped_attributes(const Table& attributes, const ProtectOptions& options) {
    AttributeChoice choice = options.attributes;
    const auto kept = [&](const std::string& name) {
        return std::ranges::find(options.keep, name) != options.keep.end();
    };
    if (choice.columns.empty()) {
        choice.columns = default_attributes(attributes, choice, options.keep).columns;
        std::erase_if(choice.columns, [&](const std::string& name) {
            const ProtectStep& step = *options.of_nodes();
            return step.is_of_tables() &&
                   !takes_column(*step.method, attributes.column(name), choice);
        });
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

// Loops and repeats are left out once; groups are those of the one step that made some.
void take_over(ProtectOutput output, ProtectedGraph& result) {
    result.graph = std::move(output.graph);
    result.edges_left_out += output.edges_left_out;
    if (output.groups.count == 0) return;
    result.groups = std::move(output.groups);
    result.attributes = std::move(output.attributes);
    result.loss = output.loss;
    result.facts = std::move(output.facts);
    result.private_facts = std::move(output.private_facts);
    result.warnings = std::move(output.warnings);
}

// Who leads to whom, ascending, without loops and repeats.
std::vector<Edge> different_edges(const SocialGraph& graph) {
    std::vector<Edge> edges;
    for (Edge edge : graph.edges) {
        if (edge.from == edge.to) continue;
        if (!graph.directed && edge.to < edge.from) std::swap(edge.from, edge.to);
        edges.push_back(edge);
    }
    std::ranges::sort(edges);
    const auto repeats = std::ranges::unique(edges);
    edges.erase(repeats.begin(), repeats.end());
    return edges;
}

void count_changed_edges(const SocialGraph& original, ProtectedGraph& result) {
    const std::vector<Edge> before = different_edges(original);
    const std::vector<Edge> after = different_edges(result.graph);
    std::vector<Edge> kept;
    std::ranges::set_intersection(before, after, std::back_inserter(kept));
    result.edges_added = std::ssize(after) - std::ssize(kept);
    result.edges_removed = std::ssize(before) - std::ssize(kept);
}

void check_promise(std::int64_t below, std::int64_t promised, bool is_last, std::string_view what) {
    if (below == 0) return;
    if (is_last) {
        throw Error(ErrorKind::internal, fmt::format("the protected {} are not k-anonymous", what));
    }
    throw Error(ErrorKind::unmet,
                fmt::format("a later step broke what an earlier one promised: {} nodes share their "
                            "{} with fewer than {}; put the step that promises k last",
                            below, what, promised));
}

}  // namespace

std::vector<ColumnPtr> degree_columns(const SocialGraph& graph) {
    std::vector<ColumnPtr> columns;
    const auto add = [&](std::string name, std::vector<double> degrees) {
        while (graph.attributes.find(name) != nullptr) name += '_';
        columns.push_back(Column::numeric(name, std::move(degrees)));
    };
    const Adjacency adjacency(graph);
    std::vector<double> degrees;
    for (Node node = 0; node < adjacency.nodes(); ++node) {
        degrees.push_back(static_cast<double>(adjacency.degree(node)));
    }
    add("degree", std::move(degrees));
    if (!graph.directed) return columns;
    const DirectedDegrees directions = directed_degrees(graph);
    add("out_degree", {directions.out.begin(), directions.out.end()});
    add("in_degree", {directions.in.begin(), directions.in.end()});
    return columns;
}

const ProtectStep* ProtectOptions::of_nodes() const {
    const auto found = std::ranges::find_if(steps, &ProtectStep::of_nodes);
    return found == steps.end() ? nullptr : &*found;
}

std::vector<const ProtectStep*> ProtectOptions::of_edges() const {
    std::vector<const ProtectStep*> found;
    for (const ProtectStep& step : steps) {
        if (!step.of_nodes()) found.push_back(&step);
    }
    return found;
}

ProtectedGraph protect_graph(const Context& context, const SocialGraph& graph,
                             const ProtectOptions& options, const Random& random) {
    check_graph(graph);
    if (std::ranges::count_if(options.steps, &ProtectStep::of_nodes) > 1) {
        throw Error(ErrorKind::usage,
                    "nodes are grouped once: name one step that protects nodes, not several");
    }
    AttributeChoice attributes;
    if (options.of_nodes() != nullptr) attributes = grouped_attributes(graph.attributes, options);
    ProtectedGraph result;
    result.graph = graph;
    std::int64_t k_of_nodes = 0, k_of_degrees = 0, k_of_both = 0;
    bool degrees_last = false, both_last = false;
    std::uint64_t drawn = 0;
    for (const ProtectStep& step : options.steps) {
        const bool draws = step.method->has(Property::random);
        const Random own = drawn == 0 ? random : random.part(drawn);
        if (draws) ++drawn;
        const ProtectInput input{result.graph, attributes, own, context};
        ProtectOutput output = step.is_of_tables() ? mask_nodes(input, *step.method, step.params)
                                                   : step.method->protect_graph(input, step.params);
        k_of_nodes = std::max(k_of_nodes, output.k_of_nodes);
        if (!step.of_nodes())
            degrees_last = output.k_of_degrees >= std::max<std::int64_t>(1, k_of_degrees);
        k_of_degrees = std::max(k_of_degrees, output.k_of_degrees);
        k_of_both = std::max(k_of_both, output.k_of_both);
        both_last = output.k_of_both >= std::max<std::int64_t>(1, k_of_both);
        take_over(std::move(output), result);
    }
    std::vector<ColumnPtr> columns;
    for (const std::string& name : result.attributes) {
        columns.push_back(result.graph.attributes.column_ptr(name));
    }
    for (const std::string& name : options.keep) {
        columns.push_back(graph.attributes.column_ptr(name));
    }
    result.graph = published_graph(result.graph, std::move(columns));
    count_changed_edges(graph, result);
    result.degrees_before = degree_classes(Adjacency(graph), options.k);
    const Adjacency adjacency(result.graph);
    result.degrees = degree_classes(adjacency, options.k);
    if (k_of_nodes > 0) {
        result.anonymity =
            node_anonymity(context, result.graph.attributes, result.attributes, k_of_nodes);
        result.together = with_degrees(context, result.graph, result.attributes, options.k);
        check_promise(result.anonymity.below, k_of_nodes, true, "nodes");
    }
    if (k_of_degrees > 0) {
        check_promise(degree_classes(adjacency, k_of_degrees).below, k_of_degrees, degrees_last,
                      "degrees");
    }
    if (graph.directed) result.directions = with_degrees(context, result.graph, {}, options.k);
    if (k_of_both > 0) {
        check_promise(with_degrees(context, result.graph, result.attributes, k_of_both).below,
                      k_of_both, both_last, "values and degrees");
    }
    return result;
}

}  // namespace lethe::graph
