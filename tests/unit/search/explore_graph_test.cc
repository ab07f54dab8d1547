#include "lethe/search/advise/explore_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lethe::search {
namespace {

graph::SocialGraph graph_to_explore(std::vector<ColumnPtr> columns) {
    graph::SocialGraph graph;
    graph.attributes = Table(std::move(columns));
    for (std::int64_t node = 0; node < graph.attributes.rows(); ++node) {
        graph.ids.push_back(std::to_string(node));
    }
    return graph;
}

bool tries(const std::vector<ProtectionSteps>& grid, const std::string& label) {
    return std::ranges::any_of(
        grid, [&](const ProtectionSteps& steps) { return label_of(steps) == label; });
}

// Beside the protections of graphs a masking of tables, under the name that says it alone.
TEST(ExploreGraph, AMaskingOfTablesIsTriedWhereItTakesEveryColumn) {
    const std::vector<double> ages(30, 40);
    const std::vector<std::string> lists(30, "art;music");
    const auto grid = graph_grid(graph_to_explore(
        {Column::numeric("age", ages), Column::from_texts("topics", Kind::text, lists)}));
    EXPECT_TRUE(tries(grid, "mdav k=5"));
    EXPECT_TRUE(tries(grid, "table:exchange-groups k=5"));
    EXPECT_TRUE(tries(grid, "table:exchange-groups k=20"));
    const auto without = graph_grid(graph_to_explore({Column::from_texts(
        "about", Kind::text, std::vector<std::string>(30, "a long text about nobody"))}));
    EXPECT_FALSE(tries(without, "table:exchange-groups k=5"));
}

// What is published as it is gives people away, whatever columns are grouped.
TEST(ExploreGraph, ColumnsThatAreKeptAreAttacked) {
    std::vector<double> ages;
    std::vector<std::string> teams;
    for (int node = 0; node < 30; ++node) {
        ages.push_back(20 + node % 7);
        teams.push_back("team" + std::to_string(node));
    }
    graph::SocialGraph original = graph_to_explore(
        {Column::numeric("age", ages), Column::from_texts("team", Kind::nominal, teams)});
    for (graph::Node node = 0; node < 30; ++node) original.edges.push_back({node, (node + 1) % 30});
    GraphExploration options;
    options.attributes.columns = {"age"};
    const std::vector<ProtectionSteps> grid{{{"mdav", {{"k", 10}}}}};
    const auto risk = [&] {
        return explore_graph(original, grid, options, {}, {}, Random(1), Context()).points[0].risk;
    };
    EXPECT_LE(risk().value(), 50);
    options.keep = {"team"};
    EXPECT_DOUBLE_EQ(risk().value(), 100);
}

}  // namespace
}  // namespace lethe::search
