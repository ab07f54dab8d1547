// The first look at a table, and the policy that it proposes.
#include "lethe/release/tables/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/roles.h"
#include "lethe/data/samples/census.h"
#include "lethe/io/file.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/propose_policy.h"
#include "lethe/report/text.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Patients with a key that repeats, question marks, codes and a decimal comma.
std::string clinic() {
    std::string text = "patient_nbr,surname,sex,age,ward \"x\",weight_kg,dx,fee,answer\n";
    const Stream stream = Random(9).stream("clinic");
    for (std::int64_t row = 0; row < 400; ++row) {
        Draws draws = stream.at(row);
        text += std::to_string(700000 + draws.below(300)) + ",Kowal" +
                std::string(1, static_cast<char>('a' + draws.below(26))) + "," +
                std::to_string(1 + draws.below(2)) + ",";
        text += draws.below(10) == 0 ? "?" : std::to_string(20 + draws.below(60));
        text +=
            "," + std::to_string(1 + draws.below(5)) + "," + std::to_string(50 + draws.below(60));
        text += draws.below(2) == 0 ? ",secretpox" : ",zebrafever";
        text += ",\"" + std::to_string(draws.below(900)) + ",5\"";
        text += draws.below(3) == 0 ? ",unknown\n" : ",yes\n";
    }
    return text;
}

class Inspect : public ::testing::Test {
  protected:
    Table read(const std::string& text, const ReadOptions& options = {}) {
        file_ = folder_.file("data.csv");
        write_file(file_, text);
        return read_table(test::threads(1), file_, options);
    }
    static Json column(const Json& result, const std::string& name) {
        for (const Json& entry : result["columns"]) {
            if (entry["name"] == name) return entry;
        }
        return nullptr;
    }

    test::TemporaryFolder folder_;
    std::string file_;
};

TEST_F(Inspect, SaysWhatEachColumnIs) {
    const Table table = read(clinic());
    const Json result = to_json(inspect(test::threads(1), table, file_));
    EXPECT_EQ(result["kind"], "inspection");
    EXPECT_EQ(result["dropped"], (Json{"patient_nbr", "surname"}));
    EXPECT_EQ(column(result, "sex")["proposed_kind"], "nominal");
    EXPECT_EQ(column(result, "dx")["role"], "confidential");
    const Json age = column(result, "age");
    EXPECT_EQ(age["kind"], "nominal");
    EXPECT_EQ(age["proposed_kind"], "numeric");
    EXPECT_EQ(age["missing_codes"][0]["code"], "?");
    EXPECT_NEAR(age["missing_codes"][0]["share"].get<double>(), 10.0, 5.0);
    EXPECT_THAT(result["warnings"].dump(), HasSubstr("patient_nbr: its values repeat"));
    EXPECT_EQ(column(result, "fee")["written"], "numbers, -1234,50");
    EXPECT_THAT(result["policy"].get<std::string>(), HasSubstr("decimal = \",\""));
    EXPECT_EQ(result["classes"]["columns"],
              (Json{"sex", "age", "ward \"x\"", "weight_kg", "fee", "answer"}));
}

TEST_F(Inspect, RanksWhatColumnsAdd) {
    std::string text = "colour,shape,size\n";
    for (int row = 0; row < 60; ++row) {
        text += std::string(row % 2 == 0 ? "red" : "blue") + "," +
                (row % 3 == 0 ? "round" : "flat") + "," + std::to_string(100 + row % 30) + "\n";
    }
    const Table table = read(text);
    const InspectedTable result = inspect(test::threads(1), table, file_);
    ASSERT_TRUE(result.classes.has_value());
    // Sizes repeat after 30 rows with the same colour and shape: nobody is unique.
    EXPECT_EQ(result.classes->unique, 0);
    ASSERT_EQ(result.classes->ranking.size(), 3U);
    EXPECT_EQ(result.classes->ranking[0].column, "size");
    for (const RankedColumn& rank : result.classes->ranking) {
        EXPECT_EQ(rank.adds, result.classes->unique - rank.without);
    }
}

TEST_F(Inspect, TheUserNamesTheQuasiIdentifiers) {
    const Table table = read(clinic());
    const Json result =
        to_json(inspect(test::threads(1), table, file_, {{"sex", "surname"}, {}, {}}));
    EXPECT_EQ(result["classes"]["columns"], (Json{"sex", "surname"}));
    EXPECT_EQ(column(result, "surname")["role"], "quasi");
    EXPECT_THAT(result["warnings"].dump(), HasSubstr("looks like an identifier"));
    // What was not named keeps its role.
    EXPECT_EQ(column(result, "age")["role"], "quasi");
    EXPECT_EQ(column(result, "patient_nbr")["role"], "identifier");
    EXPECT_THROW(inspect(test::threads(1), table, file_, {{"sax"}, {}, {}}), Error);
}

TEST_F(Inspect, TellsNoValue) {
    const Table table = read(clinic());
    const std::string text = to_json(inspect(test::threads(1), table, file_)).dump();
    for (const char* value : {"secretpox", "zebrafever", "Kowal", "7000", "7001", "7002"}) {
        EXPECT_THAT(text, Not(HasSubstr(value)));
    }
}

TEST_F(Inspect, DoesNotDependOnTheOrderOfRowsOrThreads) {
    const Table table = read(clinic());
    const Table shuffled =
        table.gather(random_permutation(Random(4).stream("order"), table.rows()));
    Json first = to_json(inspect(test::threads(1), table, file_));
    const Json second = to_json(inspect(test::threads(2), shuffled, file_));
    EXPECT_EQ(first.dump(), second.dump());
}

TEST_F(Inspect, SaysWhatToRunNext) {
    const Table table = read(clinic());
    EXPECT_THAT(inspect(test::threads(1), table, "my data.csv", {{}, {}, "p.toml"}).next,
                ElementsAre("lethe advise 'my data.csv' --policy p.toml"));
    EXPECT_THAT(inspect(test::threads(1), table, "d.csv").next,
                ElementsAre("lethe inspect d.csv --policy-out policy.toml",
                            "lethe advise d.csv --policy policy.toml"));
}

TEST_F(Inspect, TheProposedPolicyRuns) {
    const Table table = read(clinic());
    const InspectedTable result = inspect(test::threads(1), table, file_);
    const Policy policy = parse_policy(result.policy, "policy.toml");
    EXPECT_EQ(policy.columns.size(), table.columns().size());
    EXPECT_THAT(policy.read.missing, ElementsAre("?"));
    const Table again = read(clinic(), policy.read);
    EXPECT_TRUE(again.column("age").is_numeric());
    const Plan plan = make_plan(again, policy);
    EXPECT_EQ(plan.roles.of("patient_nbr"), Role::identifier);
    EXPECT_EQ(plan.roles.of("ward \"x\""), Role::quasi);
    EXPECT_FALSE(plan.table.column("sex").is_numeric());
    ASSERT_EQ(plan.steps.size(), 1U);
    EXPECT_EQ(plan.steps[0].columns, plan.roles.with(again, Role::quasi));
    EXPECT_THAT(result.policy, HasSubstr("# \"unknown\" stands in answer"));
}

TEST_F(Inspect, ThePolicyKeepsHowTheDataAreRead) {
    ReadOptions options;
    options.separator = ';';
    options.encoding = "latin-1";
    options.missing = {"."};
    const Table table = read("a;b\n1;x\n2;.\n3;y\n", options);
    const InspectedTable result = inspect(test::threads(1), table, file_, {{}, options, {}});
    const Policy policy = parse_policy(result.policy, "policy.toml");
    EXPECT_EQ(policy.read.separator, ';');
    EXPECT_EQ(policy.read.encoding, "latin-1");
    EXPECT_THAT(policy.read.missing, ElementsAre("."));
}

TEST_F(Inspect, OddNamesAndSmallTables) {
    for (const char* text : {"a\n1\n", "a,b\n?,x\n", "a\n\"\"\n",
                             "\"x\ty\",\"#\",\"é.[1]\",\"\"\"\"\n1,2,3,4\n5,6,7,8\n"}) {
        ReadOptions options;
        options.header = true;
        const Table table = read(text, options);
        const InspectedTable result = inspect(test::threads(1), table, file_);
        const Policy policy = parse_policy(result.policy, "policy.toml");
        EXPECT_EQ(policy.columns.size(), table.columns().size()) << text;
        for (const ColumnPolicy& column : policy.columns) table.column(column.name);
        EXPECT_FALSE(report::text_report(to_json(result)).empty());
    }
}

TEST_F(Inspect, EverySamplePolicyRuns) {
    for (const std::int64_t rows : {5, 40, 600}) {
        const Table table = sample_census(test::threads(1), Random(3), rows);
        const auto guesses = guess_roles(test::threads(1), table);
        const std::string text = propose_policy(table, guesses, {}, "people.csv");
        const Plan plan = make_plan(table, parse_policy(text, "policy.toml"));
        EXPECT_EQ(plan.steps.size(), 1U);
        EXPECT_EQ(plan.roles.of("person_id"), Role::identifier);
    }
}

TEST_F(Inspect, FitsATerminal) {
    const Table table = read(clinic());
    Json result = to_json(inspect(test::threads(1), table, "data.csv"));
    std::string line;
    for (const char c : report::text_report(result)) {
        if (c != '\n') {
            line += c;
            continue;
        }
        EXPECT_LE(line.size(), 80U) << line;
        line.clear();
    }
}

}  // namespace
}  // namespace lethe::release
