#include "lethe/release/tables/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/record.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Table plan_people() {
    std::vector<std::string> ids, sexes;
    std::vector<double> ages, incomes;
    for (int i = 0; i < 30; ++i) {
        ids.push_back("P" + std::to_string(i));
        sexes.push_back(i % 2 == 0 ? "female" : "male");
        ages.push_back(20 + i);
        incomes.push_back(1000 + (i * 37) % 100);
    }
    return Table({Column::from_texts("id", Kind::nominal, ids),
                  Column::from_texts("sex", Kind::nominal, sexes), Column::numeric("age", ages),
                  Column::numeric("income", incomes)});
}

Policy plan_policy_of(std::string_view text) { return parse_policy(text, "p.toml"); }

TEST(Plan, WithoutColumnsEverythingButIdentifiersIsMasked) {
    const Plan plan = make_plan(plan_people(), plan_policy_of("[[step]]\nmethod = \"noise\"\n"));
    EXPECT_THAT(plan.steps[0].columns, ElementsAre("age", "income"));
    EXPECT_EQ(plan.roles.of("id"), Role::identifier);
    EXPECT_THAT(plan.warnings, ElementsAre(HasSubstr("\"id\" is taken for an identifier"),
                                           HasSubstr("no step masks sex")));
}

TEST(Plan, WithColumnsOnlyQuasiIdentifiersAreMasked) {
    const Plan plan = make_plan(plan_people(), plan_policy_of(R"([columns]
id = { role = "identifier" }
age = { role = "quasi" }
income = { role = "confidential" }
[[step]]
method = "mdav"
k = 3
)"));
    EXPECT_THAT(plan.steps[0].columns, ElementsAre("sex", "age"));
    EXPECT_THAT(plan.warnings,
                ElementsAre(HasSubstr("says nothing about the role of sex (quasi)")));
}

TEST(Plan, AllProblemsAtOnce) {
    try {
        make_plan(plan_people(), plan_policy_of(R"([columns]
agee = { role = "quasi" }
sex = { role = "quasi", kind = "numeric" }
id = { role = "identifier" }
[[step]]
method = "individual-ranking"
columns = ["income", "id", "sex", "income", "nothing"]
k = 1
[[step]]
method = "mdaw"
)"));
        FAIL();
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_THAT(text, HasSubstr("p.toml:2"));
        EXPECT_THAT(text, HasSubstr("did you mean \"age\""));
        EXPECT_THAT(text, HasSubstr("column \"sex\", row 1: not a finite number"));
        EXPECT_THAT(text,
                    HasSubstr("column \"sex\" is nominal, but individual-ranking takes numeric"));
        EXPECT_THAT(text, HasSubstr("listed twice"));
        EXPECT_THAT(text, HasSubstr("there is no column \"nothing\""));
        EXPECT_THAT(text, HasSubstr("at least 2"));
        EXPECT_THAT(text, HasSubstr("did you mean \"mdav\""));
    }
}

TEST(Plan, TooLargeKIsAnUnmetGuarantee) {
    try {
        make_plan(plan_people(), plan_policy_of("[[step]]\nmethod = \"mdav\"\nk = 31\n"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unmet);
        EXPECT_THAT(error.what(), HasSubstr("k is 31, but the table has 30 rows"));
    }
}

TEST(Execute, RunsTheStepsAndDropsIdentifiers) {
    const Plan plan = make_plan(plan_people(), plan_policy_of(R"([[step]]
method = "sampling"
fraction = 0.5
[[step]]
method = "sampling"
fraction = 0.4
)"));
    const Execution execution = execute(plan, 3, test::threads(2));
    EXPECT_EQ(execution.release.rows(), 6);
    EXPECT_EQ(execution.release.find("id"), nullptr);
    ASSERT_EQ(execution.origin.size(), 6U);
    const Table source = plan_people();
    for (std::int64_t row = 0; row < 6; ++row) {
        const auto i = static_cast<std::size_t>(row);
        EXPECT_EQ(execution.release.column("age").numbers()[i],
                  source.column("age").numbers()[static_cast<std::size_t>(execution.origin[i])]);
    }
}

TEST(Execute, TheRecordHoldsNothingThatUndoesTheMasking) {
    const Plan plan = make_plan(
        plan_people(), plan_policy_of("[[step]]\nmethod = \"sampling\"\nfraction = 0.5\n"));
    const Execution execution = execute(plan, 123456789, test::threads(2));
    const std::string record = release_record(plan, execution, "dir/release.csv", "abc").dump();
    EXPECT_THAT(record, testing::Not(HasSubstr("123456789")));
    EXPECT_THAT(record, testing::Not(HasSubstr("seed")));
    EXPECT_THAT(record, testing::Not(HasSubstr("dir/")));
    EXPECT_THAT(record, testing::Not(HasSubstr("\"rows\":[")));
    const Json log = private_log(execution, 123456789, "people.csv", "def");
    EXPECT_EQ(log["seed"], 123456789);
    EXPECT_EQ(log["rows"].size(), 15U);
}

TEST(Execute, AStepAfterAChangeOfKindIsChecked) {
    const Plan plan = make_plan(plan_people(), plan_policy_of(R"([[step]]
method = "global-recoding"
columns = ["age"]
width = 10
show = "label"
[[step]]
method = "noise"
columns = ["age"]
)"));
    EXPECT_THROW(execute(plan, 1, test::threads(1)), Error);
}

}  // namespace
}  // namespace lethe::release
