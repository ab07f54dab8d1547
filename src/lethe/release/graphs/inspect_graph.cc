#include "lethe/release/graphs/inspect_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "lethe/data/groups.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/method/result_json.h"
#include "lethe/release/graphs/propose_graph_policy.h"
#include "lethe/release/next_command.h"

namespace lethe::release {
namespace {

// From what each node is known by.
InspectedGraph::Alike alike_in(std::string known, const std::vector<std::uint64_t>& keys,
                               std::int64_t k) {
    std::map<std::uint64_t, std::int64_t> classes;
    for (const std::uint64_t key : keys) ++classes[key];
    std::int64_t unique = 0, below = 0;
    for (const auto& [key, size] : classes) {
        unique += size == 1 ? 1 : 0;
        below += size < k ? size : 0;
    }
    return {std::move(known), unique, below, std::ssize(classes)};
}

std::vector<std::uint64_t> attribute_keys(const Context& context, const Table& attributes,
                                          const std::vector<std::string>& columns) {
    const Groups groups = group_rows(context, attributes, columns);
    return {groups.class_of.begin(), groups.class_of.end()};
}

// Pairs of keys as numbers of their own.
std::vector<std::uint64_t> joined_keys(const std::vector<std::uint64_t>& a,
                                       const std::vector<std::uint64_t>& b) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> numbers;
    std::vector<std::uint64_t> keys;
    keys.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        keys.push_back(numbers.try_emplace({a[i], b[i]}, numbers.size()).first->second);
    }
    return keys;
}

// Those that a release publishes unless told otherwise are left in `taken`.
std::vector<InspectedGraph::Attribute> inspected_attributes(const Table& columns,
                                                            std::vector<std::string>& taken) {
    std::vector<InspectedGraph::Attribute> attributes;
    for (const ColumnPtr& column : columns.columns()) {
        const std::string& name = column->name();
        const RoleGuess guess = guess_role(*column);
        const bool tells = guess.role == Role::identifier || graph::looks_like_a_name(*column);
        if (tells) std::erase(taken, name);
        attributes.push_back({name, column->kind(), column->missing(),
                              tells ? Role::identifier : guess.role, guess.subject,
                              graph::holds_topics(*column, {}),
                              std::find(taken.begin(), taken.end(), name) != taken.end()});
    }
    return attributes;
}

std::vector<InspectedGraph::Alike> alike_nodes(const Context& context,
                                               const graph::Adjacency& adjacency,
                                               const Table& attributes,
                                               const std::vector<std::string>& published,
                                               std::int64_t k) {
    std::vector<InspectedGraph::Alike> alike;
    const auto by = [&](graph::StructuralKnowledge knowledge) {
        return graph::structural_keys(context, adjacency, knowledge);
    };
    const auto degrees = by(graph::StructuralKnowledge::degree);
    alike.push_back(alike_in("degree", degrees, k));
    alike.push_back(alike_in("neighbours", by(graph::StructuralKnowledge::neighbours), k));
    if (!published.empty()) {
        const auto profiles = attribute_keys(context, attributes, published);
        alike.push_back(alike_in("attributes", profiles, k));
        alike.push_back(alike_in("attributes and degree", joined_keys(profiles, degrees), k));
    }
    return alike;
}

std::vector<std::string> inspection_notes(const InspectedGraph& inspected) {
    std::vector<std::string> notes, telling;
    for (const InspectedGraph::Attribute& attribute : inspected.attributes) {
        if (attribute.role == Role::identifier) telling.push_back(attribute.name);
    }
    if (!telling.empty()) {
        notes.push_back(fmt::format("not published: {}, which look like names or identifiers",
                                    fmt::join(telling, ", ")));
    }
    if (inspected.weighted) {
        notes.emplace_back("edges have weights, and a weight that one edge has tells it");
    }
    return notes;
}

std::vector<std::string> next_of_graph(const GraphInspection& what) {
    if (what.policy_file.empty()) {
        return {fmt::format("{} -k {} --structure k-degree -o release.gml",
                            data_command("protect", DataKind::graph, what.files), what.k),
                data_command("inspect", DataKind::graph, what.files) + " --policy-out policy.toml"};
    }
    return {fmt::format("{} --policy {} -o release.gml",
                        data_command("protect", DataKind::graph, what.files),
                        shell_word(what.policy_file))};
}

}  // namespace

InspectedGraph inspect_graph(const Context& context, const GraphInspection& what) {
    const graph::SocialGraph graph = graph::read_graph(context, what.source);
    const graph::Adjacency adjacency(graph);
    std::vector<std::string> published =
        graph::default_attributes(graph.attributes, {}, {}).columns;
    InspectedGraph result;
    result.files = what.files;
    result.directed = graph.directed;
    result.weighted = !graph.weights.empty();
    result.nodes = graph.nodes();
    result.counts = graph::edge_counts(graph, adjacency);
    result.attributes = inspected_attributes(graph.attributes, published);
    result.k = what.k;
    result.alike = alike_nodes(context, adjacency, graph.attributes, published, what.k);
    result.notes = inspection_notes(result);
    result.policy = propose_graph_policy(result, what.source);
    result.next = next_of_graph(what);
    return result;
}

Json to_json(const InspectedGraph::Attribute& attribute) {
    return {{"name", attribute.name},
            {"kind", name(attribute.kind)},
            {"missing", attribute.missing},
            {"role", name(attribute.role)},
            {"looks_like", name(attribute.looks_like)},
            {"topics", attribute.topics},
            {"published", attribute.published}};
}

Json to_json(const InspectedGraph::Alike& alike) {
    return {{"known", alike.known},
            {"unique", alike.unique},
            {"below_k", alike.below_k},
            {"classes", alike.classes}};
}

Json to_json(const InspectedGraph& inspected) {
    return {{"kind", "graph"},
            {"about", "original"},
            {"files", inspected.files},
            {"directed", inspected.directed},
            {"weighted", inspected.weighted},
            {"nodes", inspected.nodes},
            {"edges", inspected.counts.edges},
            {"loops", inspected.counts.loops},
            {"repeats", inspected.counts.repeats},
            {"isolated", inspected.counts.isolated},
            {"parts", inspected.counts.parts},
            {"attributes", json_list(inspected.attributes)},
            {"k", inspected.k},
            {"alike", json_list(inspected.alike)},
            {"notes", inspected.notes},
            {"policy", inspected.policy},
            {"next", inspected.next}};
}

}  // namespace lethe::release
