// Operations as commands, and as an OpenAPI description.
#include "lethe/operation/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/operation/open_api.h"

namespace lethe::operation {
namespace {

using testing::ElementsAre;

const Operation& operation_called(const std::string& name, DataKind data) {
    return *find_operation(name, data);
}

TEST(CommandLine, ArgumentsByPlaceComeFirstAndDefaultsAreLeftOut) {
    const Operation& protect = operation_called("protect", DataKind::table);
    EXPECT_THAT(command_words(protect,
                              {{"output", "r.csv"},
                               {"data", "people.csv"},
                               {"policy", "p.toml"},
                               {"assess", true},
                               {"dry_run", false}},
                              7),
                ElementsAre("lethe", "protect", "people.csv", "--policy", "p.toml", "-o", "r.csv",
                            "--assess", "--seed", "7"));
}

TEST(CommandLine, TablesAreRepeatedAndListsAreJoinedAsTheyAreSplit) {
    const Operation& protect = operation_called("protect", DataKind::table);
    EXPECT_THAT(
        command_words(protect, {{"data", "a.csv"},
                                {"method", "mdav"},
                                {"set", {{"k", 5}, {"scaling", "none"}}},
                                {"columns", {"age", "a, b", "say \"x\""}}}),
        ElementsAre("lethe", "protect", "a.csv", "--method", "mdav", "--set", "k=5", "--set",
                    "scaling=none", "--columns", "age,\"a, b\",\"say \"\"x\"\"\""));
}

TEST(CommandLine, ValuesThatLookLikeFlagsAreJoinedToTheirs) {
    const Operation& protect = operation_called("protect", DataKind::table);
    const auto words = command_words(protect, {{"data", "a.csv"}, {"method", "-x"}});
    EXPECT_THAT(words, testing::Contains("--method=-x"));
}

TEST(CommandLine, OfOtherDataTheKindIsNamed) {
    const Operation& graph = operation_called("protect", DataKind::graph);
    const auto words = command_words(graph, {{"k", 5}});
    ASSERT_GE(words.size(), 4U);
    EXPECT_EQ(words[1], "protect");
    EXPECT_EQ(words[2], "--data");
    EXPECT_EQ(words[3], "graph");
}

TEST(CommandLine, TextsAreQuotedForAShell) {
    const std::vector<std::string> words{"lethe", "inspect", "it's \"mine\".csv", "\xC3\xA4.csv"};
    EXPECT_EQ(command_text(words), "lethe inspect 'it'\\''s \"mine\".csv' '\xC3\xA4.csv'");
}

TEST(CommandLine, AStepIsACallOfPythonWithTheSameOptions) {
    const Operation& protect = operation_called("protect", DataKind::table);
    EXPECT_EQ(python_text(protect,
                          {{"data", "it's \"mine\".csv"},
                           {"method", "mdav"},
                           {"set", {{"k", 5}, {"scaling", "none"}}},
                           {"columns", {"age", "\xC3\xA4"}},
                           {"assess", true},
                           {"dry_run", false},
                           {"policy", nullptr}},
                          7),
              "lethe.run(\n"
              "    \"protect\",\n"
              "    \"table\",\n"
              "    {\n"
              "        \"data\": \"it's \\\"mine\\\".csv\",\n"
              "        \"method\": \"mdav\",\n"
              "        \"set\": {\"k\": 5, \"scaling\": \"none\"},\n"
              "        \"columns\": [\"age\", \"\xC3\xA4\"],\n"
              "        \"assess\": True,\n"
              "    },\n"
              "    seed=7,\n"
              ")\n");
}

TEST(OpenApi, HasEveryOperationWithItsOptions) {
    const Json api = open_api({"t", "d", "/api/operations"});
    EXPECT_EQ(api["openapi"], "3.1.0");
    EXPECT_EQ(api["paths"].size(), operations().size());
    const Json& body = api["paths"]["/api/operations/table/protect"]["post"]["requestBody"]
                          ["content"]["application/json"]["schema"];
    EXPECT_EQ(body["required"], Json::array({"data"}));
    EXPECT_EQ(body["properties"]["assess"]["type"], "boolean");
    EXPECT_EQ(body["properties"]["columns"]["items"]["type"], "string");
    EXPECT_EQ(body["additionalProperties"], false);
}

TEST(OpenApi, RangesAndChoicesAreThoseOfTheSchema) {
    Parameter number;
    number.type = "list of number";
    number.range = {.least = 0, .most = 1, .least_excluded = true};
    const Json schema = json_schema(number);
    EXPECT_EQ(schema["items"]["exclusiveMinimum"], 0.0);
    EXPECT_EQ(schema["items"]["maximum"], 1.0);
    Parameter choice;
    choice.type = "choice";
    choice.choices = {"a", "b"};
    EXPECT_EQ(json_schema(choice)["enum"], Json::array({"a", "b"}));
}

}  // namespace
}  // namespace lethe::operation
