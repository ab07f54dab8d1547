// One figure for the risk and one for the loss of a release, whatever its data.
#include "lethe/release/assess/measured_result.h"

#include <gtest/gtest.h>

#include "lethe/graph/measure/assess_graph.h"
#include "lethe/release/graphs/graph_pair.h"
#include "support.h"

namespace lethe {
namespace {

// A ring with a few chords: some stand alone by their neighbours.
graph::SocialGraph measured_ring(graph::Node nodes) {
    graph::SocialGraph graph;
    std::vector<std::string> colours;
    for (graph::Node node = 0; node < nodes; ++node) {
        graph.ids.push_back("p" + std::to_string(node));
        colours.emplace_back(node % 3 == 0 ? "red" : node % 7 == 0 ? "green" : "blue");
        graph.edges.push_back({node, (node + 1) % nodes});
        if (node % 5 == 0) graph.edges.push_back({node, (node + 9) % nodes});
    }
    graph.attributes = Table({Column::from_texts("colour", Kind::nominal, colours)});
    return graph;
}

TEST(WorstAttack, OfThoseThatFindPeople) {
    const Json results =
        Json::array({{{"name", "structural-risk"}, {"title", "By structure"}, {"value", 20}},
                     {{"name", "profile-linkage"}, {"title", "By profile"}, {"value", 30}},
                     {{"name", "structural-linkage"}, {"title", "Nearly so"}, {"value", nullptr}}});
    const Json worst = worst_attack(results, DataKind::graph);
    EXPECT_EQ(worst["name"], "profile-linkage");
    EXPECT_EQ(worst["value"], 30);
    EXPECT_EQ(worst["knows"], "how many neighbours a person has and what these are like");
    EXPECT_TRUE(worst_attack(Json::array(), DataKind::graph).is_null());
}

TEST(JudgedLoss, OfAGraphTheMeanOfBothAndOfOthersTheFirst) {
    EXPECT_EQ(judged_loss({{"attribute-loss", 10}, {"structure-loss", 30}}, DataKind::graph), 20);
    EXPECT_EQ(judged_loss({{"structure-loss", 30}}, DataKind::graph), 30);
    EXPECT_EQ(judged_loss({{"vector-semantic-loss", 40}, {"vector-loss", 7}}, DataKind::vectors),
              7);
    // Terms that were generalised are compared by their meaning alone.
    EXPECT_EQ(judged_loss({{"vector-semantic-loss", 40}}, DataKind::vectors), 40);
    EXPECT_TRUE(judged_loss(Json::object(), DataKind::documents).is_null());
}

// What an assessment of a graph says in one figure is what the attacks of the catalogue find.
TEST(Headlines, OfAGraphAreThoseOfItsAttacksAndLosses) {
    const graph::SocialGraph original = measured_ring(60);
    graph::SocialGraph released = original;
    released.edges.resize(released.edges.size() - 6);
    graph::GraphAssessment how;
    how.seed = 3;
    const std::vector<graph::SocialGraph> releases{released};
    Json assessment = graph::assess_graphs(test::threads(1), original, releases, how);
    add_headlines(assessment, DataKind::graph);

    const release::GraphPair pair{original, {released}, {}};
    const Json attacks =
        release::assess_graph_methods(test::threads(1), pair, Family::attack, {}, 3);
    ASSERT_EQ(attacks.size(), 3U);
    for (const Json& attack : attacks) {
        EXPECT_EQ(assessment["releases"][0]["found"][attack["name"].get<std::string>()],
                  attack["value"])
            << attack["name"];
    }
    EXPECT_EQ(assessment["worst"], worst_attack(attacks, DataKind::graph));
    EXPECT_GT(assessment["worst"]["value"], 0);
    Json lost = Json::object();
    for (const Json& loss :
         release::assess_graph_methods(test::threads(1), pair, Family::loss, {}, 3)) {
        lost[loss["name"].get<std::string>()] = loss["value"];
    }
    EXPECT_EQ(lost.size(), 2U);
    EXPECT_EQ(assessment["loss"], judged_loss(lost, DataKind::graph));
    EXPECT_GT(assessment["loss"], 0);
}

TEST(Headlines, OfSeveralReleasesAreOfEach) {
    const graph::SocialGraph original = measured_ring(30);
    const std::vector<graph::SocialGraph> releases{original, original};
    Json assessment = graph::assess_graphs(test::threads(1), original, releases, {});
    add_headlines(assessment, DataKind::graph);
    EXPECT_FALSE(assessment.contains("worst"));
    for (const Json& release : assessment["releases"]) EXPECT_TRUE(release["worst"].is_object());
}

}  // namespace
}  // namespace lethe
