// Social graphs at size: 1,000,000 nodes with a place, three topics and a number, 10,000,000 edges,
// to k = 5. Checked from what is published alone: the size of each class, that edges are as they
// were, and that the loss is far below that of one group for everybody. Then the structure: degrees
// to k = 5 by adding edges, and switching, with a recount.
//
//   graph_bench [nodes, 1000000 unless told]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench_support.h"
#include "lethe/core/random.h"
#include "lethe/graph/protect/cut_nodes.h"
#include "lethe/graph/protect/generalise_nodes.h"
#include "lethe/graph/protect/group_nodes.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/protect/perturb_edges.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::bench {
namespace {

constexpr std::int64_t kGroup = 5;

// The world: 6 continents, 25 countries each, 8 regions each, 5 cities each.
TaxonomyPtr world() {
    TaxonomyBuilder builder("world", "");
    std::vector<std::pair<std::string, std::int32_t>> level = {{"w", builder.add_concept("world")}};
    for (const int width : {6, 25, 8, 5}) {
        std::vector<std::pair<std::string, std::int32_t>> next;
        for (const auto& [name, parent] : level) {
            for (int i = 0; i < width; ++i) {
                const std::string id = fmt::format("{}.{}", name, i);
                const std::int32_t child = builder.add_concept(id);
                builder.add_is_a(child, parent);
                next.emplace_back(id, child);
            }
        }
        level = std::move(next);
    }
    return std::make_shared<const Taxonomy>(std::move(builder).build("world"));
}

// Large cities are much larger than small ones.
std::vector<std::int32_t> homes(std::int64_t nodes, std::int32_t cities) {
    const Stream stream = Random(1).stream("homes");
    std::vector<std::int32_t> homes;
    for (std::int64_t node = 0; node < nodes; ++node) {
        const double u = stream.at(node).uniform();
        homes.push_back(static_cast<std::int32_t>(u * u * u * cities));
    }
    return homes;
}

Table attributes(const std::vector<std::int32_t>& home, const TaxonomyPtr& taxonomy,
                 const std::vector<ConceptId>& cities) {
    auto places = std::make_shared<Dictionary>();
    for (const ConceptId city : cities) places->emplace_back(taxonomy->id(city));
    const ColumnPtr location = Column::categories("location", Kind::semantic, home, places)
                                   ->with_meaning(std::make_shared<const Meaning>(
                                       taxonomy, std::span<const MappedValue>(), Unmapped::fail));
    constexpr std::int32_t kTopics = 40;
    auto lists = std::make_shared<Dictionary>();
    for (std::int32_t code = 0; code < kTopics * kTopics * kTopics; ++code) {
        lists->push_back(fmt::format("t{};t{};t{}", code % kTopics, code / kTopics % kTopics,
                                     code / kTopics / kTopics));
    }
    const Stream stream = Random(1).stream("profiles");
    std::vector<std::int32_t> topics;
    std::vector<double> ages;
    for (std::int64_t node = 0; node < std::ssize(home); ++node) {
        Draws draws = stream.at(node);
        std::int32_t code = 0;
        for (int i = 0; i < 3; ++i) {
            const double u = draws.uniform();
            code = code * kTopics + static_cast<std::int32_t>(u * u * kTopics);
        }
        topics.push_back(code);
        ages.push_back(13 + std::abs(draws.normal()) * 20);
    }
    return Table({location, Column::categories("topics", Kind::nominal, std::move(topics), lists),
                  Column::numeric("age", std::move(ages))});
}

// Half of the edges join people of one city, half anybody; some know many more than others.
std::vector<graph::Edge> edges(const std::vector<std::int32_t>& home, std::int32_t cities,
                               std::int64_t count) {
    std::vector<std::vector<graph::Node>> people(static_cast<std::size_t>(cities));
    for (std::size_t node = 0; node < home.size(); ++node) {
        people[static_cast<std::size_t>(home[node])].push_back(static_cast<graph::Node>(node));
    }
    const Stream stream = Random(1).stream("edges");
    std::vector<graph::Edge> edges;
    for (std::int64_t i = 0; i < count; ++i) {
        Draws draws = stream.at(i);
        const double u = draws.uniform();
        const auto from = static_cast<std::size_t>(u * u * static_cast<double>(home.size()));
        const auto& near = people[static_cast<std::size_t>(home[from])];
        const auto to = i % 2 == 0 ? near[draws.below(near.size())]
                                   : static_cast<graph::Node>(draws.below(home.size()));
        edges.push_back({static_cast<graph::Node>(from), to});
    }
    return edges;
}

int measure(const graph::SocialGraph& people, bool by_mdav) {
    const Context two = context(2);
    Run run("graph protect");
    const graph::Adjacency adjacency(people);
    graph::NodeAttributes nodes = graph::node_attributes(two, people.attributes, {});
    graph::GroupOptions options;
    options.k = kGroup;
    const double start = wall_seconds();
    const Clusters groups =
        by_mdav ? graph::group_nodes(two, nodes, adjacency, options)
                : graph::cut_groups(two, nodes, adjacency, options.k, options.closeness);
    const double grouping = wall_seconds() - start;
    const graph::SocialGraph published =
        graph::published_graph(people, graph::generalised_columns(two, nodes, groups));
    run.stop();
    const graph::NodeAnonymity anonymity =
        graph::node_anonymity(two, published.attributes, published.attributes.names(), kGroup);
    const double loss = graph::generalisation_loss(two, nodes, groups);
    const Clusters one{std::vector<std::int32_t>(groups.of.size(), 0), 1};
    const double most = graph::generalisation_loss(two, nodes, one);
    const bool ok = anonymity.k >= kGroup && anonymity.below == 0 && loss < 0.8 * most &&
                    published.edges == people.edges;
    return run.report(ok, people.attributes.rows(),
                      {{"method", by_mdav ? "mdav" : "mondrian"},
                       {"nodes", people.nodes()},
                       {"edges", people.edges.size()},
                       {"k", anonymity.k},
                       {"classes", anonymity.classes},
                       {"grouping", grouping},
                       {"loss", loss},
                       {"loss_of_one_group", most}});
}

int measure_degrees(const graph::SocialGraph& people) {
    Run run("graph k-degree");
    const std::vector<graph::Edge> added =
        graph::k_degree_additions(context(2), graph::Adjacency(people), kGroup, Random(1));
    run.stop();
    const graph::DegreeClasses classes = graph::degree_classes(
        graph::Adjacency(graph::with_edges(people, added, Random(1))), kGroup);
    return run.report(classes.below == 0, people.nodes(),
                      {{"nodes", people.nodes()},
                       {"edges", people.edges.size()},
                       {"edges_added", added.size()},
                       {"smallest_class", classes.smallest}});
}

int measure_switching(const graph::SocialGraph& people) {
    Run run("graph switch");
    const graph::ChangedEdges changed = graph::switch_edges(context(2), people, 0.05, Random(1));
    run.stop();
    const graph::Adjacency before(people);
    const graph::Adjacency after(changed.graph);
    bool same = before.edges() == after.edges();
    for (graph::Node node = 0; node < people.nodes(); ++node) {
        same = same && before.degree(node) == after.degree(node);
    }
    return run.report(same && changed.removed > 0, people.nodes(),
                      {{"edges", people.edges.size()}, {"edges_changed", changed.removed}});
}

}  // namespace
}  // namespace lethe::bench

int main(int argc, char** argv) {
    using namespace lethe;
    using namespace lethe::bench;
    const std::int64_t nodes = argc > 1 ? std::atoll(argv[1]) : 1000000;
    const TaxonomyPtr taxonomy = world();
    std::vector<ConceptId> cities;
    for (ConceptId c = 0; c < taxonomy->size(); ++c) {
        if (taxonomy->children(c).empty()) cities.push_back(c);
    }
    const std::vector<std::int32_t> home = homes(nodes, static_cast<std::int32_t>(cities.size()));
    graph::SocialGraph people;
    for (std::int64_t node = 0; node < nodes; ++node) {
        people.ids.push_back(fmt::format("user{}", node));
    }
    people.attributes = attributes(home, taxonomy, cities);
    people.edges = edges(home, static_cast<std::int32_t>(cities.size()), 10 * nodes);
    int failed = 0;
    for (const bool by_mdav : {false, true}) failed += measure(people, by_mdav);
    failed += measure_degrees(people);
    failed += measure_switching(people);
    return failed == 0 ? 0 : 1;
}
