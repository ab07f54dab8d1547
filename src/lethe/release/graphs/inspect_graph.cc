#include "lethe/release/graphs/inspect_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "lethe/data/groups.h"
#include "lethe/data/roles.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/release/graphs/propose_graph_policy.h"
#include "lethe/release/next_command.h"

namespace lethe::release {
namespace {

// From what each node is known by.
Json alike_json(std::string known, const std::vector<std::uint64_t>& keys, std::int64_t k) {
    std::map<std::uint64_t, std::int64_t> classes;
    for (const std::uint64_t key : keys) ++classes[key];
    std::int64_t unique = 0, below = 0;
    for (const auto& [key, size] : classes) {
        unique += size == 1 ? 1 : 0;
        below += size < k ? size : 0;
    }
    return {{"known", std::move(known)},
            {"unique", unique},
            {"below_k", below},
            {"classes", classes.size()}};
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

bool is_among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Json inspect_graph(const Context& context, const GraphInspection& what) {
    const graph::SocialGraph graph = graph::read_graph(context, what.source);
    const graph::Adjacency adjacency(graph);
    const graph::EdgeCounts counts = graph::edge_counts(graph, adjacency);
    graph::DefaultAttributes taken = graph::default_attributes(graph.attributes, {}, {});

    Json attributes = Json::array();
    std::vector<std::string> telling;
    for (const ColumnPtr& column : graph.attributes.columns()) {
        const std::string& name = column->name();
        const RoleGuess guess = guess_role(*column);
        const bool tells = guess.role == Role::identifier || graph::looks_like_a_name(*column);
        if (tells) {
            telling.push_back(name);
            std::erase(taken.columns, name);
        }
        attributes.push_back({{"name", name},
                              {"kind", lethe::name(column->kind())},
                              {"missing", column->missing()},
                              {"role", lethe::name(tells ? Role::identifier : guess.role)},
                              {"looks_like", lethe::name(guess.subject)},
                              {"topics", graph::holds_topics(*column, {})},
                              {"published", is_among(taken.columns, name)}});
    }

    Json alike = Json::array();
    const auto by = [&](graph::StructuralKnowledge knowledge) {
        return graph::structural_keys(context, adjacency, knowledge);
    };
    const auto degrees = by(graph::StructuralKnowledge::degree);
    alike.push_back(alike_json("degree", degrees, what.k));
    alike.push_back(alike_json("neighbours", by(graph::StructuralKnowledge::neighbours), what.k));
    if (!taken.columns.empty()) {
        const auto profiles = attribute_keys(context, graph.attributes, taken.columns);
        alike.push_back(alike_json("attributes", profiles, what.k));
        alike.push_back(
            alike_json("attributes and degree", joined_keys(profiles, degrees), what.k));
    }

    std::vector<std::string> notes, words;
    if (!telling.empty()) {
        notes.push_back(fmt::format("not published: {}, which look like names or identifiers",
                                    fmt::join(telling, ", ")));
    }
    if (!graph.weights.empty()) {
        notes.emplace_back("edges have weights, and a weight that one edge has tells it");
    }
    for (const std::string& file : what.files) words.push_back(shell_word(file));
    Json result{{"kind", "graph"},
                {"about", "original"},
                {"files", what.files},
                {"directed", graph.directed},
                {"weighted", !graph.weights.empty()},
                {"nodes", graph.nodes()},
                {"edges", counts.edges},
                {"loops", counts.loops},
                {"repeats", counts.repeats},
                {"isolated", counts.isolated},
                {"parts", counts.parts},
                {"attributes", std::move(attributes)},
                {"k", what.k},
                {"alike", std::move(alike)},
                {"notes", notes}};
    result["policy"] = propose_graph_policy(result, what.source);
    if (what.policy_file.empty()) {
        result["next"] = {
            fmt::format("lethe graph protect {} -k {} --structure k-degree -o release.gml",
                        fmt::join(words, " "), what.k),
            data_command("inspect", DataKind::graph, what.files) + " --policy-out policy.toml"};
    } else {
        result["next"] = {fmt::format("{} --policy {} -o release.gml",
                                      data_command("protect", DataKind::graph, what.files),
                                      shell_word(what.policy_file))};
    }
    return result;
}

}  // namespace lethe::release
