// Graphs that are written and read again: random ones, in every format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/write_graph.h"
#include "support.h"

namespace lethe::graph {
namespace {

// With loops, repeats and nodes without edges, odd ids, missing values and odd texts.
SocialGraph graph_write_random_graph(Draws& draws, bool odd) {
    constexpr std::array<std::string_view, 8> kWords{"a b",  "x&y",  "\"quoted\"", "<tag>",
                                                     "né;e", "0012", "two\nlines", "plain"};
    SocialGraph graph;
    graph.directed = draws.below(2) == 0;
    const auto nodes = 1 + draws.below(30);
    for (std::uint64_t i = 0; i < nodes; ++i) {
        std::string id = std::to_string(i * 7);
        if (odd) id += std::string(kWords[draws.below(kWords.size())]);
        graph.ids.push_back(std::move(id));
    }
    const auto edges = 1 + draws.below(60);
    for (std::uint64_t i = 0; i < edges; ++i) {
        graph.edges.push_back(
            {static_cast<Node>(draws.below(nodes)), static_cast<Node>(draws.below(nodes))});
    }
    if (draws.below(2) == 0) {
        for (std::uint64_t i = 0; i < edges; ++i) graph.weights.push_back(draws.normal());
    }
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    Validity validity(static_cast<std::int64_t>(nodes));
    for (std::uint64_t i = 0; i < nodes; ++i) {
        numbers.push_back(draws.normal() * 100);
        codes.push_back(static_cast<std::int32_t>(draws.below(kWords.size())));
        if (i > 0 && draws.below(4) == 0) validity.set_missing(static_cast<std::int64_t>(i));
    }
    // The first value is one that is no number, so that the column is read as categories.
    codes[0] = 0;
    auto words = std::make_shared<Dictionary>(kWords.begin(), kWords.end());
    graph.attributes =
        Table({Column::numeric("income", std::move(numbers), validity),
               Column::categories("word", Kind::nominal, std::move(codes), words, validity)});
    return graph;
}

void graph_write_expect_same(const SocialGraph& a, const SocialGraph& b) {
    EXPECT_EQ(a.directed, b.directed);
    EXPECT_EQ(a.ids, b.ids);
    EXPECT_EQ(a.edges, b.edges);
    EXPECT_EQ(a.weights, b.weights);
    ASSERT_EQ(a.attributes.names(), b.attributes.names());
    for (const ColumnPtr& column : a.attributes.columns()) {
        const Column& other = b.attributes.column(column->name());
        ASSERT_EQ(column->kind(), other.kind()) << column->name();
        for (std::int64_t row = 0; row < column->size(); ++row) {
            ASSERT_EQ(column->valid(row), other.valid(row));
            if (column->valid(row)) {
                ASSERT_EQ(column->text(row), other.text(row));
            }
        }
    }
}

class RoundTrip : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, GivesTheSameGraph) {
    test::TemporaryFolder folder;
    const std::string name = GetParam();
    const bool whole = graph_format_of(name) != GraphFormat::edge_list;
    const Stream stream = Random(8).stream(name);
    for (int i = 0; i < 25; ++i) {
        Draws draws = stream.at(i);
        const SocialGraph graph = graph_write_random_graph(draws, i % 2 == 1);
        GraphTarget target{folder.file(name), ""};
        if (!whole) target.nodes = folder.file("nodes." + name);
        write_graph({}, graph, target);
        GraphSource source{target.file, target.nodes};
        if (!whole) source.directed = graph.directed;
        source.reading.header = true;
        graph_write_expect_same(graph, read_graph({}, source));
        if (::testing::Test::HasFailure()) break;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         ::testing::Values("g.csv", "g.tsv.gz", "g.parquet", "g.gml", "g.gml.gz",
                                           "g.graphml", "g.graphml.gz"));

TEST(WriteGraph, PlainText) {
    test::TemporaryFolder folder;
    SocialGraph graph;
    graph.ids = {"a", "b"};
    graph.edges = {{0, 1}, {1, 1}};
    graph.weights = {1, 2.5};
    write_graph({}, graph, {folder.file("e.txt"), ""});
    GraphSource source{folder.file("e.txt")};
    source.weight = "3";
    graph_write_expect_same(graph, read_graph({}, source));
    graph.ids[1] = "b c";
    EXPECT_THROW(write_graph({}, graph, {folder.file("e.txt"), ""}), Error);
}

TEST(WriteGraph, NothingIsLostInSilence) {
    test::TemporaryFolder folder;
    SocialGraph graph;
    graph.ids = {"a", "b", "c"};
    graph.edges = {{0, 1}};
    EXPECT_THROW(write_graph({}, graph, {folder.file("e.csv"), ""}), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.file("e.csv")));
    EXPECT_NO_THROW(write_graph({}, graph, {folder.file("e.csv"), folder.file("n.csv")}));
    EXPECT_THROW(write_graph({}, graph, {folder.file("e.gml"), folder.file("n.csv")}), Error);
}

TEST(WriteGraph, AllOrNothing) {
    test::TemporaryFolder folder;
    SocialGraph graph;
    graph.ids = {"a", "b"};
    graph.edges = {{0, 1}};
    EXPECT_THROW(write_graph({}, graph, {folder.file("no/e.csv"), folder.file("n.csv")}), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.file("n.csv")));
    graph.ids[0] = "\x01";
    EXPECT_THROW(write_graph({}, graph, {folder.file("e.graphml"), ""}), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.file("e.graphml")));
}

TEST(WriteGraph, KeysOfGml) {
    SocialGraph graph;
    graph.ids = {"a"};
    graph.attributes =
        Table({Column::numeric("first name", {1}), Column::numeric("first_name", {2}),
               Column::numeric("label", {3}), Column::numeric("1st", {4})});
    const std::string text = gml_text(graph);
    for (const char* line : {"first_name 1\n", "first_name_ 2\n", "label_ 3\n", "a_1st 4\n"}) {
        EXPECT_THAT(text, ::testing::HasSubstr(line));
    }
}

}  // namespace
}  // namespace lethe::graph
