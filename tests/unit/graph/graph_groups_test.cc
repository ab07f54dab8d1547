#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/graph/attributes/node_space.h"
#include "lethe/graph/protect/cut_nodes.h"
#include "lethe/graph/protect/graph_microdata.h"
#include "lethe/graph/protect/group_nodes.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/catalogue.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::graph {
namespace {

TaxonomyPtr graph_groups_places() {
    return test::taxonomy_of("places", {{"Europe", "World"},
                                        {"Asia", "World"},
                                        {"Japan", "Asia"},
                                        {"Tokyo", "Japan"},
                                        {"Osaka", "Japan"},
                                        {"Spain", "Europe"},
                                        {"France", "Europe"},
                                        {"Barcelona", "Spain"},
                                        {"Madrid", "Spain"},
                                        {"Paris", "France"}});
}

ColumnPtr graph_groups_locations(const std::vector<std::string>& values) {
    return Column::from_texts("location", Kind::semantic, values)
        ->with_meaning(std::make_shared<const Meaning>(
            graph_groups_places(), std::vector<MappedValue>{}, Unmapped::exact_match));
}

SocialGraph graph_groups_graph_of(std::vector<ColumnPtr> columns, std::vector<Edge> edges) {
    SocialGraph graph;
    graph.attributes = Table(std::move(columns));
    for (std::int64_t node = 0; node < graph.attributes.rows(); ++node) {
        graph.ids.push_back("person " + std::to_string(node));
    }
    graph.edges = std::move(edges);
    return graph;
}

// Any of the five kinds, some values missing; equal values are common.
ColumnPtr random_column(const Stream& stream, int kind, std::int64_t rows) {
    const std::vector<std::string> cities = {"Barcelona", "Madrid", "Paris", "Tokyo", "Osaka",
                                             "Spain",     "Asia",   "World", "Mu"};
    const std::vector<std::string> topics = {"art", "music", "sport", "film"};
    const std::vector<std::string> order = {"low", "middle", "high"};
    std::vector<std::string> texts;
    std::vector<double> numbers;
    Validity validity(rows);
    const bool holes = stream.at(rows).below(2) == 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        if (holes && draws.below(6) == 0) validity.set_missing(row);
        switch (kind) {
            case 0:
                texts.push_back(cities[draws.below(cities.size())]);
                break;
            case 1: {
                std::string list;
                const std::uint64_t count = draws.below(4);
                for (std::uint64_t i = 0; i < count; ++i) {
                    list += (list.empty() ? "" : ";") + topics[draws.below(topics.size())];
                }
                texts.push_back(list);
                break;
            }
            case 2:
                texts.push_back(std::string(1, static_cast<char>('a' + draws.below(4))));
                break;
            case 3:
                texts.push_back(order[draws.below(order.size())]);
                break;
            default:
                numbers.push_back(static_cast<double>(draws.below(20)) / 4);
        }
    }
    if (kind == 4) return Column::numeric("age", numbers, validity);
    const std::vector<std::string> names = {"location", "topics", "sex", "income"};
    const ColumnPtr whole =
        Column::from_texts(names[static_cast<std::size_t>(kind)], Kind::nominal, texts);
    const ColumnPtr column = Column::categories(whole->name(), Kind::nominal,
                                                {whole->codes().begin(), whole->codes().end()},
                                                whole->dictionary_ptr(), validity);
    if (kind == 0) return column->with_meaning(graph_groups_locations(texts)->meaning());
    return kind == 3 ? column->as_ordinal(order) : column;
}

SocialGraph graph_groups_random_graph(const Random& random, std::int64_t most) {
    Draws draws = random.stream("graph").at(0);
    const auto rows = static_cast<std::int64_t>(1 + draws.below(static_cast<std::uint64_t>(most)));
    std::vector<ColumnPtr> columns;
    const auto which = 1 + draws.below(31);
    for (int kind = 0; kind < 5; ++kind) {
        if ((which >> kind) % 2 == 0) continue;
        columns.push_back(
            random_column(random.part(static_cast<std::uint64_t>(kind)).stream("c"), kind, rows));
    }
    std::vector<Edge> edges;
    const std::uint64_t count = draws.below(static_cast<std::uint64_t>(3 * rows));
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto end = [&] {
            return static_cast<Node>(draws.below(static_cast<std::uint64_t>(rows)));
        };
        const Node from = end();
        edges.push_back({from, end()});
    }
    return graph_groups_graph_of(std::move(columns), std::move(edges));
}

// From the published texts alone: how many nodes share all of them.
std::int64_t smallest_class(const Table& table) {
    std::map<std::vector<std::string>, std::int64_t> classes;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::vector<std::string> values;
        for (const ColumnPtr& column : table.columns()) {
            values.push_back(column->valid(row) ? "=" + column->text(row) : "missing");
        }
        ++classes[values];
    }
    std::int64_t smallest = table.rows();
    for (const auto& [values, count] : classes) smallest = std::min(smallest, count);
    return smallest;
}

TEST(NodeSpace, DistancesByHand) {
    const SocialGraph graph = graph_groups_graph_of({Column::numeric("age", {0, 5, 10, 10, 0})},
                                                    {{0, 1}, {1, 2}, {2, 3}});
    const Adjacency adjacency(graph);
    const auto attributes = node_attributes(test::threads(1), graph.attributes, {});
    const std::vector<std::int64_t> all = {0, 1, 2, 3, 4};
    const NodeSpace space(attributes, adjacency, all, 0.25);
    EXPECT_DOUBLE_EQ(space.distance(0, 1), 0.75 * 0.5 + 0.25 / 3);
    EXPECT_DOUBLE_EQ(space.distance(0, 2), 0.75 * 1 + 0.25 * 2 / 3);
    EXPECT_DOUBLE_EQ(space.distance(0, 3), 0.75 * 1 + 0.25);
    EXPECT_DOUBLE_EQ(space.distance(0, 4), 0.25);
    EXPECT_DOUBLE_EQ(space.distance(2, 3), 0.25 / 3);
    EXPECT_EQ(space.distance(2, 2), 0);
    const auto centre = space.centroid(std::vector<std::int64_t>{0, 1, 2});
    EXPECT_DOUBLE_EQ(space.distance(centre, 0), 0.5);
    EXPECT_DOUBLE_EQ(space.distance(centre, 1), 0);
    // A path may lead through nodes that are not part of the space.
    const std::vector<std::int64_t> ends = {2, 0};
    const NodeSpace part(attributes, adjacency, ends, 0.25);
    EXPECT_DOUBLE_EQ(part.distance(0, 1), space.distance(0, 2));
    const NodeSpace far(attributes, adjacency, all, 0);
    EXPECT_DOUBLE_EQ(far.distance(0, 1), 0.5);
}

// Nodes around one with many neighbours take another way through the bits.
TEST(NodeSpace, HopsAreThoseOfAWalk) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Draws draws = Random(seed).stream("hops").at(0);
        std::vector<Edge> edges;
        for (Node node = 1; node < 50; ++node) edges.push_back({0, node});
        for (int i = 0; i < 100; ++i) {
            const auto from = static_cast<Node>(draws.below(100));
            edges.push_back({from, static_cast<Node>(draws.below(100))});
        }
        const SocialGraph graph =
            graph_groups_graph_of({Column::numeric("age", std::vector<double>(100, 1))}, edges);
        const Adjacency adjacency(graph);
        const auto attributes = node_attributes(test::threads(1), graph.attributes, {});
        std::vector<std::int64_t> nodes;
        for (std::int64_t node = 0; node < 100; node += 1 + static_cast<int>(seed % 2)) {
            nodes.push_back(node);
        }
        const NodeSpace space(attributes, adjacency, nodes, 1);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            std::set<Node> near = {static_cast<Node>(nodes[a])};
            std::vector<std::int64_t> hops(100, 3);
            for (int hop = 0; hop < 3; ++hop) {
                std::set<Node> next = near;
                for (const Node node : near) {
                    auto& known = hops[static_cast<std::size_t>(node)];
                    known = std::min<std::int64_t>(known, hop);
                    next.insert(adjacency[node].begin(), adjacency[node].end());
                }
                near = next;
            }
            for (std::size_t b = 0; b < nodes.size(); ++b) {
                EXPECT_DOUBLE_EQ(
                    space.distance(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)),
                    static_cast<double>(hops[static_cast<std::size_t>(nodes[b])]) / 3);
            }
        }
    }
}

ProtectStep step_of(std::string_view name, const Json& given) {
    const Method& method = find_method(name, Family::mask, DataKind::graph);
    Problems problems;
    ProtectStep step{&method, method.bind(given, {}, problems)};
    throw_if_any(ErrorKind::usage, std::move(problems));
    return step;
}

// Groups of one, which no release has.
void expect_nothing_lost(const SocialGraph& graph, bool by_mdav, double closeness) {
    const Context context = test::threads(1);
    const Adjacency adjacency(graph);
    NodeAttributes attributes = node_attributes(context, graph.attributes, {});
    GroupOptions options;
    options.k = 1;
    options.closeness = closeness;
    const Clusters groups = by_mdav ? group_nodes(context, attributes, adjacency, options)
                                    : cut_groups(context, attributes, adjacency, 1, closeness);
    EXPECT_EQ(generalisation_loss(context, attributes, groups), 0);
}

TEST(GroupNodes, TheTwoPairsOfTheWorkedExample) {
    const SocialGraph graph = graph_groups_graph_of(
        {graph_groups_locations({"Barcelona", "Barcelona", "Madrid", "Paris"})},
        {{0, 1}, {1, 2}, {2, 3}, {0, 2}});
    for (const char* method : {"mdav", "mondrian"}) {
        ProtectOptions options;
        options.steps = {step_of(method, {{"k", 2}})};
        const ProtectedGraph result = protect_graph(test::threads(1), graph, options, Random(1));
        const Column& column = *result.graph.attributes.columns().front();
        std::vector<std::string> published;
        for (std::int64_t row = 0; row < 4; ++row) published.push_back(column.text(row));
        EXPECT_EQ(published,
                  (std::vector<std::string>{"Barcelona", "Barcelona", "Europe", "Europe"}));
        EXPECT_EQ(result.graph.ids, (std::vector<std::string>{"1", "2", "3", "4"}));
        EXPECT_EQ(result.graph.edges, graph.edges);
        EXPECT_EQ(result.anonymity.k, 2);
    }
}

TEST(GroupNodes, AFewOfElsewhereDoNotGeneraliseAll) {
    std::vector<std::string> homes(20, "Barcelona");
    homes.resize(22, "Paris");
    const SocialGraph graph = graph_groups_graph_of({graph_groups_locations(homes)}, {});
    for (const char* method : {"mdav", "mondrian"}) {
        ProtectOptions options;
        options.steps = {step_of(method, {{"k", 5}})};
        const ProtectedGraph result = protect_graph(test::threads(1), graph, options, Random(1));
        const Column& column = *result.graph.attributes.columns().front();
        std::int64_t kept = 0;
        for (std::int64_t row = 0; row < 22; ++row) kept += column.text(row) == "Barcelona" ? 1 : 0;
        EXPECT_EQ(kept, 17);
    }
}

TEST(GroupNodes, EveryCombinationHoldsForKOnThousandsOfGraphs) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const SocialGraph graph = graph_groups_random_graph(Random(seed), 60);
        Draws draws = Random(seed).stream("options").at(0);
        const auto k = static_cast<std::int64_t>(
            1 + draws.below(std::min<std::uint64_t>(12, graph.ids.size())));
        const bool by_mdav = draws.below(2) == 0;
        const double closeness = static_cast<double>(draws.below(5)) / 4;
        const bool plain = draws.below(2) == 0;
        if (k == 1) {
            expect_nothing_lost(graph, by_mdav, closeness);
            continue;
        }
        ProtectOptions options;
        options.k = k;
        options.steps = {
            step_of(by_mdav ? "mdav" : "mondrian", {{"k", k}, {"closeness", closeness}})};
        if (!plain) options.steps.push_back(step_of("k-degree", {{"k", k}}));
        const ProtectedGraph one = protect_graph(test::threads(1), graph, options, Random(seed));
        const ProtectedGraph two = protect_graph(test::threads(2), graph, options, Random(seed));
        EXPECT_GE(smallest_class(one.graph.attributes), options.k) << "seed " << seed;
        EXPECT_EQ(one.groups, two.groups);
        EXPECT_EQ(one.graph.edges, two.graph.edges);
        EXPECT_EQ(table_text(one.graph.attributes, Format::csv),
                  table_text(two.graph.attributes, Format::csv));
        EXPECT_LE(one.loss, 1);
    }
}

TEST(GroupNodes, BlocksOfLargerGraphs) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const SocialGraph graph = graph_groups_random_graph(Random(seed), 2000);
        const Adjacency adjacency(graph);
        const NodeAttributes attributes = node_attributes(test::threads(1), graph.attributes, {});
        GroupOptions options;
        options.k = 3;
        options.whole = 10;
        options.block = 60;
        options.closeness = seed % 2 == 0 ? 0.25 : 0;
        if (graph.nodes() < 3) continue;
        const Clusters one = group_nodes(test::threads(1), attributes, adjacency, options);
        EXPECT_EQ(one, group_nodes(test::threads(2), attributes, adjacency, options));
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(one.count), 0);
        for (const std::int32_t group : one.of) ++sizes[static_cast<std::size_t>(group)];
        EXPECT_GE(*std::ranges::min_element(sizes), 3);
        if (graph.nodes() <= 60) continue;
        const NodeParts parts =
            cut_nodes(test::threads(2), attributes, adjacency, {15, 60, options.closeness});
        std::vector<std::int64_t> all = parts.nodes;
        std::ranges::sort(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            ASSERT_EQ(all[i], static_cast<std::int64_t>(i));
        }
        for (std::size_t part = 0; part < parts.count(); ++part) {
            EXPECT_GE(parts[part].size(), 15U);
            EXPECT_LE(parts[part].size(), 60U);
        }
    }
}

TEST(ProtectGraph, BadOptions) {
    const SocialGraph graph =
        graph_groups_graph_of({graph_groups_locations({"Barcelona", "Madrid"})}, {{0, 1}});
    const auto context = test::threads(1);
    ProtectOptions options;
    options.steps = {step_of("mdav", {{"k", 3}})};
    EXPECT_THROW(protect_graph(context, graph, options, Random(1)), Error);
    EXPECT_THROW(step_of("mdav", {{"k", 2}, {"closeness", 2}}), Error);
    options.steps = {step_of("mdav", {{"k", 2}, {"closeness", 0}})};
    EXPECT_NO_THROW(protect_graph(context, graph, options, Random(1)));
    options.keep = {"location"};
    EXPECT_THROW(protect_graph(context, graph, options, Random(1)), Error);
    options.steps.clear();
    EXPECT_EQ(protect_graph(context, graph, options, Random(1))
                  .graph.attributes.column("location")
                  .text(1),
              "Madrid");
}

TEST(GraphMicrodata, ByHand) {
    const SocialGraph graph = graph_groups_graph_of(
        {graph_groups_locations({"Barcelona", "Madrid", "Paris", "Europe"}),
         Column::from_texts("topics", Kind::nominal,
                            std::vector<std::string>{"art;film", "film", "film;art", "music"}),
         Column::numeric("age", {1, 2, 3, 4})},
        {{0, 1}, {0, 2}, {1, 2}, {0, 0}});
    const Table table = graph_microdata(test::threads(1), graph, {});
    EXPECT_EQ(table_text(table, Format::csv),
              "location,neighbours_location,topics_1,topics_2,neighbours_topics_1,"
              "neighbours_topics_2,age,neighbours\n"
              "Spain,France,art,film,film,art,1,2-3\n"
              "Spain,France,film,,art,film,2,2-3\n"
              "France,Spain,film,art,film,art,3,2-3\n"
              "Europe,,music,,,,4,0\n");
    MicrodataOptions options;
    options.level = 1;
    EXPECT_EQ(graph_microdata(test::threads(1), graph, options).column("location").text(0),
              "Europe");
    options.level = 0;
    EXPECT_EQ(graph_microdata(test::threads(1), graph, options).column("location").text(2),
              "World");
    options.level = -1;
    EXPECT_THROW(graph_microdata(test::threads(1), graph, options), Error);
}

}  // namespace
}  // namespace lethe::graph
