// Reading graphs: lists of edges, GML and GraphML, and what is wrong with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/graph/files/read_gml.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/read_graphml.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReadGraph : public ::testing::Test {
  protected:
    SocialGraph read(const std::string& name, const std::string& text, GraphSource source = {}) {
        source.file = put(name, text);
        return read_graph({}, source);
    }
    std::string put(const std::string& name, const std::string& text) {
        write_file(folder_.file(name), text);
        return folder_.file(name);
    }
    static std::string wrong(const std::function<void()>& run) {
        try {
            run();
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            std::string all;
            for (const Problem& problem : error.problems()) all += to_string(problem) + "\n";
            return all;
        }
        return "nothing was wrong";
    }
    test::TemporaryFolder folder_;
};

TEST_F(ReadGraph, NumbersAsTheyCome) {
    const SocialGraph graph = read("edges.csv", "a,b\n7,3\n3,12\n7,7\n7,3\n");
    EXPECT_THAT(graph.ids, ElementsAre("7", "3", "12"));
    EXPECT_THAT(graph.edges, ElementsAre(Edge{0, 1}, Edge{1, 2}, Edge{0, 0}, Edge{0, 1}));
    EXPECT_FALSE(graph.directed);
    EXPECT_TRUE(graph.weights.empty());
    const EdgeCounts counts = edge_counts(graph, Adjacency(graph));
    EXPECT_EQ(counts.loops, 1);
    EXPECT_EQ(counts.repeats, 1);
}

TEST_F(ReadGraph, LeadingZerosAreOtherIds) {
    const SocialGraph graph = read("edges.csv", "a,b\n7,007\n7,x\n");
    EXPECT_THAT(graph.ids, ElementsAre("7", "007", "x"));
}

TEST_F(ReadGraph, ColumnsByName) {
    GraphSource source;
    source.from = "who";
    source.to = "whom";
    source.weight = "often";
    source.directed = true;
    const SocialGraph graph = read("e.tsv", "often\twhom\twho\n2\tbo\tal\n0.5\tcy\tbo\n", source);
    EXPECT_THAT(graph.ids, ElementsAre("al", "bo", "cy"));
    EXPECT_THAT(graph.edges, ElementsAre(Edge{0, 1}, Edge{1, 2}));
    EXPECT_THAT(graph.weights, ElementsAre(2, 0.5));
    EXPECT_TRUE(graph.directed);
}

TEST_F(ReadGraph, PlainText) {
    const std::string text = "# Nodes: 3\n% more\n236 186\n\n186\t  9\r\n";
    EXPECT_THAT(read("facebook.txt", text).ids, ElementsAre("236", "186", "9"));
    GraphSource source;
    source.weight = "3";
    const SocialGraph weighted = read("w.edges", "a b 1.5\nb c 2\n", source);
    EXPECT_THAT(weighted.weights, ElementsAre(1.5, 2));
    EXPECT_THAT(read("commas.txt", "a,b\nx,y\ny,z\n").ids, ElementsAre("x", "y", "z"));
}

TEST_F(ReadGraph, PlainTextThatIsWrong) {
    const std::string told = wrong([&] { read("e.txt", "1 2\n3\n4 5 6\n"); });
    EXPECT_THAT(told, HasSubstr("e.txt:2: has 1 fields; 2 are expected"));
    EXPECT_THAT(told, HasSubstr(":3: has 3 fields; 2 are expected"));
}

TEST_F(ReadGraph, TableOfNodes) {
    GraphSource source;
    source.nodes = put("nodes.csv", "id,age,zip\n5,30,01234\n6,,99999\n7,40,55555\n");
    const SocialGraph graph = read("edges.csv", "a,b\n7,5\n", source);
    EXPECT_THAT(graph.ids, ElementsAre("5", "6", "7"));
    EXPECT_THAT(graph.edges, ElementsAre(Edge{2, 0}));
    EXPECT_EQ(graph.attributes.column("age").kind(), Kind::numeric);
    EXPECT_EQ(graph.attributes.column("age").missing(), 1);
    EXPECT_EQ(graph.attributes.column("zip").kind(), Kind::nominal);
}

TEST_F(ReadGraph, NodesThatTheTableLacks) {
    GraphSource source;
    source.nodes = put("nodes.csv", "id,age\nann,30\nben,31\n");
    const std::string told =
        wrong([&] { read("edges.csv", "a,b\nann,ben\nann,secret\nben,ann\nother,ben\n", source); });
    EXPECT_THAT(told, HasSubstr("row 2 has a node that"));
    EXPECT_THAT(told, HasSubstr("row 4 has a node that"));
    EXPECT_THAT(told, Not(HasSubstr("secret")));
}

TEST_F(ReadGraph, TenAreToldAndTheRestCounted) {
    GraphSource source;
    source.nodes = put("nodes.csv", "id,age\nann,30\n");
    std::string edges = "a,b\n";
    for (int i = 0; i < 25; ++i) edges += "ann,n" + std::to_string(i) + "\n";
    const std::string told = wrong([&] { read("edges.csv", edges, source); });
    EXPECT_THAT(told, HasSubstr("row 10 has"));
    EXPECT_THAT(told, Not(HasSubstr("row 11 has")));
    EXPECT_THAT(told, HasSubstr("and 15 more"));
}

TEST_F(ReadGraph, IdsThatAreWrong) {
    GraphSource source;
    source.nodes = put("nodes.csv", "id,age\nann,30\n,31\nann,32\n");
    const std::string told = wrong([&] { read("edges.csv", "a,b\nann,ann\n", source); });
    EXPECT_THAT(told, HasSubstr("row 2 has no id"));
    EXPECT_THAT(told, HasSubstr("row 3 has an id that an earlier row has"));
    EXPECT_THAT(wrong([&] { read("edges.csv", "a,b\n1,2\n3,\n"); }),
                HasSubstr("row 2 lacks a node"));
    EXPECT_THAT(wrong([&] { read("edges.csv", "a,b,weight\n1,2,x\n3,4,5\n"); }),
                HasSubstr("must hold numbers"));
    EXPECT_THAT(wrong([&] { read("edges.csv", "a,b,weight\n1,2,\n3,4,5\n"); }),
                HasSubstr("row 1 has no weight"));
    EXPECT_THAT(wrong([&] { read("edges.csv", "a\n1\n"); }), HasSubstr("needs two columns"));
}

TEST_F(ReadGraph, Gml) {
    const SocialGraph graph = read("g.gml", R"(# a comment
Creator "me"
graph [
  comment "people" directed 1
  node [ id 10 label "Ann &amp; &#233;" age 30 zip "01234" topic "a" topic "b" ]
  node [ id 11 label "Ben" graphics [ x 1.5 deep [ y 2 ] ] ]
  edge [ source 11 target 10 weight 2 ]
  edge [ source 10 target 10 weight 3.5 ]
]
)");
    EXPECT_TRUE(graph.directed);
    EXPECT_THAT(graph.ids, ElementsAre("Ann & é", "Ben"));
    EXPECT_THAT(graph.edges, ElementsAre(Edge{1, 0}, Edge{0, 0}));
    EXPECT_THAT(graph.weights, ElementsAre(2, 3.5));
    EXPECT_THAT(graph.attributes.names(),
                ElementsAre("age", "zip", "topic", "graphics.x", "graphics.deep.y"));
    EXPECT_EQ(graph.attributes.column("topic").text(0), "a;b");
    EXPECT_EQ(graph.attributes.column("zip").text(0), "01234");
    EXPECT_EQ(graph.attributes.column("graphics.x").numbers()[1], 1.5);
    EXPECT_FALSE(graph.attributes.column("age").valid(1));
}

TEST_F(ReadGraph, LabelsThatRepeatAreNoIds) {
    const SocialGraph graph =
        read("g.gml", "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] ]");
    EXPECT_THAT(graph.ids, ElementsAre("1", "2"));
    EXPECT_THAT(graph.attributes.names(), ElementsAre("label"));
    EXPECT_TRUE(graph.edges.empty());
}

TEST_F(ReadGraph, GmlThatIsWrong) {
    const auto told = [&](const std::string& text) { return wrong([&] { read("g.gml", text); }); };
    EXPECT_THAT(told("graph [\n node [ id 1 ]\n node [ id 1 ]\n node [ ]\n edge [ source 1 target "
                     "secret2 ]\n]"),
                HasSubstr(":5: a key must be followed by a number, a string or a list"));
    const std::string several = told(
        "graph [\n node [ id 1 ]\n node [ id 1 ]\n node [ ]\n edge [ source 1 target 2 ]\n edge [ "
        "source 1 ]\n]");
    EXPECT_THAT(several, HasSubstr(":3: a node has the id of an earlier one"));
    EXPECT_THAT(several, HasSubstr(":4: a node has no id"));
    EXPECT_THAT(several, HasSubstr(":5: an edge has a node that the file lacks"));
    EXPECT_THAT(several, HasSubstr(":6: an edge has no target"));
    EXPECT_THAT(told("graph [\n node [ id 1 \n"), HasSubstr(":2: a list is not closed"));
    EXPECT_THAT(told("graph [ node [ id \"1 ] ]"), HasSubstr("a string is not closed"));
    EXPECT_THAT(told("node [ id 1 ]"), HasSubstr("no graph [ ... ]"));
    EXPECT_THAT(told("graph [ ] ]"), HasSubstr("closes nothing"));
    EXPECT_THAT(told("graph [ ] graph [ ]"), HasSubstr("several graphs"));
    EXPECT_THAT(told("graph [ 3 4 ]"), HasSubstr("a key was expected"));
    EXPECT_THAT(told("graph [ node [ id 1 ] edge [ source 1 target 1 weight 2 ]\n edge [ source 1 "
                     "target 1 ] ]"),
                HasSubstr(":2: an edge lacks the weight of others"));
    std::string deep = "graph [ node [ id 1 ";
    for (int i = 0; i < 100000; ++i) deep += "a [ ";
    EXPECT_THAT(told(deep), HasSubstr("nested more than 100 deep"));
    EXPECT_THAT(told("graph [ node [ id 1 label \"\xff\" ] ]"), HasSubstr("the option encoding"));
}

constexpr std::string_view kGraphml = R"(<?xml version="1.0" encoding="UTF-8"?>
<!-- people -->
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
  <g:key id="d0" for="node" attr.name="age" attr.type="int"><g:default>18</g:default></g:key>
  <g:key id="d1" for="node" attr.name="name" attr.type="string"/>
  <g:key id="d2" for="edge" attr.name="weight" attr.type="double"/>
  <g:graph edgedefault="directed">
    <g:node id="n0"><g:data key="d1">Ann &lt;3 <![CDATA[& <co>]]></g:data></g:node>
    <g:node id="n1"><g:data key="d0">44</g:data><g:port name="p"/></g:node>
    <g:node id="n2"/>
    <g:edge source="n0" target='n1'><g:data key="d2">0.5</g:data></g:edge>
  </g:graph>
</g:graphml>
)";

TEST_F(ReadGraph, Graphml) {
    const SocialGraph graph = read("g.graphml", std::string(kGraphml));
    EXPECT_TRUE(graph.directed);
    EXPECT_THAT(graph.ids, ElementsAre("n0", "n1", "n2"));
    EXPECT_THAT(graph.edges, ElementsAre(Edge{0, 1}));
    EXPECT_THAT(graph.weights, ElementsAre(0.5));
    EXPECT_THAT(graph.attributes.column("age").numbers(), ElementsAre(18, 44, 18));
    EXPECT_EQ(graph.attributes.column("name").text(0), "Ann <3 & <co>");
    EXPECT_EQ(graph.attributes.column("name").missing(), 2);
}

TEST_F(ReadGraph, GraphmlThatIsWrong) {
    const auto told = [&](const std::string& inside) {
        return wrong([&] { read("g.graphml", inside); });
    };
    EXPECT_THAT(told("<!DOCTYPE x [<!ENTITY a \"b\">]><graphml/>"),
                HasSubstr("document types and entities of its own are not allowed"));
    EXPECT_THAT(told("<graphml>\n<graph><node id=\"&lol;\"/></graph></graphml>"),
                HasSubstr(":2: an entity"));
    EXPECT_THAT(told("<graphml><graph>\n<node id='a'/>\n<node id='a'/>\n<edge source='a' "
                     "target='b'/></graph></graphml>"),
                testing::AllOf(HasSubstr(":3: a node has the id of an earlier one"),
                               HasSubstr(":4: an edge has a node that the file lacks")));
    EXPECT_THAT(told("<graphml><graph><node/></graph></graphml>"),
                HasSubstr("the element node needs the attribute id"));
    EXPECT_THAT(told("<graphml><graph><hyperedge/></graph></graphml>"),
                HasSubstr("more than two nodes"));
    EXPECT_THAT(
        told("<graphml><graph><node id='a'><data key='k'>1</data></node></graph></graphml>"),
        HasSubstr("a key is not declared"));
    EXPECT_THAT(told("<graphml></graphml>"), HasSubstr("holds no graph"));
    EXPECT_THAT(told("<graphml><graph></graphml>"), HasSubstr("closes nothing"));
    EXPECT_THAT(told("<html/>"), HasSubstr("begins with the element graphml"));
    EXPECT_THAT(told("<graphml><graph>"), HasSubstr("ends inside of an element"));
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "<a>";
    EXPECT_THAT(told(deep), HasSubstr("graphml"));
    EXPECT_THAT(told("<graphml>" + deep), HasSubstr("nested more than 100 deep"));
}

TEST_F(ReadGraph, TableBesideAWholeGraph) {
    GraphSource source;
    source.nodes = put("nodes.csv", "id\n1\n");
    EXPECT_THROW(read("g.gml", "graph [ ]", source), Error);
}

// Real files, where they are.
TEST(ReadRealGraph, SmallOnes) {
    const std::string folder = test::data_folder();
    if (folder.empty()) GTEST_SKIP();
    const SocialGraph blogs = read_graph({}, {folder + "/graph_small/polblogs.gml"});
    EXPECT_EQ(blogs.nodes(), 1490);
    EXPECT_EQ(blogs.edges.size(), 19090);
    EXPECT_TRUE(blogs.directed);
    const SocialGraph dolphins = read_graph({}, {folder + "/graph_small/dolphins.gml"});
    EXPECT_EQ(dolphins.nodes(), 62);
    EXPECT_EQ(dolphins.edges.size(), 159);
    const SocialGraph facebook =
        read_graph({}, {folder + "/graph_ego_facebook/facebook_combined.txt"});
    EXPECT_EQ(facebook.nodes(), 4039);
    EXPECT_EQ(facebook.edges.size(), 88234);
    const SocialGraph lastfm =
        read_graph({}, {folder + "/graph_lastfm_asia/lastfm_asia_edges.csv",
                        folder + "/graph_lastfm_asia/lastfm_asia_target.csv"});
    EXPECT_EQ(lastfm.nodes(), 7624);
    EXPECT_EQ(lastfm.edges.size(), 27806);
}

}  // namespace
}  // namespace lethe::graph
