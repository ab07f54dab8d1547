#include "lethe/search/advise/explore_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lethe {
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
        return DataTrial{risk, loss, {{"name", "attack"}, {"value", risk}}, Json::object()};
    };
    return explore_data({DataKind::vectors, "A loss", 0.5, max_risk}, grid, trial, {}, {},
                        Random(1), {});
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
    EXPECT_EQ(trial.parts["attack"], 30.0);
    EXPECT_EQ(trial.risk, 30.0);
}

}  // namespace
}  // namespace lethe
