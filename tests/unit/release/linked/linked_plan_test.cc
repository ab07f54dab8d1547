#include "lethe/release/tables/linked/linked_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/release/tables/linked/row_keys.h"
#include "linked_people.h"

namespace lethe::release {
namespace {

using test::LinkedTables;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string error_of(const LinkedTables& tables, const std::string& policy) {
    try {
        test::linked_plan(tables, policy);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

// The table with another value in one cell of a column of texts.
Table with_text(const Table& table, const std::string& column, std::int64_t row,
                const std::string& text) {
    std::vector<std::string> texts;
    for (std::int64_t r = 0; r < table.rows(); ++r) texts.push_back(table.column(column).text(r));
    texts.at(static_cast<std::size_t>(row)) = text;
    const ColumnPtr changed = Column::from_texts(column, Kind::nominal, texts);
    return table.with(std::span(&changed, 1));
}

TEST(LinkedPlan, KnowsWhoseEachRowIs) {
    const LinkedTables tables = test::linked_people(12, 1);
    const LinkedPlan plan = test::linked_plan(tables, test::linked_policy());
    EXPECT_EQ(plan.key, "Id");
    ASSERT_EQ(plan.tables.size(), 2U);
    for (std::size_t t = 0; t < 2; ++t) {
        const LinkedTablePlan& table = plan.tables[t];
        for (std::int64_t row = 0; row < tables.linked[t].rows(); ++row) {
            const std::int64_t person = table.person_of[static_cast<std::size_t>(row)];
            EXPECT_EQ(tables.people.column("Id").text(person),
                      tables.linked[t].column("PATIENT").text(row));
        }
        EXPECT_EQ(table.plan.roles.of("PATIENT"), Role::identifier);
    }
    const PlannedReference& stay = plan.tables[1].references.front();
    for (std::int64_t row = 0; row < tables.linked[1].rows(); ++row) {
        EXPECT_EQ(tables.linked[0].column("Id").text(stay.rows[static_cast<std::size_t>(row)]),
                  tables.linked[1].column("STAY").text(row));
    }
    EXPECT_THAT(plan.tables[0].plan.intruder.columns, ElementsAre("day"));
}

TEST(LinkedPlan, CountsRowsThatNameNobodyAndLeavesThemOutWhereTold) {
    LinkedTables tables = test::linked_people(12, 1);
    const std::int64_t rows = tables.linked[1].rows();
    tables.linked[1] = with_text(tables.linked[1], "PATIENT", 0, "stranger7");
    const std::string wrong = error_of(tables, test::linked_policy());
    EXPECT_THAT(wrong, AllOf(HasSubstr("1 of " + std::to_string(rows) + " rows of diagnoses"),
                             HasSubstr("orphans = \"drop\""), Not(HasSubstr("stranger7"))));
    const LinkedPlan plan =
        test::linked_plan(tables, test::linked_policy("", "orphans = \"drop\"\n"));
    EXPECT_EQ(plan.tables[1].plan.table.rows(), rows - 1);
    EXPECT_EQ(plan.tables[1].kept.front(), 1);
}

TEST(LinkedPlan, RowsGoWithTheRowThatTheyName) {
    LinkedTables tables = test::linked_people(12, 1);
    const std::string stay = tables.linked[1].column("STAY").text(0);
    std::int64_t at = 0;
    while (tables.linked[0].column("Id").text(at) != stay) ++at;
    tables.linked[0] = with_text(tables.linked[0], "PATIENT", at, "stranger7");
    // The stay is left out; its diagnoses have none then.
    EXPECT_THAT(error_of(tables, test::linked_policy("orphans = \"drop\"\n")),
                HasSubstr("name a row of stays that is not there"));
    const LinkedPlan plan = test::linked_plan(
        tables, test::linked_policy("orphans = \"drop\"\n", "orphans = \"drop\"\n"));
    EXPECT_EQ(plan.tables[0].plan.table.rows(), tables.linked[0].rows() - 1);
    EXPECT_LT(plan.tables[1].plan.table.rows(), tables.linked[1].rows());
    for (const std::int64_t row : plan.tables[1].references.front().rows) {
        EXPECT_GE(row, 0);
        EXPECT_LT(row, plan.tables[0].plan.table.rows());
    }
}

TEST(LinkedPlan, SaysWhatIsWrongWithKeys) {
    const LinkedTables tables = test::linked_people(12, 1);
    const std::string second = tables.people.column("Id").text(1);

    LinkedTables twice = tables;
    twice.people = with_text(tables.people, "Id", 0, second);
    EXPECT_THAT(
        error_of(twice, test::linked_policy()),
        AllOf(HasSubstr("1 rows have one that an earlier row has"), Not(HasSubstr(second))));

    LinkedTables crossed = tables;
    std::int64_t last = tables.linked[1].rows() - 1;
    crossed.linked[1] =
        with_text(tables.linked[1], "PATIENT", last, tables.people.column("Id").text(0));
    EXPECT_THAT(error_of(crossed, test::linked_policy()), HasSubstr("another person's"));

    std::string policy = test::linked_policy();
    policy.replace(policy.find("\"PATIENT\""), 9, "\"PATIENTS\"");
    EXPECT_THAT(error_of(tables, policy), HasSubstr("did you mean \"PATIENT\""));

    policy = test::linked_policy();
    policy.replace(policy.find("\"person\""), 8, "\"identifier\"");
    EXPECT_THAT(error_of(tables, policy), HasSubstr("need the key of the people"));

    // A key is never masked as if it were a value.
    EXPECT_THAT(
        error_of(tables, test::linked_policy() + "[[linked.diagnoses.step]]\nmethod = \"pram\"\n"
                                                 "columns = [\"STAY\"]\n"),
        HasSubstr("\"STAY\" is an identifier"));
}

TEST(LinkedPlan, WhoPlansThePeopleAloneIsTold) {
    const LinkedTables tables = test::linked_people(12, 1);
    const Plan plan = make_plan(tables.people, parse_policy(test::linked_policy(), "p.toml"));
    EXPECT_TRUE(std::ranges::any_of(plan.warnings, [](const std::string& warning) {
        return warning.find("linked tables of the policy (stays, diagnoses)") != std::string::npos;
    }));
    EXPECT_EQ(plan.roles.of("Id"), Role::identifier);
}

TEST(RowKeys, NumbersAreTheSameByValueAndTextsAsTheyAreWritten) {
    const ColumnPtr numbers = Column::numeric("a", {3, 1, 2});
    EXPECT_THAT(rows_named(*Column::numeric("b", {1, 9, 3}), *numbers), ElementsAre(1, -1, 0));
    const std::vector<std::string> texts{"2", "02", "1"};
    EXPECT_THAT(rows_named(*Column::from_texts("c", Kind::nominal, texts), *numbers),
                ElementsAre(2, -1, 1));
    Validity some(3);
    some.set_missing(1);
    EXPECT_THAT(rows_named(*Column::numeric("b", {1, 0, 3}, some), *numbers),
                ElementsAre(1, kWithoutName, 0));
    EXPECT_EQ(key_faults(*Column::numeric("b", {1, 0, 1}, some)).missing, 1);
    EXPECT_EQ(key_faults(*Column::numeric("b", {1, 0, 1}, some)).repeated, 1);
}

}  // namespace
}  // namespace lethe::release
