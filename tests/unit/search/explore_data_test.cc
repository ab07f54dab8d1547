#include "lethe/search/advise/explore_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lethe::search {
namespace {

using testing::HasSubstr;
using testing::Not;

// Protections whose risk and loss are given, in percent.
Json explored(const std::vector<std::pair<double, double>>& risks_and_losses,
              std::optional<double> max_risk = {}) {
    std::vector<ProtectionSteps> grid;
    for (std::size_t i = 0; i < risks_and_losses.size(); ++i) {
        grid.push_back({{"way", {{"number", i}}}});
    }
    const TryProtection trial = [&](const ProtectionSteps& steps, const Random&, const Context&) {
        const auto& [risk, loss] =
            risks_and_losses[steps.front().parameters["number"].get<std::size_t>()];
        return DataTrial{risk, loss, release::WorstAttack{"attack", "An attack", risk}, {}};
    };
    return to_json(explore_data({DataKind::vectors, "A loss", 0.5, max_risk}, grid, trial, {}, {},
                                Random(1), {}));
}

// What is said agrees with the rows: they were measured, and lost everything.
TEST(ExploreData, WhereEverythingIsLostThatIsSaid) {
    const Json result = explored({{10, 100}, {5, 99.95}});
    EXPECT_TRUE(result["recommended"].is_null());
    const auto reason = result["reason"].get<std::string>();
    EXPECT_THAT(reason, HasSubstr("loses 99.9 % or more"));
    EXPECT_THAT(reason, HasSubstr("A loss"));
    EXPECT_THAT(reason, Not(HasSubstr("could be measured.")));
    EXPECT_EQ(explored({{10, 100}}, 20.0)["reason"], explored({{10, 100}})["reason"]);
}

TEST(ExploreData, WhatLostEverythingIsNotCountedAndThatIsSaid) {
    const Json result = explored({{1, 100}, {8, 40}, {60, 5}});
    EXPECT_EQ(result["recommended"], 2);
    EXPECT_THAT(result["reason"].get<std::string>(), HasSubstr("1 loses everything"));
    const Json limited = explored({{1, 100}, {2, 100}, {60, 5}}, 20.0);
    EXPECT_TRUE(limited["recommended"].is_null());
    EXPECT_THAT(limited["reason"].get<std::string>(), HasSubstr("2 lose everything"));
    EXPECT_THAT(explored({{8, 40}})["reason"].get<std::string>(), Not(HasSubstr("everything")));
}

TEST(ExploreData, AMethodOfSeveralSettingsKeepsItsLargestValue) {
    Method attack;
    attack.info.name = "attack";
    attack.info.family = Family::attack;
    attack.info.finds_people = true;
    DataTrial trial;
    for (const double value : {10.0, 30.0, 20.0}) {
        Measurement measured;
        measured.value = value;
        add_to_trial(trial, attack, measured);
    }
    EXPECT_EQ(part_of(trial, attack), 30.0);
    EXPECT_EQ(trial.risk, 30.0);
}

release::Headline found_by_a(double percent) {
    release::Headline headline;
    headline.found = percent;
    headline.attack = "a";
    headline.title = "A";
    return headline;
}

// The forms that files and doors know: the order of members is part of them.
TEST(ExplorationPoint, HasOneForm) {
    ExplorationPoint point;
    point.id = 2;
    point.label = "mdav k=5";
    point.method = "mdav";
    point.parameters = {{"k", 5}};
    point.risk = 20;
    point.loss = 10;
    point.score = 15;
    point.worst = found_by_a(20);
    point.worst->looked_for = 50;
    point.bound = release::ClassBound{50, 10, 5, 0};
    point.parts = {{"a", 20}, {"b", {}}};
    point.seconds = 1.5;
    const std::string figures =
        R"("risk":20.0,"loss":10.0,"score":15.0,"worst":{"name":"a","title":"A","parameters":{},)"
        R"("value":20.0,"looked_for":50,"knows":"","columns":[]},"bound":{"rows":50,"classes":10,)"
        R"("smallest":5,"unique":0,"average":20.0,"person":20.0,"unique_share":0.0},)"
        R"("parts":{"a":20.0,"b":null},"seconds":1.5)";
    const std::string head = R"({"id":2,"label":"mdav k=5","method":"mdav","parameters":{"k":5},)";
    EXPECT_EQ(to_json(point).dump(), head + figures + "}");
    point.sample = {10, 30, 5, 17.5, 30, 0.5};
    point.pareto = true;
    const std::string sample =
        R"("sample":{"people":10,"risk":30.0,"loss":5.0,"score":17.5,"worst":{"value":30.0},)"
        R"("seconds":0.5})";
    EXPECT_EQ(to_json(point).dump(), head + figures + "," + sample + R"(,"pareto":true})");

    ExplorationPoint other;
    other.id = 2;
    other.label = point.label;
    other.method = point.method;
    other.parameters = point.parameters;
    ExplorationPoint left_out = other, failed = other, untried = other;
    left_out.sample = point.sample;
    left_out.left_out = true;
    EXPECT_EQ(to_json(left_out).dump(), head + R"("risk":null,"loss":null,"score":null,)" +
                                            R"("seconds":0.0,)" + sample + R"(,"left_out":true})");
    failed.error = "why";
    EXPECT_EQ(to_json(failed).dump(), head + R"("score":null,"loss":null,"risk":null,)" +
                                          R"("error":"why","seconds":0.0})");
    failed.failed_in_sample = true;
    EXPECT_EQ(to_json(failed).dump(), head + R"("risk":null,"loss":null,"score":null,)" +
                                          R"("seconds":0.0,"error":"why"})");
    untried.untried = true;
    EXPECT_EQ(to_json(untried).dump(), head + R"("risk":null,"loss":null,"score":null,)" +
                                           R"("seconds":0.0,"untried":true})");
    point.pareto.reset();
    for (const ExplorationPoint& one : {point, left_out, untried}) {
        const auto read = stored_points({to_json(one)});
        ASSERT_EQ(read.size(), 1U);
        EXPECT_EQ(to_json(read[0]).dump(), to_json(one).dump());
    }
    // What says nothing is tried again.
    EXPECT_TRUE(stored_points({Json(), {{"id", 1}}, {{"id", 0}, {"error", "x"}}}).empty());
}

TEST(Exploration, HasOneForm) {
    Exploration exploration;
    exploration.data = DataKind::vectors;
    exploration.loss_measure = "A loss";
    exploration.reason = "why";
    ExplorationPoint point;
    point.id = 1;
    point.label = point.method = "m";
    point.steps = {{"m", {{"k", 2}}}};
    point.risk = 5;
    point.loss = 6;
    point.score = 5.5;
    point.worst = found_by_a(5);
    point.pareto = true;
    exploration.points = {point};
    exploration.recommended = 1;
    EXPECT_EQ(exploration.recommended_point(), &exploration.points[0]);
    EXPECT_EQ(to_json(exploration).dump(),
              R"({"kind":"exploration","data_kind":"vectors","risk_rule":"worst","alpha":0.5,)"
              R"("loss_measure":"A loss","recommended":1,"reason":"why","stopped":false,)"
              R"("points":[{"id":1,"label":"m","method":"m",)"
              R"("steps":[{"method":"m","parameters":{"k":2}}],"risk":5.0,"loss":6.0,"score":5.5,)"
              R"("worst":{"name":"a","title":"A","value":5.0},"parts":{},"seconds":0.0,)"
              R"("pareto":true}]})");
    exploration.points[0].untried = true;
    EXPECT_THAT(to_json(exploration).dump(),
                HasSubstr(R"("score":null,"loss":null,"risk":null,"seconds":0.0,"untried":true)"));
    exploration.recommended.reset();
    EXPECT_EQ(exploration.recommended_point(), nullptr);
}

}  // namespace
}  // namespace lethe::search
