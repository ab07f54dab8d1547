#include "lethe/release/tables/linked/linked_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/release/policy_edit.h"
#include "linked_people.h"

namespace lethe::release {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kLinked = R"([columns]
Id = { role = "person" }

[[step]]
method = "mdav"
k = 3

[linked.visits]
file = "visits.csv"
person = "PATIENT"
orphans = "drop"

[linked.visits.read]
separator = ";"

[linked.visits.columns]
Id = { role = "identifier" }
day = { role = "quasi", kind = "numeric", round = 0 }

[linked.codes]
file = "codes.csv"
person = "WHO"
references = { VISIT = "visits.Id" }

[[linked.codes.step]]
method = "pram"
columns = ["code"]
)";

TEST(LinkedPolicy, IsReadInTheOrderOfTheFileAndWrittenBack) {
    const Policy policy = parse_policy(kLinked, "p.toml");
    ASSERT_EQ(policy.linked.size(), 2U);
    EXPECT_TRUE(policy.columns.front().person);
    EXPECT_EQ(policy.columns.front().role, Role::identifier);
    const LinkedPolicy& visits = policy.linked.front();
    EXPECT_EQ(visits.name, "visits");
    EXPECT_EQ(visits.file, "visits.csv");
    EXPECT_EQ(visits.person, "PATIENT");
    EXPECT_TRUE(visits.drop_orphans);
    EXPECT_TRUE(visits.dealt) << "nobody said otherwise";
    EXPECT_EQ(visits.read.separator, ';');
    EXPECT_EQ(visits.columns.size(), 2U);
    const LinkedPolicy& codes = policy.linked.back();
    ASSERT_EQ(codes.references.size(), 1U);
    EXPECT_EQ(codes.references.front().table, "visits");
    EXPECT_EQ(codes.references.front().key, "Id");
    EXPECT_EQ(codes.steps.front().method, "pram");

    const std::string text = policy_text(policy);
    EXPECT_EQ(policy_text(parse_policy(text, "again.toml")), text);
    EXPECT_THAT(text, HasSubstr("\"Id\" = { \"role\" = \"person\" }"));
    EXPECT_THAT(text, HasSubstr("[[linked.codes.step]]\nmethod = \"pram\""));
    // As a tree, the way forms change it.
    const std::string tree = policy_tree_text(policy_tree(kLinked, "p.toml"));
    EXPECT_EQ(policy_text(parse_policy(tree, "tree.toml")).size(), text.size());
}

std::vector<std::string> problems_of(const std::string& text) {
    Problems problems;
    parse_policy(text, "p.toml", problems);
    std::vector<std::string> told;
    for (const Problem& one : problems) told.push_back(to_string(one));
    return told;
}

TEST(LinkedPolicy, SaysWhatIsWrongAndWhere) {
    const auto told = problems_of(R"([columns]
[linked.a]
file = "a.csv"
rows = "mixed"
references = { X = "b.Id", Y = "nowhere.Id", Z = "b", V = "a.Id" }
person = "X"
[linked.a.columns]
Id = { role = "person" }
[linked.b]
person = "P"
rows = "own"
[linked."../c"]
file = "c.csv"
person = "P"
colour = 1
)");
    EXPECT_THAT(told, Contains(HasSubstr("p.toml:4")));
    EXPECT_THAT(told, Contains(HasSubstr("there is no linked table \"nowhere\"")));
    EXPECT_THAT(told, Contains(HasSubstr("must name a table and its key")));
    EXPECT_THAT(told, Contains(HasSubstr("\"rows\" must be the same in both tables")));
    EXPECT_THAT(told, Contains(HasSubstr("a reference is to another linked table")));
    EXPECT_THAT(told, Contains(HasSubstr("needs \"file\"")));
    EXPECT_THAT(told, Contains(HasSubstr("role = \"person\" is of the key in the table of the")));
    EXPECT_THAT(told, Contains(HasSubstr("name of a linked table is also that of its file")));
    EXPECT_THAT(told, Contains(HasSubstr("colour")));
}

TEST(LinkedPolicy, KeysOfATableAreDropped) {
    const Policy policy = parse_policy(test::linked_policy(), "p.toml");
    EXPECT_THAT(policy_of_linked(policy.linked[0], policy).identifiers,
                ElementsAre("Id", "PATIENT"));
    EXPECT_THAT(policy_of_linked(policy.linked[1], policy).identifiers,
                ElementsAre("PATIENT", "STAY"));
}

}  // namespace
}  // namespace lethe::release
