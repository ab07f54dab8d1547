// Nothing that is published of a social graph tells of the original what the release does not: a
// name, a value, how many have which number of acquaintances.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "asking.h"
#include "lethe/core/error.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/graph/graph_method.h"
#include "lethe/graph/protect/mask_nodes.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/graphs/graph_protections.h"
#include "secrets.h"

namespace lethe::graph {
namespace {

using test::Asking;
using test::Secrets;

constexpr Node kPeople = 61;

// A few know many, some edges are loops and repeats; rare cities, incomes that nobody guesses, and
// what is not released: names and a note.
SocialGraph uneven_graph(std::uint64_t seed) {
    Draws words = Random(seed).stream("words").at(0);
    std::vector<std::string> cities, topics;
    for (int i = 0; i < 9; ++i) cities.push_back(test::made_up_word(words));
    for (int i = 0; i < 12; ++i) topics.push_back(test::made_up_word(words));
    SocialGraph graph;
    std::vector<std::string> name, city, topic, note;
    std::vector<double> income;
    for (Node node = 0; node < kPeople; ++node) {
        Draws draws = Random(seed).stream("people").at(node);
        const double u = draws.uniform();
        graph.ids.push_back(test::made_up_word(draws));
        name.push_back(test::made_up_word(draws) + " " + test::made_up_word(draws));
        city.push_back(cities[static_cast<std::size_t>(9 * u * u * u)]);
        topic.push_back(topics[draws.below(4)] + ";" + topics[4 + draws.below(8)]);
        note.push_back(test::made_up_word(draws) + " called twice and left a message");
        income.push_back(1234.5 + 9876.5 * draws.uniform() * draws.uniform());
    }
    graph.attributes = Table({Column::from_texts("name", Kind::nominal, name),
                              Column::from_texts("city", Kind::nominal, city),
                              Column::numeric("income", std::move(income)),
                              Column::from_texts("topics", Kind::nominal, topic),
                              Column::from_texts("note", Kind::text, note)});
    const Stream stream = Random(seed).stream("edges");
    for (std::int64_t edge = 0; edge < 173; ++edge) {
        Draws draws = stream.at(edge);
        const double u = draws.uniform();
        graph.edges.push_back(
            {static_cast<Node>(u * u * kPeople), static_cast<Node>(draws.below(kPeople))});
    }
    return graph;
}

// By brute force.
void add_shape(const SocialGraph& graph, Secrets& to) {
    const Adjacency joined(graph);
    std::vector<double> degrees;
    std::map<std::int64_t, double> with_degree;
    double triangles = 0, wedges = 0;
    for (Node a = 0; a < joined.nodes(); ++a) {
        const std::int64_t degree = joined.degree(a);
        degrees.push_back(static_cast<double>(degree));
        ++with_degree[degree];
        wedges += static_cast<double>(degree * (degree - 1)) / 2;
        for (const Node b : joined[a]) {
            for (const Node c : joined[b]) triangles += b > a && c > b && joined.joined(a, c);
        }
    }
    std::vector<double> counts;
    for (const auto& [degree, count] : with_degree) counts.push_back(count);
    test::add_distribution(counts, static_cast<double>(joined.nodes()), to);
    test::add_distribution(degrees, static_cast<double>(joined.nodes()), to);
    double squares = 0;
    for (const double degree : degrees) squares += degree * degree;
    for (const double figure :
         {static_cast<double>(graph.edges.size()), static_cast<double>(joined.edges()), triangles,
          wedges, 3 * triangles / wedges, 2.0 * static_cast<double>(joined.edges()) / kPeople,
          squares / kPeople}) {
        // Small whole numbers are also numbers of something else.
        if (figure != std::round(figure) || figure > 100) test::add_figure(figure, to);
    }
}

// A released graph lacks columns: `columns` are those of the original, so that distributions stand
// at the same places.
Secrets secrets_of(const SocialGraph& graph, const std::vector<std::string>& columns) {
    Secrets secrets;
    for (const std::string& id : graph.ids) test::add_words(id, secrets, 9);
    for (const std::string& name : columns) {
        const Column* column = graph.attributes.find(name);
        if (column == nullptr) {
            secrets.counts.emplace_back();
            continue;
        }
        std::map<std::string, double> counts;
        std::vector<double> numbers;
        for (std::int64_t row = 0; row < column->size(); ++row) {
            if (!column->valid(row)) continue;
            test::add_words(column->text(row), secrets, 9);
            ++counts[column->text(row)];
            if (column->is_numeric()) {
                numbers.push_back(column->numbers()[static_cast<std::size_t>(row)]);
            }
        }
        std::vector<double> sizes;
        for (const auto& [value, count] : counts) sizes.push_back(count);
        test::add_distribution(sizes, kPeople, secrets);
        test::add_numbers(numbers, secrets);
    }
    add_shape(graph, secrets);
    return secrets;
}

// An original on disk.
class Network {
  public:
    explicit Network(std::uint64_t seed) : original(uneven_graph(seed)), asking(seed) {
        write_graph(test::threads(1), original, {edges(), nodes()});
        const Column& city = original.attributes.column("city");
        std::string tree;
        for (std::size_t i = 0; i < city.dictionary().size(); ++i) {
            tree += fmt::format("{};part {};land\n", city.dictionary()[i], i % 3);
        }
        asking.put("places.csv", tree);
    }

    // What a method needs to take any of the columns.
    Json needs(const Method& method) const {
        if (!method.accepts(Kind::semantic) || method.accepts(Kind::nominal)) return Json::object();
        return {{"knowledge", {{"city", asking.path("places.csv")}}}};
    }

    std::string edges() const { return asking.path("edges.csv"); }
    std::string nodes() const { return asking.path("nodes.csv"); }
    std::string output() const { return asking.open_path("release.gml"); }

    // Protects by steps such as "mdav k=3", and tells what the release does not tell.
    Secrets release(const std::vector<std::string>& steps, Json more = Json::object()) const {
        Json options{{"graph", {edges(), nodes()}}, {"output", output()}, {"step", steps}};
        options.update(more);
        asking.run("protect", DataKind::graph, options);
        return hidden_from(read_graph(test::threads(1), {output()}));
    }

    Secrets hidden_from(const SocialGraph& released) const {
        const std::vector<std::string> columns = original.attributes.names();
        Secrets told = secrets_of(released, columns);
        for (const ColumnPtr& column : released.attributes.columns()) {
            if (column->is_numeric()) continue;
            for (const std::string& text : column->dictionary()) test::add_values_of(text, told);
        }
        return test::hidden(secrets_of(original, columns), told);
    }

    SocialGraph original;
    Asking asking;
};

// "k-degree k=5", with the example's settings and the change; empty where a step cannot say it.
std::string step_of(const Method& method, const Json& change) {
    Json given = method.info.example;
    given.update(change);
    if (method.has_parameter("k")) given["k"] = 3;
    if (masks_nodes(method.info) && method.has_parameter("publish") &&
        !change.contains("publish")) {
        given["publish"] = "representative";
    }
    std::string step = release::protection_name(method);
    for (const auto& [name, value] : given.items()) {
        if (value.is_structured()) return {};
        step += fmt::format(" {}={}", name,
                            value.is_string() ? value.get<std::string>() : value.dump());
    }
    return step;
}

class PublishedGraph : public testing::TestWithParam<std::string> {};
class PublishedGraphAssessment : public testing::TestWithParam<std::string> {
  protected:
    const Method& method() const { return *find_method(GetParam(), DataKind::graph); }
};

// The graph, its record and the page of the record.
TEST_P(PublishedGraph, TellsNoOriginal) {
    const Method& method = release::graph_protection(GetParam());
    const std::string most_common = step_of(method, Json::object());
    ASSERT_FALSE(most_common.empty());
    std::int64_t released = 0;
    for (const std::uint64_t seed : {1U, 2U}) {
        const Network network(seed);
        for (const Json& change : test::changes_of(method)) {
            const std::string step = step_of(method, change);
            SCOPED_TRACE(step);
            try {
                const Secrets secrets = network.release({step}, network.needs(method));
                ASSERT_GT(secrets.words.size(), 200U);  // ids, names and notes
                EXPECT_EQ(test::listed(network.asking.found_in_open_files(secrets)), "");
                ++released;
            } catch (const Error& error) {
                // A setting that does not go with these columns, or with the others of the example.
                EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
                EXPECT_NE(step, most_common) << error.what();
            }
            network.asking.clear_open();
        }
    }
    EXPECT_GE(released, 2);
}

TEST(GraphPublication, KeptColumnsOrderAndTablesOfNodesTellNoOriginal) {
    const Network network(3);
    for (const Json& more : {Json{{"keep", {"city"}}}, Json{{"attributes", {"city"}}},
                             Json{{"keep_order", true}}, Json{{"neighbourhoods", true}}}) {
        SCOPED_TRACE(more.dump());
        const Secrets secrets = network.release({"mdav k=3", "k-degree k=3"}, more);
        EXPECT_EQ(test::listed(network.asking.found_in_open_files(secrets)), "");
        network.asking.clear_open();
    }
}

std::string option_of(const Method& method) {
    return method.info.family == Family::attack ? "attack" : "measure";
}

// A release with edges of its own: what follows of the shape is secret then.
const std::vector<std::string> kChanged{"mdav k=3", "k-degree k=4"};

TEST_P(PublishedGraphAssessment, TellsNoOriginal) {
    std::uint64_t seed = 4;
    for (const std::vector<std::string>& steps :
         {kChanged, {"mondrian k=3", "perturb share=0.2"}, {"mdav k=5"}}) {
        const Network network(seed++);
        const Secrets secrets = network.release(steps);
        for (const Json& change : test::changes_of(method())) {
            SCOPED_TRACE(steps.back() + " " + change.dump());
            Json given = method().info.example;
            given.update(change);
            const Json result = network.asking.run(option_of(method()), DataKind::graph,
                                                   {{"original", network.edges()},
                                                    {"nodes", network.nodes()},
                                                    {"protected", network.output()},
                                                    {option_of(method()), {GetParam()}},
                                                    {"set", given}});
            EXPECT_EQ(test::listed(test::found_in_published(secrets, result)), "");
        }
    }
}

TEST(GraphPublication, WholeAssessmentsInspectionsAndExplorationsTellNoOriginal) {
    for (const std::uint64_t seed : {7U, 8U}) {
        const Network network(seed);
        Secrets secrets = network.release(kChanged);
        for (const bool picture : {false, true}) {
            const Json assessed = network.asking.run("assess", DataKind::graph,
                                                     {{"original", network.edges()},
                                                      {"nodes", network.nodes()},
                                                      {"protected", {network.output()}},
                                                      {"picture", picture}});
            EXPECT_EQ(test::listed(test::found_in_published(secrets, assessed)), "");
        }
        // Here nothing is released yet.
        secrets = network.hidden_from({});
        const Json inspected = network.asking.run("inspect", DataKind::graph,
                                                  {{"graph", {network.edges(), network.nodes()}}});
        EXPECT_EQ(test::listed(test::found_in_published(secrets, inspected)), "");
        const Json explored = network.asking.run("explore", DataKind::graph,
                                                 {{"graph", network.edges()},
                                                  {"nodes", network.nodes()},
                                                  {"output", network.asking.path("exploration")}});
        EXPECT_EQ(test::listed(test::found_in_published(secrets, explored)), "");
    }
}

// The search finds what somebody puts there.
TEST(GraphPublication, WhatIsPlantedIsFound) {
    const Network network(9);
    const Secrets secrets = network.release(kChanged);
    ASSERT_EQ(test::listed(network.asking.found_in_open_files(secrets)), "");
    const Json record = Json::parse(read_file(network.output() + ".lethe.json"));
    const auto planted = [&](const Json& what) {
        Json changed = record;
        changed["planted"] = what;
        return test::found_in(secrets, changed).size();
    };
    const SocialGraph& original = network.original;
    EXPECT_GE(planted(original.ids[11]), 1U);
    EXPECT_GE(planted("Mr " + original.attributes.column("name").text(5)), 1U);
    EXPECT_GE(planted({{original.attributes.column("note").text(5), true}}), 1U);
    EXPECT_GE(planted(original.attributes.column("income").numbers()[17]), 1U);
    // Groups keep the mean, which is no secret then; they do not keep the variance.
    double sum = 0, squares = 0;
    for (const double income : original.attributes.column("income").numbers()) sum += income;
    for (const double income : original.attributes.column("income").numbers()) {
        squares += (income - sum / kPeople) * (income - sum / kPeople);
    }
    const double deviation = std::sqrt(squares / kPeople);
    EXPECT_GE(planted(deviation), 1U);
    EXPECT_GE(test::found_in_page(secrets, fmt::format("<b>{:.3f}</b>", deviation)).size(), 1U);
    const Adjacency joined(original);
    Json degrees = Json::array();
    for (Node node = 0; node < joined.nodes(); ++node) degrees.push_back(joined.degree(node));
    EXPECT_GE(planted(degrees), 1U);
    EXPECT_GE(planted(original.edges.size()), 1U);
    EXPECT_GE(
        test::found_in_file(secrets, "release.gml", fmt::format("label \"{}\"", original.ids[0]))
            .size(),
        1U);
}

std::vector<std::string> published_graph_protections() {
    std::vector<std::string> names;
    for (const Method* method : methods_of(Family::mask, DataKind::graph)) {
        names.push_back(release::protection_name(*method));
    }
    for (const Method* method : release::node_masks()) {
        names.push_back(release::protection_name(*method));
    }
    return names;
}

std::vector<std::string> published_graph_assessments() {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::graph || method.info.family == Family::mask) continue;
        names.push_back(method.info.name);
    }
    return names;
}

std::string published_graph_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace_if(
        name, [](char c) { return c == '-' || c == ':'; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedGraph,
                         testing::ValuesIn(published_graph_protections()), published_graph_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, PublishedGraphAssessment,
                         testing::ValuesIn(published_graph_assessments()), published_graph_name);

}  // namespace
}  // namespace lethe::graph
