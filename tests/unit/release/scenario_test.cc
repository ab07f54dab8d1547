// Who the intruder is taken to be: what counts, and what has to be said to leave a column out.
#include "lethe/release/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/record.h"
#include "patients.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Plan scenario_plan(const std::string& policy) {
    return make_plan(test::patients(), parse_policy(policy, "policy.toml"));
}

constexpr const char* kScenarioStep = "[[step]]\nmethod = \"mdav\"\ncolumns = [\"age\"]\nk = 5\n";

TEST(Scenario, EveryQuasiIdentifierIsKnownMaskedOrNot) {
    const Plan plan = scenario_plan(kScenarioStep);
    EXPECT_THAT(plan.intruder.columns, ElementsAre("age", "sex", "region"));
    ASSERT_EQ(plan.intruder.left_out.size(), 1U);
    EXPECT_EQ(plan.intruder.left_out[0].column, "diagnosis");
}

TEST(Scenario, CallingAColumnOtherDoesNotHideIt) {
    const Plan plan = scenario_plan(
        std::string("[columns]\nsex = { role = \"other\" }\nregion = { role = \"other\" }\n") +
        kScenarioStep);
    EXPECT_THAT(plan.intruder.columns, ElementsAre("age", "sex", "region"));
}

TEST(Scenario, AReasonLeavesAColumnOutAndIsRepeated) {
    const Plan plan = scenario_plan(
        std::string("[columns]\nregion = { role = \"other\", reason = \"large provinces\" }\n") +
        kScenarioStep);
    EXPECT_THAT(plan.intruder.columns, ElementsAre("age", "sex"));
    const Json record = release_record(plan, Execution{}, "r.csv", "");
    EXPECT_THAT(record["scenario"]["left_out"].dump(), HasSubstr("large provinces"));
}

TEST(Scenario, LeavingAColumnOutWithoutAReasonIsAProblem) {
    try {
        scenario_plan(std::string("[scenario]\ncolumns = [\"age\"]\n") + kScenarioStep);
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("leaves out column \"sex\""));
    }
}

TEST(Scenario, WhatIsSilentIsTakenForWhatItLooksLike) {
    const Plan plan =
        scenario_plan(std::string("[columns]\nage = { role = \"quasi\" }\n") + kScenarioStep);
    EXPECT_EQ(plan.roles.of("sex"), Role::quasi);
    EXPECT_EQ(plan.roles.of("person_id"), Role::identifier);
}

TEST(Scenario, AStepThatNamesAnIdentifierIsRefused) {
    EXPECT_THROW(scenario_plan("[[step]]\nmethod = \"mdav\"\ncolumns = [\"person_id\", \"age\"]\n"),
                 Error);
}

// What is wrong with [verdict] is told at its keys, beside all that is wrong elsewhere.
TEST(Scenario, AWrongVerdictHidesNothing) {
    Problems problems;
    const Policy policy = parse_policy(
        "[verdict]\nprofile = \"no-such\"\nk = 0\nmax_rusk = 3\n[scenario]\npeople = 0\n[[step]]\n"
        "method = \"mdav\"\nk = 1\n",
        "p.toml", problems);
    try {
        make_plan(test::patients(), policy, std::move(problems));
        FAIL();
    } catch (const Error& error) {
        const std::string told = error.what();
        for (const char* one :
             {"p.toml:2:11: there is no profile \"no-such\"", "p.toml:3:5: \"k\" is 0",
              "p.toml:4:12: there is no parameter \"max_rusk\"", "p.toml:6:10: \"people\"",
              "at least 2"}) {
            EXPECT_NE(told.find(one), std::string::npos) << one << "\nin\n" << told;
        }
    }
}

TEST(Scenario, SurvivesThePolicyFile) {
    const std::string text =
        "[columns]\nregion = { role = \"other\", reason = \"why\" }\n[scenario]\npeople = "
        "20\nmethod = "
        "\"none\"\n[verdict]\nprofile = \"ema-0.09\"\nk = 12\n[[step]]\nmethod = \"mdav\"\n";
    const Policy policy = parse_policy(text, "p.toml");
    const Policy again = parse_policy(policy_text(policy), "p.toml");
    EXPECT_EQ(again.scenario.people, 20);
    EXPECT_FALSE(again.scenario.knows_record);
    EXPECT_EQ(again.verdict, policy.verdict);
    EXPECT_EQ(again.columns[0].reason, "why");
    EXPECT_THROW(parse_policy("[verdict]\nprofile = \"no-such\"\n", "p.toml"), Error);
    EXPECT_THROW(parse_policy("[scenario]\npeople = 0\n", "p.toml"), Error);
}

}  // namespace
}  // namespace lethe::release
