// Protected graphs in reports: drawings, tables, curves.
#include <gtest/gtest.h>

#include "lethe/graph/measure/assess_graph.h"
#include "lethe/report/draw/graph_drawing.h"
#include "lethe/report/html.h"
#include "lethe/report/sections/graph/graph_assessment.h"
#include "lethe/report/text.h"
#include "report_markup_check.h"
#include "support.h"

namespace lethe::report {
namespace {

graph::SocialGraph graph_pairs(graph::Node nodes, int values) {
    graph::SocialGraph made;
    std::vector<std::string> texts;
    for (graph::Node node = 0; node < nodes; ++node) {
        made.ids.push_back("name" + std::to_string(node));
        texts.push_back("<town " + std::to_string(node % values) + ">");
        if (node > 0) made.edges.push_back({node / 2, node});
    }
    made.attributes = Table({Column::from_texts("town", Kind::nominal, texts)});
    return made;
}

Json graph_assessed(graph::Node nodes) {
    const std::vector<graph::SocialGraph> releases = {graph_pairs(nodes, 10),
                                                      graph_pairs(nodes, 2)};
    graph::GraphAssessment options;
    options.picture = true;
    return to_json(
        graph::assess_graphs(lethe::test::threads(2), graph_pairs(nodes, 20), releases, options));
}

TEST(GraphReport, PageIsWellFormedAndWithoutIds) {
    const Json result = graph_assessed(60);
    const std::string page = html_report(std::span(&result, 1), {});
    EXPECT_EQ(test::check_markup(page).problem, "");
    EXPECT_NE(page.find("The graph before and after"), std::string::npos);
    EXPECT_NE(page.find("100/k"), std::string::npos);
    EXPECT_NE(page.find("&lt;town 0&gt;"), std::string::npos);
    EXPECT_EQ(page.find("name17"), std::string::npos);
    EXPECT_NE(page.find("Internal"), std::string::npos);
    HtmlOptions published;
    published.for_publication = true;
    const std::string open = html_report(std::span(&result, 1), published);
    EXPECT_EQ(open.find("The graph before,"), std::string::npos);
    EXPECT_EQ(open.find("&lt;town"), std::string::npos);
}

TEST(GraphReport, LargeGraphsAreDrawnByCommunities) {
    const Json result = graph_assessed(4000);
    const Json& picture = result["picture"];
    EXPECT_EQ(picture["level"], "communities");
    EXPECT_LT(picture["nodes"], 500);
    EXPECT_NE(graph_caption(picture).find("4,000 users, too many to draw"), std::string::npos);
    EXPECT_NE(graph_svg(picture, GraphSide::after, "a"), "");
}

TEST(GraphReport, TextSaysWhatIsSampled) {
    const Json result = graph_assessed(4000);
    std::string readings;
    for (const ExplainedTable& table : graph_tables(result)) readings += table.reading;
    EXPECT_NE(readings.find("betweenness from 256 random nodes"), std::string::npos);
    EXPECT_NE(readings.find("measured from 1,000 random nodes"), std::string::npos);
    EXPECT_NE(text_report(result).find("AAMIL"), std::string::npos);
}

TEST(GraphReport, CurvesNeedTwoLevels) {
    EXPECT_EQ(graph_charts(graph_assessed(60)).size(), 2U);
    Json one = graph_assessed(60);
    one["releases"].erase(1);
    EXPECT_TRUE(graph_charts(one).empty());
    EXPECT_EQ(graph_svg(Json::object(), GraphSide::before, "a"), "");
}

}  // namespace
}  // namespace lethe::report
