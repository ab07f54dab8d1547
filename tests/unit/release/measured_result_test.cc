// One figure for the risk and one for the loss of a release, whatever its data.
#include "lethe/release/assess/measured_result.h"

#include <gtest/gtest.h>

#include "lethe/graph/measure/assess_graph.h"
#include "lethe/release/graphs/graph_pair.h"
#include "support.h"

namespace lethe::release {
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

// The form that files and doors know: the order of members is part of it.
TEST(MethodResult, HasOneForm) {
    MethodResult result{.name = "distance-linkage",
                        .title = "By distance",
                        .parameters = {{"distance", "euclid"}},
                        .value = 12.5,
                        .details = {{"records", 8}},
                        .finds_people = true};
    EXPECT_EQ(to_json(result).dump(),
              R"({"name":"distance-linkage","title":"By distance",)"
              R"("parameters":{"distance":"euclid"},"value":12.5,"unit":"percent",)"
              R"("details":{"records":8}})");
    result.about_original = {{"mean", 3}};
    result.knows = "the record";
    result.interval = {{10, 15}};
    result.warnings = {"drawn"};
    result.columns = {"age"};
    EXPECT_EQ(to_json(result).dump(),
              R"({"name":"distance-linkage","title":"By distance",)"
              R"("parameters":{"distance":"euclid"},"value":12.5,"unit":"percent",)"
              R"("details":{"records":8,"about_original":{"mean":3}},"knows":"the record",)"
              R"("interval":[10.0,15.0],"warnings":["drawn"],"columns":["age"]})");
    const MethodResult file{.name = "intruder-file",
                            .title = "A file of people",
                            .value = 5,
                            .columns = {"age"},
                            .finds_people = true,
                            .of_file = true};
    EXPECT_EQ(to_json(file).dump(),
              R"({"name":"intruder-file","title":"A file of people","parameters":{},)"
              R"("finds_people":true,"people_of":"file","value":5.0,"unit":"percent",)"
              R"("details":{},"columns":["age"],"warnings":[],"knows":""})");
    for (const MethodResult& one : {result, file}) {
        const auto read = stored_results(Json::array({to_json(one)}));
        ASSERT_EQ(read.size(), 1U);
        EXPECT_EQ(to_json(read[0]).dump(), to_json(one).dump());
        EXPECT_TRUE(read[0].finds_people);
    }
}

// What somebody stored may be anything.
TEST(MethodResult, IsReadAsFarAsItCanBe) {
    const Json stored = Json::parse(
        R"([7, {"value": 3}, {"name": "distance-linkage", "value": "x", "details": [1],
             "interval": [1], "columns": [1, "a"], "knows": 4},
            {"name": "none of the catalogue", "value": 1, "finds_people": true}])");
    const auto read = stored_results(stored);
    ASSERT_EQ(read.size(), 2U);
    EXPECT_FALSE(read[0].value);
    EXPECT_FALSE(read[0].interval);
    EXPECT_EQ(read[0].columns, std::vector<std::string>{"a"});
    EXPECT_TRUE(read[0].finds_people);
    EXPECT_TRUE(read[1].finds_people);
    EXPECT_TRUE(stored_results(nullptr).empty());
}

TEST(MethodAssessment, HasOneForm) {
    MethodAssessment assessment{.data = DataKind::documents,
                                .original = {3, "letters"},
                                .masked = {2, "released"},
                                .without_original = 1};
    EXPECT_EQ(to_json(assessment).dump(),
              R"({"kind":"assessment","data":"documents",)"
              R"("original":{"documents":3,"private":{"file":"letters"}},)"
              R"("masked":{"file":"released","documents":2,"without_original":1},)"
              R"("worst":null,"attacks":[]})");
    assessment = {.data = DataKind::graph,
                  .family = Family::loss,
                  .original = {3, "a.csv"},
                  .masked = {3, "b.csv"}};
    EXPECT_EQ(to_json(assessment).dump(), R"({"kind":"assessment","data":"graph",)"
                                          R"("original":{"rows":3,"private":{"file":"a.csv"}},)"
                                          R"("masked":{"rows":3,"file":"b.csv"},"measures":[]})");
}

TEST(WorstAttack, OfThoseThatFindPeople) {
    std::vector<MethodResult> results{
        {.name = "a", .title = "By structure", .value = 20, .finds_people = true},
        {.name = "b", .title = "By profile", .value = 30, .knows = "more", .finds_people = true},
        {.name = "c", .title = "As much", .value = 30, .finds_people = true},
        {.name = "d", .title = "Not of people", .value = 90},
        {.name = "e", .title = "Not measured", .finds_people = true}};
    const auto worst = worst_attack(results);
    ASSERT_TRUE(worst);
    EXPECT_EQ(to_json(*worst).dump(),
              R"({"name":"b","title":"By profile","value":30.0,"knows":"more"})");
    results.resize(1);
    EXPECT_EQ(to_json(*worst_attack(results)).dump(),
              R"({"name":"a","title":"By structure","value":20.0})");
    EXPECT_FALSE(worst_attack({}));
}

TEST(JudgedLoss, OfAGraphTheMeanOfBothAndOfOthersTheFirst) {
    using F = FiguresByName;
    EXPECT_EQ(judged_loss(F{{"attribute-loss", 10}, {"structure-loss", 30}}, DataKind::graph), 20);
    EXPECT_EQ(judged_loss(F{{"attribute-loss", {}}, {"structure-loss", 30}}, DataKind::graph), 30);
    EXPECT_EQ(judged_loss(F{{"structure-loss", 30}}, DataKind::graph), 30);
    EXPECT_EQ(judged_loss(F{{"vector-semantic-loss", 40}, {"vector-loss", 7}}, DataKind::vectors),
              7);
    // Terms that were generalised are compared by their meaning alone.
    EXPECT_EQ(judged_loss(F{{"vector-semantic-loss", 40}}, DataKind::vectors), 40);
    EXPECT_EQ(judged_loss({}, DataKind::documents), std::nullopt);
}

Json with_headlines(const graph::MeasuredGraphs& measured) {
    Json told = to_json(measured);
    std::vector<ReleaseFigures> figures;
    for (const graph::MeasuredGraph& release : measured.releases) {
        figures.push_back(release.figures);
    }
    add_headlines(told, figures, DataKind::graph);
    return told;
}

// What an assessment of a graph says in one figure is what the attacks of the catalogue find.
TEST(Headlines, OfAGraphAreThoseOfItsAttacksAndLosses) {
    const graph::SocialGraph original = measured_ring(60);
    graph::SocialGraph released = original;
    released.edges.resize(released.edges.size() - 6);
    graph::GraphAssessment how;
    how.seed = 3;
    const std::vector<graph::SocialGraph> releases{released};
    const Json assessment =
        with_headlines(graph::assess_graphs(test::threads(1), original, releases, how));

    const GraphPair pair{original, {released}, {}};
    const std::vector<MethodResult> attacks =
        assess_graph_methods(test::threads(1), pair, Family::attack, {}, 3);
    ASSERT_EQ(attacks.size(), 3U);
    for (const MethodResult& attack : attacks) {
        EXPECT_EQ(assessment["releases"][0]["found"][attack.name], *attack.value) << attack.name;
    }
    EXPECT_EQ(assessment["worst"], to_json(*worst_attack(attacks)));
    EXPECT_GT(assessment["worst"]["value"], 0);
    const FiguresByName lost =
        figures_by_name(assess_graph_methods(test::threads(1), pair, Family::loss, {}, 3));
    EXPECT_EQ(lost.size(), 2U);
    EXPECT_EQ(assessment["loss"], *judged_loss(lost, DataKind::graph));
    EXPECT_GT(assessment["loss"], 0);
}

TEST(Headlines, OfSeveralReleasesAreOfEach) {
    const graph::SocialGraph original = measured_ring(30);
    const std::vector<graph::SocialGraph> releases{original, original};
    const Json assessment =
        with_headlines(graph::assess_graphs(test::threads(1), original, releases, {}));
    EXPECT_FALSE(assessment.contains("worst"));
    for (const Json& release : assessment["releases"]) EXPECT_TRUE(release["worst"].is_object());
}

}  // namespace
}  // namespace lethe::release
