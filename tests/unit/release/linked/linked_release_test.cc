#include "lethe/release/tables/linked/linked_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "lethe/core/error.h"
#include "lethe/release/tables/linked/linked_write.h"
#include "linked_people.h"
#include "support.h"

namespace lethe::release {
namespace {

using test::LinkedTables;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

LinkedRelease released(const LinkedPlan& plan, std::uint64_t seed = 5, int threads = 1) {
    return make_linked_release(plan, seed, {"ab12", {"cd34", "ef56"}}, test::threads(threads));
}

std::vector<std::string> texts_of(const Table& table, const std::string& column) {
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        texts.push_back(table.column(column).text(row));
    }
    return texts;
}

const Table& table_of(const LinkedRelease& made, std::size_t t) {
    return made.tables[t].prepared.execution.release;
}

// What is released of each person: her released columns, the days of her stays and her codes.
using Rows = std::multiset<std::string>;
struct ReleasedPerson {
    std::string looks;
    Rows days, codes;
};

std::map<std::string, ReleasedPerson> people_of(const LinkedRelease& made) {
    std::map<std::string, ReleasedPerson> people;
    const Table& table = made.people.execution.release;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        people[table.column("Id").text(row)].looks =
            table.column("sex").text(row) + table.column("age").text(row);
    }
    for (std::int64_t row = 0; row < table_of(made, 0).rows(); ++row) {
        people.at(table_of(made, 0).column("PATIENT").text(row))
            .days.insert(table_of(made, 0).column("day").text(row));
    }
    for (std::int64_t row = 0; row < table_of(made, 1).rows(); ++row) {
        people.at(table_of(made, 1).column("PATIENT").text(row))
            .codes.insert(table_of(made, 1).column("code").text(row));
    }
    return people;
}

TEST(LinkedRelease, KeysAreNewAndTheSameInAllTables) {
    const LinkedTables tables = test::linked_people(40, 3);
    const LinkedRelease made = released(test::linked_plan(tables, test::linked_policy()));
    const auto ids = texts_of(made.people.execution.release, "Id");
    const std::set<std::string> people(ids.begin(), ids.end());
    EXPECT_EQ(people.size(), 40U);
    EXPECT_EQ(*people.begin(), "01");
    EXPECT_EQ(*people.rbegin(), "40");
    EXPECT_FALSE(std::is_sorted(ids.begin(), ids.end())) << "the order of rows is not in the key";
    const auto stays = texts_of(table_of(made, 0), "Id");
    const std::set<std::string> known(stays.begin(), stays.end());
    EXPECT_EQ(known.size(), static_cast<std::size_t>(tables.linked[0].rows()));
    for (std::size_t t = 0; t < 2; ++t) {
        for (const std::string& id : texts_of(table_of(made, t), "PATIENT")) {
            EXPECT_TRUE(people.contains(id));
        }
    }
    for (const std::string& stay : texts_of(table_of(made, 1), "STAY")) {
        EXPECT_TRUE(known.contains(stay));
    }
    EXPECT_EQ(made.people.execution.release.names(), tables.people.names());
    EXPECT_EQ(table_of(made, 0).names(), tables.linked[0].names());
    EXPECT_EQ(table_of(made, 1).names(), tables.linked[1].names());
}

TEST(LinkedRelease, RowsOfOnePersonStandTogetherInTheOrderOfThePeople) {
    const LinkedRelease made =
        released(test::linked_plan(test::linked_people(40, 3), test::linked_policy()));
    for (const LinkedTableRelease& table : made.tables) {
        EXPECT_TRUE(std::is_sorted(table.owner.begin(), table.owner.end()));
    }
}

TEST(LinkedRelease, DealtRowsStayInTheirClassWithTheRowsThatTheyName) {
    const LinkedTables tables = test::linked_people(40, 3);
    const std::string own = "rows = \"own\"\n";
    const auto dealt = people_of(released(test::linked_plan(tables, test::linked_policy())));
    const auto kept = people_of(released(test::linked_plan(tables, test::linked_policy(own, own))));
    ASSERT_EQ(dealt.size(), kept.size());
    // The keys are those of the same seed, so that people are the same.
    std::map<std::string, Rows> days[2], codes[2];
    std::map<std::string, std::multiset<std::size_t>> stays[2];
    int moved = 0;
    for (const auto& [id, person] : kept) {
        const ReleasedPerson& other = dealt.at(id);
        EXPECT_EQ(person.looks, other.looks);
        moved += person.days != other.days ? 1 : 0;
        days[0][person.looks].insert(person.days.begin(), person.days.end());
        days[1][person.looks].insert(other.days.begin(), other.days.end());
        codes[0][person.looks].insert(person.codes.begin(), person.codes.end());
        codes[1][person.looks].insert(other.codes.begin(), other.codes.end());
        stays[0][person.looks].insert(person.days.size());
        stays[1][person.looks].insert(other.days.size());
    }
    EXPECT_GT(moved, 20);
    EXPECT_EQ(days[0], days[1]);
    EXPECT_EQ(codes[0], codes[1]);
    EXPECT_EQ(stays[0], stays[1]) << "as many members have so many stays";

    const LinkedRelease made = released(test::linked_plan(tables, test::linked_policy()));
    std::map<std::string, std::string> patient_of_stay;
    for (std::int64_t row = 0; row < table_of(made, 0).rows(); ++row) {
        patient_of_stay[table_of(made, 0).column("Id").text(row)] =
            table_of(made, 0).column("PATIENT").text(row);
    }
    for (std::int64_t row = 0; row < table_of(made, 1).rows(); ++row) {
        EXPECT_EQ(patient_of_stay.at(table_of(made, 1).column("STAY").text(row)),
                  table_of(made, 1).column("PATIENT").text(row));
    }
}

TEST(LinkedRelease, WhoIsNotReleasedTakesHerRowsAlong) {
    const LinkedTables tables = test::linked_people(60, 4);
    const LinkedPlan plan = test::linked_plan(
        tables, test::linked_policy("rows = \"own\"\n", "rows = \"own\"\n",
                                    "[[step]]\nmethod = \"sampling\"\nfraction = 0.5\n"));
    const LinkedRelease made = released(plan);
    const Execution& people = made.people.execution;
    ASSERT_EQ(people.release.rows(), 30);
    const std::set<std::int64_t> sampled(people.origin.begin(), people.origin.end());
    for (std::size_t t = 0; t < 2; ++t) {
        std::int64_t theirs = 0;
        for (const std::int64_t person : plan.tables[t].person_of) {
            theirs += sampled.contains(person) ? 1 : 0;
        }
        EXPECT_EQ(table_of(made, t).rows(), theirs);
        for (const std::int64_t row : made.tables[t].planned_row) {
            EXPECT_TRUE(sampled.contains(plan.tables[t].person_of[static_cast<std::size_t>(row)]));
        }
    }
}

TEST(LinkedRelease, ReferencesToRowsThatAStepDropsAreMissing) {
    const LinkedTables tables = test::linked_people(60, 4);
    const LinkedPlan plan = test::linked_plan(
        tables,
        test::linked_policy() + "[[linked.stays.step]]\nmethod = \"sampling\"\nfraction = 0.5\n");
    const LinkedRelease made = released(plan);
    EXPECT_LT(table_of(made, 0).rows(), tables.linked[0].rows());
    EXPECT_EQ(table_of(made, 1).rows(), tables.linked[1].rows());
    EXPECT_GT(table_of(made, 1).column("STAY").missing(), 0);
}

TEST(LinkedRelease, IsTheSameForAnyNumberOfThreadsAndAnotherForAnotherSeed) {
    const LinkedPlan plan = test::linked_plan(test::linked_people(60, 4), test::linked_policy());
    const LinkedRelease one = released(plan, 5, 1), two = released(plan, 5, 2);
    const LinkedRelease other = released(plan, 6, 1);
    for (std::size_t t = 0; t < 2; ++t) {
        EXPECT_EQ(texts_of(table_of(one, t), "PATIENT"), texts_of(table_of(two, t), "PATIENT"));
        EXPECT_EQ(one.tables[t].file_row, two.tables[t].file_row);
        EXPECT_NE(one.tables[t].file_row, other.tables[t].file_row);
    }
}

TEST(LinkedWrite, FilesAreBesideThePeopleWithTheirEnding) {
    EXPECT_EQ(linked_output("r/people.csv.gz", "visits"), "r/visits.csv.gz");
    EXPECT_EQ(linked_output("people.parquet", "visits"), "visits.parquet");
    EXPECT_THAT(linked_outputs("r/p.csv", {"a", "b"}).more, ElementsAre("r/a.csv", "r/b.csv"));
}

}  // namespace
}  // namespace lethe::release
