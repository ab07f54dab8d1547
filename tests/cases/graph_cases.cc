#include "graph_cases.h"

#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/graph/graph_method.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/catalogue.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::test {
namespace {

MeaningPtr meaning_of_chains(const Json& chains) {
    std::vector<std::pair<std::string, std::string>> is_a;
    for (const Json& chain : chains) {
        for (std::size_t i = chain.size(); i-- > 1;) is_a.emplace_back(chain[i - 1], chain[i]);
    }
    return std::make_shared<Meaning>(taxonomy_of("places", is_a), std::span<const MappedValue>(),
                                     Unmapped::fail);
}

ColumnPtr column_of(const std::string& name, const Json& values, const Json& hierarchies) {
    if (!values.empty() && values.front().is_number()) {
        return Column::numeric(name, values.get<std::vector<double>>());
    }
    ColumnPtr column =
        Column::from_texts(name, Kind::nominal, values.get<std::vector<std::string>>());
    if (!hierarchies.contains(name)) return column;
    return column->with_meaning(meaning_of_chains(hierarchies[name]));
}

Json protected_json(const graph::ProtectOutput& output) {
    Json json = {{"attributes", Json::object()},
                 {"edges", Json::array()},
                 {"edges_added", output.edges_added},
                 {"edges_removed", output.edges_removed},
                 {"edges_left_out", output.edges_left_out},
                 {"groups", output.groups.count}};
    for (const ColumnPtr& column : output.graph.attributes.columns()) {
        Json& texts = json["attributes"][column->name()] = Json::array();
        for (std::int64_t row = 0; row < column->size(); ++row) texts.push_back(column->text(row));
    }
    for (const graph::Edge& edge : graph::Adjacency(output.graph).edge_list()) {
        json["edges"].push_back({edge.from + 1, edge.to + 1});
    }
    return json;
}

}  // namespace

graph::SocialGraph case_graph(const Json& columns, const Json& hierarchies, const Json& edges,
                              std::int64_t nodes) {
    graph::SocialGraph made;
    std::vector<ColumnPtr> attributes;
    for (const auto& [name, values] : columns.items()) {
        attributes.push_back(column_of(name, values, hierarchies));
    }
    if (!attributes.empty()) made.attributes = Table(std::move(attributes));
    if (nodes == 0) nodes = made.attributes.rows();
    for (std::int64_t row = 1; row <= nodes; ++row) made.ids.push_back(std::to_string(row));
    for (const Json& edge : edges) {
        made.edges.push_back({edge[0].get<graph::Node>() - 1, edge[1].get<graph::Node>() - 1});
    }
    return made;
}

Json graph_case(const Json& body) {
    const Method* method = find_method(body["method"].get<std::string>(), DataKind::graph);
    if (method == nullptr) throw Error(ErrorKind::internal, "no such method of graphs");
    Problems problems;
    const Json params = method->bind(body.value("parameters", Json::object()), {}, problems);
    throw_if_any(std::move(problems));
    const Json columns = body.value("attributes", Json::object());
    const Json hierarchies = body.value("hierarchies", Json::object());
    const auto nodes = body.value("nodes", std::int64_t{0});
    graph::SocialGraph original = case_graph(columns, hierarchies, body["edges"], nodes);
    original.directed = body.value("directed", false);
    const Context context = threads(2);
    const Random random(body.value("seed", std::uint64_t{1}));
    const graph::AttributeChoice all{body.value("columns", std::vector<std::string>()), {}};
    if (method->info.family == Family::mask) {
        return protected_json(method->protect_graph({original, all, random, context}, params));
    }
    graph::SocialGraph published = case_graph(body.value("published", columns), hierarchies,
                                              body.value("published_edges", body["edges"]), nodes);
    published.directed = original.directed;
    const Measurement found =
        method->assess_graph({original, published, all, random, context}, params);
    return {{"value", found.value}, {"details", found.details}};
}

}  // namespace lethe::test
