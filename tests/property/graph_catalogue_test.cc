// Every method of social graphs is held to what it declares, on random graphs of several shapes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "example_tables.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/graph/attributes/default_attributes.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/graph_protections.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe {
namespace {

using graph::AttributeChoice;
using graph::SocialGraph;

// A column of each kind, with and without missing values.
Table node_table(std::int64_t nodes, bool holes, const Stream& stream) {
    const std::vector<std::string> cities = {"Barcelona", "Madrid", "Paris", "Lyon"};
    const std::vector<std::string> topics = {"art", "music", "sport", "art;film", "film;sport"};
    const std::vector<std::string> order = {"low", "middle", "high"};
    std::vector<std::string> home, likes, sex, income;
    std::vector<double> age;
    Validity validity(nodes);
    for (std::int64_t node = 0; node < nodes; ++node) {
        Draws draws = stream.at(node);
        home.push_back(cities[draws.below(cities.size())]);
        likes.push_back(topics[draws.below(topics.size())]);
        sex.push_back(draws.below(2) == 0 ? "f" : "m");
        income.push_back(order[draws.below(order.size())]);
        age.push_back(static_cast<double>(18 + draws.below(60)));
        if (holes && draws.below(8) == 0) validity.set_missing(node);
    }
    const auto meaning =
        std::make_shared<const Meaning>(test::taxonomy_of("places", {{"Spain", "Europe"},
                                                                     {"France", "Europe"},
                                                                     {"Barcelona", "Spain"},
                                                                     {"Madrid", "Spain"},
                                                                     {"Paris", "France"},
                                                                     {"Lyon", "France"}}),
                                        std::vector<MappedValue>{}, Unmapped::fail);
    const ColumnPtr plain = Column::from_texts("sex", Kind::nominal, sex);
    return Table(
        {Column::from_texts("home", Kind::nominal, home)->with_meaning(meaning),
         Column::from_texts("topics", Kind::nominal, likes),
         Column::categories("sex", Kind::nominal, {plain->codes().begin(), plain->codes().end()},
                            plain->dictionary_ptr(), validity),
         Column::from_texts("income", Kind::nominal, income)->as_ordinal(order),
         Column::numeric("age", age, validity)});
}

// Edges between random nodes, a few of them loops and repeats, more at the first nodes.
SocialGraph random_people(std::uint64_t seed, std::int64_t nodes, std::int64_t edges,
                          bool directed = false) {
    const Random random(seed);
    SocialGraph graph;
    graph.directed = directed;
    graph.attributes = node_table(nodes, seed % 2 == 0, random.stream("nodes"));
    for (std::int64_t node = 0; node < nodes; ++node) {
        graph.ids.push_back(fmt::format("secret-{}", node));
    }
    const Stream stream = random.stream("edges");
    for (std::int64_t edge = 0; edge < edges; ++edge) {
        Draws draws = stream.at(edge);
        const double u = draws.uniform();
        graph.edges.push_back(
            {static_cast<graph::Node>(u * u * static_cast<double>(nodes)),
             static_cast<graph::Node>(draws.below(static_cast<std::uint64_t>(nodes)))});
    }
    return graph;
}

std::vector<SocialGraph> example_graphs() {
    return {random_people(1, 60, 150), random_people(2, 60, 90), random_people(3, 40, 100, true),
            random_people(4, 60, 0), random_people(5, 12, 20)};
}

graph::ProtectOutput protect(const Method& method, const SocialGraph& graph, std::uint64_t seed,
                             int threads, const Json& params) {
    const AttributeChoice all;
    const Context context = test::threads(threads);
    return method.protect_graph({graph, all, Random(seed), context}, params);
}

std::string text_of(const graph::ProtectOutput& output) {
    std::string text =
        fmt::format("{} {} {}\n", output.edges_added, output.edges_removed, output.edges_left_out);
    for (const ColumnPtr& column : output.graph.attributes.columns()) {
        for (std::int64_t row = 0; row < column->size(); ++row) {
            text += column->valid(row) ? column->text(row) + "\n" : std::string("-\n");
        }
    }
    for (const graph::Edge& edge : output.graph.edges) {
        text += fmt::format("{} {}\n", edge.from, edge.to);
    }
    return text;
}

// The example and everything of the ladder.
std::vector<Json> settings_of(const Method& method) {
    std::vector<Json> settings{bound_example(method)};
    for (const Json& step : method.info.ladder) {
        Problems problems;
        settings.push_back(method.bind(step, {}, problems));
        EXPECT_TRUE(problems.empty()) << step.dump();
    }
    return settings;
}

bool has_enough(const SocialGraph& graph, const Json& params) {
    return params.value("k", std::int64_t{0}) <= graph.nodes();
}

class EachGraphMethod : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::graph); }
};
class EachGraphProtection : public EachGraphMethod {};
class EachGraphAssessment : public EachGraphMethod {};
class EachGraphLoss : public EachGraphMethod {};

TEST_P(EachGraphMethod, SaysWhereItServesAndWhereNot) {
    EXPECT_NE(method().info.description.find("Use it "), std::string::npos);
    EXPECT_NE(method().info.description.find("Beware"), std::string::npos);
}

TEST_P(EachGraphProtection, SameBytesForAnyNumberOfThreads) {
    const Json params = bound_example(method());
    std::vector<SocialGraph> graphs = example_graphs();
    graphs.push_back(random_people(6, 11000, 30000));  // more than is grouped as a whole
    for (const SocialGraph& graph : graphs) {
        const std::string one = text_of(protect(method(), graph, 1, 1, params));
        EXPECT_EQ(one, text_of(protect(method(), graph, 1, 3, params)));
    }
}

TEST_P(EachGraphProtection, TheSeedMattersExactlyWhereDeclared) {
    const Json params = bound_example(method());
    bool differs = false;
    for (const SocialGraph& graph : example_graphs()) {
        for (std::uint64_t seed = 2; seed < 6; ++seed) {
            differs = differs || text_of(protect(method(), graph, 1, 2, params)) !=
                                     text_of(protect(method(), graph, seed, 2, params));
        }
    }
    EXPECT_EQ(differs, method().has(Property::random));
}

// What is promised holds, counted in the result by other means.
TEST_P(EachGraphProtection, KeepsItsPromises) {
    for (const SocialGraph& graph : example_graphs()) {
        for (const Json& params : settings_of(method())) {
            if (!has_enough(graph, params)) {
                EXPECT_THROW(protect(method(), graph, 1, 2, params), Error);
                continue;
            }
            const graph::ProtectOutput output = protect(method(), graph, 1, 2, params);
            if (graph::protects_nodes(method().info)) {
                EXPECT_TRUE(method().has(Property::k_anonymous));
                EXPECT_EQ(output.k_of_nodes, params["k"]);
                const auto classes = group_rows(test::threads(2), output.graph.attributes,
                                                output.graph.attributes.names());
                EXPECT_GE(classes.smallest(), output.k_of_nodes);
            } else if (params.contains("k")) {
                EXPECT_EQ(output.k_of_degrees, params["k"]);
                const graph::Adjacency after(output.graph);
                std::map<std::int64_t, std::int64_t> counts;
                for (graph::Node node = 0; node < after.nodes(); ++node) {
                    ++counts[after.degree(node)];
                }
                for (const auto& [degree, count] : counts) {
                    EXPECT_GE(count, output.k_of_degrees) << "degree " << degree;
                }
            }
        }
    }
}

// Where it is declared, of each node and in each direction; and it is declared where it is so.
TEST_P(EachGraphProtection, KeepsDegreesWhereDeclared) {
    if (graph::protects_nodes(method().info)) return;
    bool keeps = true;
    for (const SocialGraph& graph : example_graphs()) {
        for (const Json& params : settings_of(method())) {
            if (!has_enough(graph, params)) continue;
            const SocialGraph before = graph::with_single_edges(graph);
            const SocialGraph after = protect(method(), graph, 1, 2, params).graph;
            const graph::Adjacency old_neighbours(before), neighbours(after);
            for (graph::Node node = 0; node < after.nodes(); ++node) {
                keeps = keeps && neighbours.degree(node) == old_neighbours.degree(node);
            }
            if (!graph.directed) continue;
            const auto old_ways = graph::directed_degrees(before);
            const auto ways = graph::directed_degrees(after);
            keeps = keeps && old_ways.out == ways.out && old_ways.in == ways.in;
        }
    }
    EXPECT_EQ(keeps, method().has(Property::keeps_degrees));
}

// A protection of nodes leaves edges, one of edges the nodes; edges are counted truly.
TEST_P(EachGraphProtection, ChangesWhatItSays) {
    const Json params = bound_example(method());
    for (const SocialGraph& graph : example_graphs()) {
        const graph::ProtectOutput output = protect(method(), graph, 1, 2, params);
        EXPECT_EQ(output.graph.ids, graph.ids);
        EXPECT_EQ(output.graph.directed, graph.directed);
        if (graph::protects_nodes(method().info)) {
            EXPECT_EQ(output.graph.edges, graph.edges);
            EXPECT_EQ(output.attributes, graph.attributes.names());
            EXPECT_GT(output.groups.count, 0);
            continue;
        }
        for (const ColumnPtr& column : graph.attributes.columns()) {
            EXPECT_EQ(output.graph.attributes.column_ptr(column->name()), column);
        }
        const SocialGraph single = graph::with_single_edges(graph);
        EXPECT_EQ(std::ssize(output.graph.edges),
                  std::ssize(single.edges) + output.edges_added - output.edges_removed);
        EXPECT_EQ(graph::with_single_edges(output.graph).edges.size(), output.graph.edges.size());
        EXPECT_EQ(output.edges_left_out, std::ssize(graph.edges) - std::ssize(single.edges));
    }
}

Measurement assess(const Method& method, const SocialGraph& original, const SocialGraph& published,
                   int threads, std::uint64_t seed = 1) {
    const AttributeChoice all;
    const Context context = test::threads(threads);
    return method.assess_graph({original, published, all, Random(seed), context},
                               bound_example(method));
}

// Each graph with the result of each protection.
std::vector<std::pair<SocialGraph, SocialGraph>> graph_pairs() {
    std::vector<std::pair<SocialGraph, SocialGraph>> pairs;
    for (const SocialGraph& graph : example_graphs()) {
        for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
            pairs.emplace_back(graph, protect(*method, graph, 1, 2, bound_example(*method)).graph);
        }
    }
    return pairs;
}

TEST_P(EachGraphAssessment, RunsOnEveryReleaseAndThreadsDoNotMatter) {
    for (const auto& [original, published] : graph_pairs()) {
        const Measurement one = assess(method(), original, published, 1);
        const Measurement three = assess(method(), original, published, 3);
        EXPECT_EQ(one.value, three.value);
        EXPECT_EQ(one.details.dump(), three.details.dump());
        EXPECT_TRUE(std::isfinite(one.value));
        EXPECT_GE(one.value, 0);
        EXPECT_LE(one.value, 100 + 1e-9);
        const Json kept = {{"value", one.value}, {"details", one.details}};
        EXPECT_EQ(kept.dump().find("secret"), std::string::npos);
        if (method().info.reading != nullptr) {
            EXPECT_TRUE(method().info.reading(kept, one.value, std::nullopt).ends_with("."));
        }
    }
}

TEST_P(EachGraphLoss, NothingIsLostWhereNothingChanged) {
    for (const SocialGraph& graph : example_graphs()) {
        EXPECT_NEAR(assess(method(), graph, graph, 2).value, 0, 1e-9);
    }
}

// A column or an edge that is another's costs something.
TEST_P(EachGraphLoss, SomethingIsLostWhereEverythingChanged) {
    const SocialGraph graph = random_people(1, 60, 150);
    SocialGraph other = random_people(3, 60, 300);
    other.ids = graph.ids;
    EXPECT_GT(assess(method(), graph, other, 2).value, 10);
}

// A masking method of tables that protects nodes, on all columns that it takes. Where it can
// publish several values of a group it publishes one: a set of places is no place.
class EachNodeMask : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const {
        return release::graph_protection(release::protection_name(*find_method(GetParam())));
    }
    Json params(std::int64_t k) const {
        Json given = method().info.example;
        given["k"] = k;
        if (method().has_parameter("publish")) given["publish"] = "representative";
        Problems problems;
        Json bound = method().bind(given, {}, problems);
        EXPECT_TRUE(problems.empty());
        return bound;
    }
    graph::ProtectedGraph protected_by(const SocialGraph& graph, std::int64_t k,
                                       std::uint64_t seed = 1, int threads = 2) const {
        graph::ProtectOptions options;
        options.steps = {{&method(), params(k)}};
        options.k = k;
        return graph::protect_graph(test::threads(threads), graph, options, Random(seed));
    }
    static std::string published(const graph::ProtectedGraph& result) {
        return text_of({result.graph}) + fmt::format("{} {}", result.loss, result.facts.dump());
    }
};

TEST_P(EachNodeMask, KNodesShareWhatIsPublished) {
    for (const SocialGraph& graph : example_graphs()) {
        for (const std::int64_t k : {2, 3, 5}) {
            const graph::ProtectedGraph result = protected_by(graph, k);
            ASSERT_FALSE(result.attributes.empty());
            EXPECT_EQ(result.graph.attributes.names(), result.attributes);
            std::map<std::string, std::int64_t> counts;
            for (std::int64_t row = 0; row < result.graph.nodes(); ++row) {
                std::string profile;
                for (const ColumnPtr& column : result.graph.attributes.columns()) {
                    profile += column->valid(row) ? "=" + column->text(row) : std::string("-");
                    profile += '\n';
                }
                ++counts[profile];
            }
            for (const auto& [profile, count] : counts) EXPECT_GE(count, k) << profile;
            EXPECT_EQ(result.anonymity.classes, std::ssize(counts));
            EXPECT_EQ(result.groups.count, std::ssize(counts));
            EXPECT_GE(result.loss, 0);
            EXPECT_LE(result.loss, 1);
            EXPECT_EQ(result.graph.edges, graph.edges);
        }
    }
}

// Where a method is random the seed may matter: with some settings it is drawn from in ties alone.
TEST_P(EachNodeMask, SameBytesForAnyNumberOfThreadsAndTheSeedMattersOnlyWhereDeclared) {
    bool differs = false;
    for (const SocialGraph& graph : example_graphs()) {
        const std::string one = published(protected_by(graph, 3, 1, 1));
        EXPECT_EQ(one, published(protected_by(graph, 3, 1, 3)));
        for (std::uint64_t seed = 2; seed < 6; ++seed) {
            const std::string other = published(protected_by(graph, 3, seed));
            EXPECT_EQ(other, published(protected_by(graph, 3, seed)));
            differs = differs || one != other;
        }
    }
    if (!method().has(Property::random)) {
        EXPECT_FALSE(differs);
    }
}

TEST_P(EachNodeMask, IsAssessedAsOtherReleases) {
    const SocialGraph graph = example_graphs().front();
    const SocialGraph released = protected_by(graph, 3).graph;
    std::vector<std::string> notes;
    const AttributeChoice shared =
        graph::shared_attributes({}, graph, std::span(&released, 1), notes);
    const Context context = test::threads(2);
    for (const Method& assessment : catalogue()) {
        if (assessment.info.data != DataKind::graph || assessment.info.family == Family::mask) {
            continue;
        }
        const Measurement found = assessment.assess_graph(
            {graph, released, shared, Random(1), context}, bound_example(assessment));
        EXPECT_TRUE(std::isfinite(found.value)) << assessment.info.name;
    }
}

TEST_P(EachNodeMask, MoreThanThereAreNodesIsUnmet) {
    try {
        protected_by(example_graphs().back(), 13);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
    }
}

// What does not make k rows alike, or drops some, is refused with the reason.
TEST(NodeMasks, OthersAreRefused) {
    for (const Method* method : methods_of(Family::mask)) {
        const std::string name = release::protection_name(*method);
        if (graph::masks_nodes(method->info)) {
            EXPECT_EQ(&release::graph_protection(name), method);
            continue;
        }
        try {
            release::graph_protection(name);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::usage);
            EXPECT_NE(std::string(error.what()).find("does not protect nodes"), std::string::npos);
        }
    }
}

std::vector<std::string> node_mask_names() {
    std::vector<std::string> names;
    for (const Method* method : release::node_masks()) names.push_back(method->info.name);
    return names;
}

using Wanted = bool (*)(const Method&);

std::vector<std::string> graph_methods(Wanted wanted) {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data == DataKind::graph && wanted(method)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

std::string graph_test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EachNodeMask, testing::ValuesIn(node_mask_names()),
                         graph_test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, EachGraphMethod,
                         testing::ValuesIn(graph_methods([](const Method&) { return true; })),
                         graph_test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, EachGraphProtection,
                         testing::ValuesIn(graph_methods([](const Method& method) {
                             return method.info.family == Family::mask;
                         })),
                         graph_test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, EachGraphAssessment,
                         testing::ValuesIn(graph_methods([](const Method& method) {
                             return method.info.family != Family::mask;
                         })),
                         graph_test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, EachGraphLoss,
                         testing::ValuesIn(graph_methods([](const Method& method) {
                             return method.info.family == Family::loss;
                         })),
                         graph_test_name);

}  // namespace
}  // namespace lethe
