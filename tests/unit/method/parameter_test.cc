#include "lethe/method/parameter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace lethe {
namespace {

enum class Colour { red, green };

struct Params {
    std::int64_t k = 5;
    double share = 0.5;
    bool on = true;
    std::string label = "x";
    Colour colour = Colour::green;
    std::vector<std::int64_t> sizes = {3};
    std::vector<std::vector<std::string>> groups;
    std::map<std::string, double> by_column;
    std::optional<double> limit;
};

Schema<Params> schema() {
    return Schema<Params>()
        .field("k", &Params::k, "group size", at_least(2))
        .field("share", &Params::share, "a share", between(0, 1))
        .field("on", &Params::on, "a switch")
        .field("label", &Params::label, "a label")
        .choice("colour", &Params::colour, "a colour",
                {{"red", Colour::red}, {"green", Colour::green}})
        .field("sizes", &Params::sizes, "sizes", above(0))
        .field("groups", &Params::groups, "groups")
        .field("by_column", &Params::by_column, "per column", at_least(0))
        .field("limit", &Params::limit, "a limit", at_least(1));
}

Params read_parameters(const Json& given, std::vector<std::string>* messages = nullptr) {
    Problems problems;
    const Params params = schema().bind(given, {"policy.toml", 3, 1, {}}, problems);
    for (const Problem& problem : problems) {
        if (messages != nullptr) messages->push_back(to_string(problem));
    }
    if (messages == nullptr) {
        EXPECT_TRUE(problems.empty()) << problems.front().message;
    }
    return params;
}

TEST(Parameters, DefaultsAreTheInitialisers) {
    const Json dumped = schema().dump(read_parameters(Json::object()));
    EXPECT_EQ(dumped.dump(),
              R"({"k":5,"share":0.5,"on":true,"label":"x","colour":"green","sizes":[3],)"
              R"("groups":[],"by_column":{},"limit":null})");
    EXPECT_EQ(schema().dump(read_parameters(dumped)), dumped);
}

TEST(Parameters, TextsOfTheCommandLineAreRead) {
    const Params params = read_parameters({{"k", "7"},
                                           {"share", "0.25"},
                                           {"on", "false"},
                                           {"colour", "red"},
                                           {"sizes", "2,8"},
                                           {"groups", R"([["a","b"],["c"]])"},
                                           {"by_column", "a:1,b:2.5"},
                                           {"limit", "3"}});
    EXPECT_EQ(params.k, 7);
    EXPECT_EQ(params.share, 0.25);
    EXPECT_FALSE(params.on);
    EXPECT_EQ(params.colour, Colour::red);
    EXPECT_THAT(params.sizes, testing::ElementsAre(2, 8));
    EXPECT_EQ(params.groups.size(), 2U);
    EXPECT_EQ(params.by_column.at("b"), 2.5);
    EXPECT_EQ(params.limit, 3);
}

TEST(Parameters, ASingleValueServesForAList) {
    EXPECT_THAT(read_parameters({{"sizes", 4}}).sizes, testing::ElementsAre(4));
}

TEST(Parameters, EveryProblemIsReportedWithItsPlace) {
    std::vector<std::string> messages;
    read_parameters({{"k", 1},
                     {"share", 2},
                     {"on", "perhaps"},
                     {"colour", "gren"},
                     {"sizes", {3, 0}},
                     {"kk", 1},
                     {"limit", "many"}},
                    &messages);
    EXPECT_THAT(
        messages,
        testing::UnorderedElementsAre(
            "policy.toml:3:1: kk: there is no parameter \"kk\"; did you mean \"k\"?",
            "policy.toml:3:1: k: is 1; it must be at least 2",
            "policy.toml:3:1: share: is 2; it must be at least 0 and at most 1",
            "policy.toml:3:1: on: must be true or false",
            "policy.toml:3:1: colour: is \"gren\"; allowed: red, green (did you mean \"green\"?)",
            "policy.toml:3:1: sizes: is 0; it must be above 0",
            "policy.toml:3:1: limit: must be a number"));
}

TEST(Parameters, RequiredOnesMustBeGiven) {
    struct Needed {
        std::int64_t n = 0;
    };
    const auto needed = Schema<Needed>().field("n", &Needed::n, "how many").required();
    Problems problems;
    needed.bind(Json::object(), {}, problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].message, "the parameter \"n\" (how many) must be given");
}

TEST(Parameters, WholeNumbersAndFiniteNumbersOnly) {
    std::vector<std::string> messages;
    read_parameters({{"k", 2.5}}, &messages);
    read_parameters({{"share", "nan"}}, &messages);
    read_parameters({{"k", "1e99"}}, &messages);
    read_parameters({{"k", std::numeric_limits<std::int64_t>::max()}}, &messages);
    read_parameters({{"k", std::numeric_limits<std::uint64_t>::max()}}, &messages);
    EXPECT_EQ(messages.size(), 5U);
    EXPECT_THAT(messages.back(), ::testing::HasSubstr("at most 15 digits"));
    EXPECT_EQ(read_parameters({{"k", "1e2"}}).k, 100);
}

struct Choices {
    std::string method = "mdav";
    std::optional<std::int64_t> k;
    std::string source = "wordnet";
    bool has_source = false;
};

Schema<Choices> choices_schema() {
    return Schema<Choices>()
        .choice("method", &Choices::method, "a method",
                std::vector<std::string>{"mdav", "mondrian"})
        .field("k", &Choices::k, "group size")
        .usually(5)
        .field("source", &Choices::source, "a source")
        .noting("source", &Choices::has_source);
}

TEST(Parameters, TextsMayBeOneOfAList) {
    Problems problems;
    EXPECT_EQ(choices_schema().bind({{"method", "mondrian"}}, {}, problems).method, "mondrian");
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(choices_schema().bind({{"method", "mondrain"}}, {}, problems).method, "mdav");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_THAT(problems[0].message, testing::HasSubstr("mondrian"));
    const Parameter method = choices_schema().parameters()[0];
    EXPECT_THAT(method.choices, testing::ElementsAre("mdav", "mondrian"));
    EXPECT_EQ(method.fallback, Json("mdav"));
}

TEST(Parameters, WhatIsUsuallyTakenIsShownAndNotSet) {
    Problems problems;
    EXPECT_EQ(choices_schema().parameters()[1].fallback, Json(5));
    EXPECT_FALSE(choices_schema().bind(Json::object(), {}, problems).k.has_value());
}

TEST(Parameters, WhetherAFieldWasGivenIsNoted) {
    Problems problems;
    EXPECT_FALSE(choices_schema().bind(Json::object(), {}, problems).has_source);
    const Choices given = choices_schema().bind({{"source", "wordnet"}}, {}, problems);
    EXPECT_TRUE(given.has_source);
    EXPECT_EQ(given.source, "wordnet");
}

}  // namespace
}  // namespace lethe
