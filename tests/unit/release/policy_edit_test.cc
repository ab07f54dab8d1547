// Policies that are changed piece by piece.
#include "lethe/release/policy_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/release/policy.h"

namespace lethe::release {
namespace {

const std::string kText = R"(# What it is for.
data = "table"

[columns]
# Identifiers go.
id  = { role = "identifier" }     # a key
age = { role = "quasi" }          # a number
sex = { role = "quasi",
        }
)";

const std::string kPlain = R"(# Head.
[columns]
id  = { role = "identifier" }     # a key
age = { role = "quasi" }          # a number

[verdict]
k = 5

# Steps.
[[step]]
method = "mdav"
k = 5
)";

std::string edited(const std::string& text, const Json& edit) {
    return edited_policy(text, "policy.toml", edit);
}

TEST(PolicyEdit, AKeyIsChangedInItsPlaceAndItsCommentStays) {
    EXPECT_EQ(edited(kPlain, {{"set", {{"columns", {{"age", {{"role", "other"}}}}}}}}),
              R"(# Head.
[columns]
id  = { role = "identifier" }     # a key
age = { "role" = "other" }  # a number

[verdict]
k = 5

# Steps.
[[step]]
method = "mdav"
k = 5
)");
}

TEST(PolicyEdit, KeysAreAddedToTheirSectionAndTakenOut) {
    const std::string text =
        edited(kPlain, {{"set", {{"columns", {{"sex", {{"role", "quasi"}}}, {"id", nullptr}}}}}});
    const Json tree = policy_tree(text, "policy.toml");
    EXPECT_EQ(tree["columns"].size(), 2U);
    EXPECT_EQ(tree["columns"]["sex"]["role"], "quasi");
    EXPECT_THAT(text, testing::HasSubstr("# a number"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("# a key")));
}

TEST(PolicyEdit, SectionsAreMadeAndGoWithTheirLastKey) {
    const std::string made = edited(kPlain, {{"set", {{"scenario", {{"people", 20}}}}}});
    EXPECT_EQ(policy_tree(made, "p")["scenario"]["people"], 20);
    EXPECT_LT(made.find("[scenario]"), made.find("[[step]]"));
    const std::string gone = edited(kPlain, {{"set", {{"verdict", {{"k", nullptr}}}}}});
    EXPECT_FALSE(policy_tree(gone, "p").contains("verdict"));
}

TEST(PolicyEdit, StepsAreWrittenAnewAndTheRestStays) {
    const std::string text =
        edited(kPlain, {{"arrays",
                         {{"step",
                           {{{"method", "rounding"}, {"base", 5}},
                            {{"method", "mondrian"}, {"columns", {"age"}}, {"k", 3}}}}}}});
    const Json steps = policy_tree(text, "p")["step"];
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0]["method"], "rounding");
    EXPECT_EQ(steps[1]["columns"], Json::array({"age"}));
    EXPECT_THAT(text, testing::HasSubstr("# a key"));
    EXPECT_FALSE(
        policy_tree(edited(text, {{"arrays", {{"step", Json::array()}}}}), "p").contains("step"));
}

TEST(PolicyEdit, KeysAboveAllSectionsAndAnEmptyText) {
    EXPECT_EQ(policy_tree(edited("", {{"set", {{"", {{"data", "graph"}}}}}}), "p")["data"],
              "graph");
    EXPECT_EQ(policy_tree(edited(kPlain, {{"set", {{"", {{"data", "table"}}}}}}), "p")["data"],
              "table");
}

TEST(PolicyEdit, OddNamesAndValuesSurvive) {
    const std::string name = "a \"b\" = [c]\n# d";
    const std::string text = edited(
        kPlain, {{"set", {{"columns", {{name, {{"role", "other"}, {"reason", "x\ny # \""}}}}}}}});
    EXPECT_EQ(policy_tree(text, "p")["columns"][name]["reason"], "x\ny # \"");
    EXPECT_EQ(policy_tree(edited(text, {{"set", {{"columns", {{name, nullptr}}}}}}), "p"),
              policy_tree(kPlain, "p"));
}

TEST(PolicyEdit, ASectionOfItsOwnIsChangedToo) {
    const std::string text = edited("[columns.age]\nrole = \"quasi\"\n",
                                    {{"set", {{"columns", {{"age", {{"role", "other"}}}}}}}});
    EXPECT_EQ(policy_tree(text, "p")["columns"]["age"]["role"], "other");
}

TEST(PolicyEdit, WhatIsNotTomlOrNotAnEditIsRefused) {
    EXPECT_THROW(edited("[columns", {{"set", Json::object()}}), Error);
    EXPECT_THROW(edited(kText, {{"set", Json::object()}}), Error);
    EXPECT_THROW(edited(kPlain, {{"set", {{"columns", 3}}}}), Error);
    EXPECT_THROW(edited(kPlain, {{"arrays", {{"step", {1}}}}}), Error);
}

// Any order of edits gives the tree that the same edits give a tree.
TEST(PolicyEdit, EditsOfTextAndOfTreeAgree) {
    const std::vector<std::string> sections{"columns", "verdict", "scenario", "release"};
    const std::vector<std::string> keys{"a", "b c", "k", "x.y"};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("edits").at(0);
        std::string text = kPlain;
        Json tree = policy_tree(text, "p");
        for (std::int64_t i = 0; i < 12; ++i) {
            const std::string section = sections[draws.below(4)];
            const std::string key = keys[draws.below(4)];
            Json value = nullptr;
            if (draws.below(3) > 0) {
                value = draws.below(2) == 0 ? Json(i) : Json{{"role", "quasi"}, {"n", {1, 2}}};
            }
            text = edited(text, {{"set", {{section, {{key, value}}}}}});
            if (value.is_null()) {
                if (tree.contains(section)) tree[section].erase(key);
                if (tree.contains(section) && tree[section].empty()) tree.erase(section);
            } else {
                tree[section][key] = value;
            }
        }
        const Json got = policy_tree(text, "p");
        EXPECT_EQ(nlohmann::json::parse(got.dump()), nlohmann::json::parse(tree.dump())) << text;
    }
}

TEST(PolicyEdit, ATreeAsTextReadsBack) {
    const Json tree = policy_tree(kPlain, "p");
    EXPECT_EQ(policy_tree(policy_tree_text(tree), "p"), tree);
}

}  // namespace
}  // namespace lethe::release
