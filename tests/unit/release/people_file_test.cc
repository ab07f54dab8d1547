// [scenario] people = "voters.csv".
#include "lethe/release/assess/people_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/protect.h"
#include "patients.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// A file of five of them and a stranger.
std::string voters(const std::string& head = "person_id,age,region", bool ill = false) {
    std::string text = head + "\n";
    for (int i = 0; i < 5; ++i) {
        text += "P-" + std::to_string(1000 + 7 * i) + "," + std::to_string(20 + 7 * i % 17) + "," +
                (7 * i % 3 == 0 ? "north" : "south") + (ill ? ",flu" : "") + "\n";
    }
    return text + "P-9,44,south" + (ill ? ",none\n" : "\n");
}

class PeopleFile : public testing::Test {
  protected:
    Plan plan(const std::string& scenario, const std::string& columns = "") {
        write_file(folder_.file("policy.toml"),
                   columns + "[scenario]\n" + scenario +
                       "[[step]]\nmethod = \"mdav\"\ncolumns = [\"age\"]\nk = 5\n");
        Problems problems;
        const Policy policy = read_policy(folder_.file("policy.toml"), problems);
        return make_plan(test::patients(), policy, std::move(problems));
    }
    std::string wrong(const std::string& scenario) {
        try {
            plan(scenario);
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing is wrong";
    }
    void write(const std::string& name, const std::string& text) {
        write_file(folder_.file(name), text);
    }

    test::TemporaryFolder folder_;
};

TEST_F(PeopleFile, IsReadBesideThePolicyAndItsKeyFound) {
    write("voters.csv", voters());
    const Plan found = plan("people = \"voters.csv\"\n");
    ASSERT_TRUE(found.intruder.people_file);
    EXPECT_EQ(found.intruder.people_file->truth, "person_id");
    EXPECT_EQ(found.intruder.people, 100);
    EXPECT_THAT(found.intruder.columns, ElementsAre("age", "sex", "region"));
    const Json json = to_json(found.intruder);
    EXPECT_EQ(json["people_file"],
              (Json{{"private_file", "voters.csv"}, {"private_rows", 6}, {"judged", true}}));
    EXPECT_THAT(json.dump(), Not(HasSubstr(folder_.path())));
}

TEST_F(PeopleFile, WhatItHoldsIsKnownWhateverTheReason) {
    write("voters.csv", voters());
    const std::string reason = "[columns]\nregion = { role = \"other\", reason = \"large\" }\n";
    EXPECT_THAT(plan("people = \"all\"\n", reason).intruder.columns, ElementsAre("age", "sex"));
    const Plan found = plan("people = \"voters.csv\"\n", reason);
    EXPECT_THAT(found.intruder.columns, ElementsAre("age", "sex", "region"));
    EXPECT_THAT(found.warnings, Contains(HasSubstr("column \"region\" has a reason")));
    EXPECT_THAT(to_json(found.intruder)["left_out"].dump(), Not(HasSubstr("region")));
}

TEST_F(PeopleFile, AConfidentialColumnStaysConfidentialAndThatIsSaid) {
    write("voters.csv", voters("person_id,age,region,diagnosis", true));
    const Plan found = plan("people = \"voters.csv\"\n");
    EXPECT_THAT(found.intruder.columns, Not(Contains("diagnosis")));
    ASSERT_EQ(found.intruder.left_out.size(), 1U);
    EXPECT_THAT(found.intruder.left_out[0].reason, HasSubstr("the intruder's file has it"));
}

TEST_F(PeopleFile, WithoutAKeyNobodyIsJudged) {
    write("voters.csv", voters("who,age,region"));
    const Plan found = plan("people = \"voters.csv\"\n");
    EXPECT_EQ(found.intruder.people_file->identities, nullptr);
    EXPECT_THAT(found.warnings,
                Contains(HasSubstr("who is who in the intruder's file is not known")));
    EXPECT_FALSE(to_json(found.intruder)["people_file"]["judged"]);
}

TEST_F(PeopleFile, OtherNamesAreMapped) {
    write("voters.csv", voters("person_id,years,place"));
    write("map.toml",
          "[[pair]]\nintruder = \"years\"\nrelease = \"age\"\n"
          "[[pair]]\nintruder = \"place\"\nrelease = \"region\"\n");
    const Plan found = plan("people = \"voters.csv\"\nlinkage = \"map.toml\"\n");
    EXPECT_THAT(found.intruder.columns, ElementsAre("age", "sex", "region"));
    write("bad.toml", "[[pair]]\nintruder = \"yearz\"\nrelease = \"age\"\n");
    EXPECT_THAT(wrong("people = \"voters.csv\"\nlinkage = \"bad.toml\"\n"), HasSubstr("yearz"));
}

TEST_F(PeopleFile, WhatIsWrongIsSaid) {
    write("voters.csv", voters());
    write("other.csv", "x,y\n1,2\n3,4\n");
    write("empty.csv", "age,sex\n");
    EXPECT_THAT(wrong("people = \"nowhere.csv\"\n"), HasSubstr("nowhere.csv"));
    EXPECT_THAT(wrong("people = \"other.csv\"\n"),
                HasSubstr("other.csv has no column that answers to a released one"));
    EXPECT_THAT(wrong("people = \"empty.csv\"\n"), HasSubstr("empty"));
    EXPECT_THAT(wrong("people = \"voters.csv\"\ntruth = \"person\"\n"),
                HasSubstr("\"truth\" must be a column of the data and of the intruder's file"));
    EXPECT_THAT(wrong("people = 20\ntruth = \"person_id\"\n"),
                HasSubstr("needs people = \"FILE\""));
    EXPECT_THAT(wrong("people = \"voters.csv\"\nlinkage = \"nowhere.toml\"\n"),
                HasSubstr("nowhere.toml"));
    EXPECT_THAT(wrong("people = 0\n"), HasSubstr("the path of a file"));
}

TEST_F(PeopleFile, SurvivesThePolicyFile) {
    const Policy policy = parse_policy(
        "[scenario]\npeople = \"voters.csv\"\nlinkage = \"m.toml\"\ntruth = \"id\"\n", "p.toml");
    const Policy again = parse_policy(policy_text(policy), "p.toml");
    EXPECT_EQ(again.scenario.people_file, "voters.csv");
    EXPECT_EQ(again.scenario.linkage, "m.toml");
    EXPECT_EQ(again.scenario.truth, "id");
}

TEST_F(PeopleFile, TheLogNamesItAndTheRecordDoesNot) {
    write("voters.csv", voters());
    const Plan found = plan("people = \"voters.csv\"\n");
    const std::string output = folder_.file("release.csv");
    protect_table(found, 1, {output, "people.csv", "", true}, test::threads(1));
    const std::string digest = file_sha256(folder_.file("voters.csv"));
    const std::string record = read_file(output + ".lethe.json");
    EXPECT_THAT(record, Not(HasSubstr("voters")));
    EXPECT_THAT(record, Not(HasSubstr(digest)));
    EXPECT_THAT(record, Not(HasSubstr(folder_.path())));
    EXPECT_THAT(record, Not(HasSubstr("P-1007")));
    EXPECT_THAT(read_file(output + ".lethe.private.json"),
                testing::AllOf(HasSubstr(digest), HasSubstr("voters.csv")));
    const Json measured = Json::parse(record)["measured"];
    const Json& attack = measured["attacks"].back();
    EXPECT_EQ(attack["name"], kIntruderFileAttack);
    EXPECT_EQ(attack["details"]["in_release"], 5);
}

}  // namespace
}  // namespace lethe::release
