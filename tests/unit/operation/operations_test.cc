// What holds for every operation, and what operations say to a door that is no command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/samples/census.h"
#include "lethe/operation/operation.h"
#include "support.h"

namespace lethe::operation {
namespace {

using testing::HasSubstr;

// A program that asks: takes JSON, has no standard input.
class ProgramDoor : public Door {
  public:
    const Context& context() override { return context_; }
    void say(const std::string& line) override { said += line + "\n"; }
    void show(const Json&) override {}
    bool structured() const override { return true; }

    std::string said;

  protected:
    std::uint64_t random_seed() override { return 7; }

  private:
    Context context_;
};

class Operations : public testing::Test {
  protected:
    void SetUp() override {
        write_table(Context(), sample_census(Context(), Random(1), 80), path("people.csv"));
    }

    std::string path(const std::string& name) const { return folder_.file(name); }

    Answer run(const std::string& name, const Json& options) {
        return find_operation(name, DataKind::table)->run(options, door_);
    }

    std::string problem_of(const std::string& name, const Json& options) {
        try {
            run(name, options);
        } catch (const Error& error) {
            std::string all;
            for (const Problem& problem : error.problems()) all += to_string(problem) + "\n";
            return all;
        }
        return {};
    }

    test::TemporaryFolder folder_;
    ProgramDoor door_;
};

TEST(OperationList, EachIsDescribedAndKnownByNameAndData) {
    std::set<std::vector<std::string>> commands;
    std::set<std::string> names;
    for (const Operation& one : operations()) {
        const OperationInfo& info = one.info;
        SCOPED_TRACE(info.name);
        EXPECT_FALSE(info.summary.empty());
        EXPECT_FALSE(info.summary.ends_with('.'));
        EXPECT_FALSE(info.examples.empty());
        EXPECT_TRUE(commands.insert(info.words).second);
        EXPECT_TRUE(
            names.insert(info.name + (info.data ? std::string(name(*info.data)) : "")).second);
        EXPECT_EQ(find_operation(info.name, info.data), &one);
        for (const std::string& line : info.examples) EXPECT_TRUE(line.starts_with("lethe "));
    }
}

TEST(OperationList, OptionsHaveNamesOfTheirOwnAndWords) {
    for (const Operation& one : operations()) {
        std::set<std::string> names;
        std::set<char> letters;
        bool optional_seen = false;
        for (const Parameter& option : one.options) {
            SCOPED_TRACE(one.info.name + " " + option.name);
            EXPECT_TRUE(names.insert(option.name).second);
            EXPECT_EQ(option.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
                      std::string::npos);
            EXPECT_FALSE(option.text.empty());
            EXPECT_EQ(std::ranges::count(option.choices, std::string()), 0);
            EXPECT_TRUE(option.letter == '\0' || letters.insert(option.letter).second);
            if (!option.positional) continue;
            EXPECT_FALSE(optional_seen && option.required) << "cannot be told from the one before";
            optional_seen = optional_seen || !option.required;
        }
    }
}

TEST(OperationList, WhatTakesAnyDataTakesAllFourKinds) {
    for (const char* verb : {"inspect", "protect", "attack", "measure", "assess", "explore"}) {
        for (const DataKind kind :
             {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
            EXPECT_NE(find_operation(verb, kind), nullptr) << verb << " " << name(kind);
        }
    }
}

TEST_F(Operations, OfJsonGiveWhatCommandsGive) {
    const Answer made = run("protect", {{"data", path("people.csv")},
                                        {"method", "mdav"},
                                        {"set", {{"k", 5}}},
                                        {"output", path("release.csv")}});
    EXPECT_EQ(made.result["kind"], "protected");
    const Answer found = run("assess", {{"original", path("people.csv")},
                                        {"masked", path("release.csv")},
                                        {"threshold", {{"k", 3}}}});
    EXPECT_EQ(found.result["kind"], "assessment");
    EXPECT_TRUE(found.result.contains("verdict"));
    EXPECT_THAT(door_.said, HasSubstr("release record"));
}

TEST_F(Operations, TellEveryProblemByTheNamesOfTheDoor) {
    const std::string problems =
        problem_of("assess", {{"original", 3.5}, {"known", 200}, {"alpha", "much"}, {"knwon", 1}});
    EXPECT_THAT(problems, HasSubstr("known: is 200; it must be at least 0.001 and at most 100"));
    EXPECT_THAT(problems, HasSubstr("alpha: must be a number"));
    EXPECT_THAT(problems, HasSubstr("did you mean \"known\"?"));
    EXPECT_THAT(problems, HasSubstr("\"masked\""));
}

TEST_F(Operations, ListsAreTakenAsTheyAre) {
    // A column with a comma in its name is one column: nothing is split behind a door of programs.
    EXPECT_THAT(problem_of("inspect", {{"data", path("people.csv")}, {"columns", {"age,sex"}}}),
                HasSubstr("age,sex"));
}

TEST_F(Operations, HaveNoStandardInputWhereThereIsNone) {
    EXPECT_THAT(problem_of("inspect", {{"data", "-"}}), HasSubstr("standard input"));
    EXPECT_THAT(
        problem_of("protect", {{"data", path("people.csv")}, {"method", "mdav"}, {"output", "-"}}),
        HasSubstr("standard output"));
}

}  // namespace
}  // namespace lethe::operation
