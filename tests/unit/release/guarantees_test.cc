#include "lethe/release/tables/counts/guarantees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/data/groups.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Three columns of few values, some missing.
Table small_table(std::uint64_t seed) {
    Draws draws = Random(seed).stream("table").at(0);
    const auto rows = static_cast<std::int64_t>(1 + draws.below(14));
    std::vector<ColumnPtr> columns;
    for (const char* name : {"a", "b", "c"}) {
        std::vector<double> values;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(static_cast<double>(draws.below(3)));
            if (draws.below(4) == 0) validity.set_missing(row);
        }
        columns.push_back(Column::numeric(name, std::move(values), std::move(validity)));
    }
    return Table(columns);
}

// By comparing everybody with everybody.
SharedValues plainly(const Table& table, bool any, std::int64_t k) {
    SharedValues result;
    std::int64_t firsts = 0;
    for (std::int64_t i = 0; i < table.rows(); ++i) {
        std::int64_t agreeing = 0;
        bool first = true;
        for (std::int64_t j = 0; j < table.rows(); ++j) {
            bool agree = true, same = true;
            for (const ColumnPtr& column : table.columns()) {
                const bool equal = column->valid(i) == column->valid(j) &&
                                   (!column->valid(i) || column->text(i) == column->text(j));
                same = same && equal;
                agree = agree && (equal || (any && !(column->valid(i) && column->valid(j))));
            }
            agreeing += agree ? 1 : 0;
            if (same && j < i) first = false;
        }
        firsts += first ? 1 : 0;
        result.below += agreeing < k ? 1 : 0;
        result.unique += agreeing == 1 ? 1 : 0;
        result.smallest = i == 0 ? agreeing : std::min(result.smallest, agreeing);
        ++result.people;
    }
    result.groups = firsts;
    return result;
}

TEST(Guarantees, CountsAreThoseOfEverybodyAgainstEverybody) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Table table = small_table(seed);
        for (const bool any : {false, true}) {
            const SharedValues found =
                count_shared(test::threads(1), table, table.names(),
                             any ? MissingReading::any : MissingReading::own, 3);
            const SharedValues expected = plainly(table, any, 3);
            EXPECT_EQ(found.people, expected.people);
            EXPECT_EQ(found.smallest, expected.smallest) << seed << any;
            EXPECT_EQ(found.groups, expected.groups) << seed << any;
            EXPECT_EQ(found.below, expected.below) << seed << any;
            EXPECT_EQ(found.unique, expected.unique) << seed << any;
        }
    }
}

TEST(Guarantees, WhatIsWrittenOtherwiseIsAnotherValue) {
    auto spelling = std::make_shared<Column::Spelling>();
    spelling->add(1, "1.0");
    const Table table({Column::numeric("a", {1, 1}, {}, spelling)});
    EXPECT_EQ(count_shared(test::threads(1), table, table.names(), MissingReading::own, 2).unique,
              2);
}

Json guarantees_step(const char* text) { return Json::array({Json::parse(text)}); }

TEST(Promises, FollowFromTheMethodsAndTheirParts) {
    auto found = promises_of(guarantees_step(R"({"method": "mondrian", "columns": ["a", "b"],
                                      "parameters": {"k": 4}})"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].k, 4);
    EXPECT_THAT(found[0].columns, ElementsAre("a", "b"));
    EXPECT_EQ(found[0].missing, MissingReading::own);

    found = promises_of(guarantees_step(R"({"method": "mdav", "columns": ["a", "b", "c"],
        "parameters": {"k": [3, 7], "groups": [["c"], ["a", "b"]], "missing": "any"},
        "facts": {"parts": [{"columns": ["a", "b"]}], "semantic": [{"columns": ["c"]}]}})"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].k, 7);
    EXPECT_EQ(found[1].k, 3);
    EXPECT_EQ(found[0].missing, MissingReading::any);

    found = promises_of(guarantees_step(R"({"method": "local-suppression", "columns": ["a"],
                                 "parameters": {"k": 3}})"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].missing, MissingReading::any);

    found = promises_of(guarantees_step(R"({"method": "clustered", "columns": ["a", "b"],
        "parameters": {"inside": "mdav"}, "facts": {"parameters": {"k": [5]}}})"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].k, 5);

    found = promises_of(guarantees_step(R"({"method": "stratified", "columns": ["a", "b", "c"],
        "parameters": {"inside": "mdav", "by": ["c"]},
        "facts": {"strata": 3, "parameters": {"k": [4], "missing": "any"}}})"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].k, 4);
    EXPECT_EQ(found[0].method, "mdav");
    EXPECT_THAT(found[0].columns, ElementsAre("a", "b", "c"));
    EXPECT_EQ(found[0].missing, MissingReading::any);

    found = promises_of(guarantees_step(R"({"method": "stratified", "columns": ["a", "b", "c"],
        "parameters": {"inside": "mdav", "by": []},
        "facts": {"parameters": {"k": [4, 6], "groups": [["c"], ["b", "a"]]}}})"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].k, 4);
    EXPECT_THAT(found[0].columns, ElementsAre("c"));
    EXPECT_EQ(found[1].k, 6);

    EXPECT_THAT(promises_of(guarantees_step(R"({"method": "stratified", "columns": ["a", "b"],
        "parameters": {"inside": "mdav"}, "facts": {"parameters": {"k": [4], "group_size": 1}}})")),
                IsEmpty());
    EXPECT_THAT(promises_of(guarantees_step(R"({"method": "stratified", "columns": ["a", "b"],
        "parameters": {"inside": "noise"}, "facts": {"parameters": {"p": 4}}})")),
                IsEmpty());

    EXPECT_THAT(
        promises_of(guarantees_step(R"({"method": "noise", "columns": ["a"], "parameters": {}})")),
        IsEmpty());
    EXPECT_THAT(promises_of(guarantees_step(R"({"method": "individual-ranking", "columns": ["a"],
                                     "parameters": {"k": 3}})")),
                IsEmpty());
    EXPECT_THAT(promises_of(guarantees_step(R"({"method": "evolution", "columns": ["a"],
                                     "parameters": {}})")),
                IsEmpty());
}

TEST(Guarantees, SayWhereMissingValuesDecide) {
    Validity validity(4);
    validity.set_missing(3);
    const Table table(
        {Column::numeric("a", {1, 1, 1, 0}, validity), Column::numeric("b", {5, 6, 7, 8})});
    const Json steps = guarantees_step(R"({"method": "local-suppression", "columns": ["a"],
                                "parameters": {"k": 3}})");
    const std::vector<std::string> quasi = {"a", "b"}, unmasked = {"b"};
    const Json found = count_guarantees(test::threads(1), table, steps, quasi, unmasked);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0]["missing"], "any");
    EXPECT_EQ(found[0]["holds"], true);
    EXPECT_EQ(found[0]["other_reading"]["missing"], "own");
    EXPECT_EQ(found[0]["other_reading"]["unique"], 1);
    EXPECT_EQ(found[1]["scope"], "quasi-identifiers");
    EXPECT_EQ(found[1]["k"], 3);
    EXPECT_EQ(found[1]["holds"], false);
    EXPECT_EQ(found[1]["unique"], 4);
    EXPECT_EQ(found[1]["unmasked"], Json::array({"b"}));
}

}  // namespace
}  // namespace lethe::release
