// What holds for every operation, and what operations say to a door that is no command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/samples/census.h"
#include "lethe/io/file.h"
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

// What an option is said to stand beside is there, and can be what it is asked to be.
TEST(OperationList, OptionsStandToOptionsOfTheirOwnOperation) {
    for (const Operation& one : operations()) {
        const auto find = [&](const std::string& name) {
            const auto found = std::ranges::find(one.options, name, &Parameter::name);
            return found == one.options.end() ? nullptr : &*found;
        };
        for (const Parameter& option : one.options) {
            SCOPED_TRACE(one.info.name + " " + option.name);
            for (const std::vector<Companion>& any : option.goes_with) {
                EXPECT_FALSE(any.empty());
                for (const Companion& companion : any) {
                    const Parameter* other = find(companion.option);
                    ASSERT_NE(other, nullptr) << companion.option;
                    const auto& allowed = other->choices.empty() ? other->names : other->choices;
                    for (const std::string& value : companion.values) {
                        EXPECT_EQ(std::ranges::count(allowed, value), 1) << value;
                    }
                }
            }
            for (const std::string& name : option.excludes) EXPECT_NE(find(name), nullptr) << name;
            if (!option.settings_of.empty()) {
                EXPECT_NE(find(option.settings_of), nullptr);
            }
        }
    }
}

// What writes says so, and then it can be told to replace what is there.
TEST(OperationList, OptionsThatNameFilesToBeWrittenSaySo) {
    const std::set<std::string> writes{
        "output",    "private", "exposure", "certificate", "mps",     "lattice", "output_nodes",
        "microdata", "spans",   "places",   "edges",       "explain", "write"};
    for (const Operation& one : operations()) {
        // It replaces nothing, whatever is said; and the one that reads what another writes.
        if (one.info.name == "key" || one.info.name == "verify") continue;
        bool any = false;
        for (const Parameter& option : one.options) {
            SCOPED_TRACE(one.info.name + " " + option.name);
            EXPECT_EQ(option.output.has_value(), writes.contains(option.name));
            any = any || option.output;
        }
        const auto force = std::ranges::find(one.options, "force", &Parameter::name);
        EXPECT_EQ(force != one.options.end(), any) << one.info.name;
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

// An option that no schema of the operation's own has.
TEST_F(Operations, ReplaceAForeignFileOnlyWhenToldTo) {
    write_file(path("found.json"), "mine\n");
    Json options{{"original", path("people.csv")},
                 {"masked", path("people.csv")},
                 {"measure", {"sse"}},
                 {"output", path("found.json")}};
    EXPECT_THAT(problem_of("measure", options), HasSubstr("is not a result of Lethe"));
    EXPECT_EQ(read_file(path("found.json")), "mine\n");
    options["force"] = true;
    EXPECT_EQ(problem_of("measure", options), "");
    EXPECT_NE(read_file(path("found.json")), "mine\n");
    options.erase("force");
    EXPECT_EQ(problem_of("measure", options), "");  // it is a result now
    write_file(path("found.json"), R"({"kind": "private-log", "seed": 1})");
    EXPECT_THAT(problem_of("measure", options), HasSubstr("is not a result of Lethe"));
    options["output"] = path("people.csv");
    options["force"] = true;
    EXPECT_THAT(problem_of("measure", options), HasSubstr("would overwrite an input"));
}

TEST_F(Operations, TellEveryProblemByTheNamesOfTheDoor) {
    const std::string problems =
        problem_of("assess", {{"original", 3.5}, {"known", 200}, {"alpha", "much"}, {"knwon", 1}});
    EXPECT_THAT(problems, HasSubstr("known: is 200; it must be at least 0.001 and at most 100"));
    EXPECT_THAT(problems, HasSubstr("alpha: must be a number"));
    EXPECT_THAT(problems, HasSubstr("did you mean \"known\"?"));
    EXPECT_THAT(problems, HasSubstr("\"masked\""));
}

// Names of methods and profiles, files and settings are told with what is out of range.
TEST_F(Operations, TellNamesFilesAndRangesTogether) {
    const std::string protect = problem_of("protect", {{"data", path("nowhere.csv")},
                                                       {"method", "mdva"},
                                                       {"separator", "ab"},
                                                       {"order", "sorted"}});
    EXPECT_THAT(protect, HasSubstr("did you mean \"mdav\"?"));
    EXPECT_THAT(protect, HasSubstr("nowhere.csv: cannot read"));
    EXPECT_THAT(protect, HasSubstr("separator: must be one character"));
    EXPECT_THAT(protect, HasSubstr("order: is \"sorted\""));
    EXPECT_THAT(protect, HasSubstr("output: give the release a path"));

    const std::string settings = problem_of(
        "protect", {{"data", path("nowhere.csv")}, {"method", "mdav"}, {"set", {{"k", 0}}}});
    EXPECT_THAT(settings, HasSubstr("set k: is 0"));
    EXPECT_THAT(settings, HasSubstr("nowhere.csv: cannot read"));

    const std::string assess = problem_of("assess", {{"original", path("people.csv")},
                                                     {"masked", path("people.csv")},
                                                     {"alpha", 2},
                                                     {"loss", "nosuch"},
                                                     {"risk", "worts"},
                                                     {"profile", "ema-0.9"},
                                                     {"threshold", {{"k", 0}, {"kk", 1}}}});
    EXPECT_THAT(assess, HasSubstr("alpha: is 2"));
    EXPECT_THAT(assess, HasSubstr("loss: there is no loss measure \"nosuch\""));
    EXPECT_THAT(assess, HasSubstr("did you mean \"worst\"?"));
    EXPECT_THAT(assess, HasSubstr("did you mean \"ema-0.09\"?"));
    EXPECT_THAT(assess, HasSubstr("threshold k: is 0"));
    EXPECT_THAT(assess, HasSubstr("\"kk\""));
}

TEST_F(Operations, TellSettingsOfOtherDataThanTablesTogetherToo) {
    const auto told = [&](const char* name, DataKind data, const Json& options) {
        try {
            find_operation(name, data)->run(options, door_);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(told("attack", DataKind::vectors,
                     {{"original", path("a.mtx")}, {"protected", path("b.mtx")}, {"attack", "x"}}),
                testing::AllOf(HasSubstr("a.mtx: cannot read"), HasSubstr("b.mtx: cannot read"),
                               HasSubstr("there is no attack \"x\"")));
    EXPECT_THAT(told("protect", DataKind::vectors,
                     {{"vectors", path("a.mtx")}, {"output", path("b.mtx")}, {"k", 0}}),
                testing::AllOf(HasSubstr("a.mtx: cannot read"), HasSubstr("k: is 0")));
    EXPECT_THAT(
        told("protect", DataKind::graph,
             {{"graph", {path("e.csv")}},
              {"output", path("f.gml")},
              {"step", {"k-dgree", "switch share=7"}},
              {"k", 1}}),
        testing::AllOf(HasSubstr("e.csv: cannot read"), HasSubstr("did you mean \"k-degree\"?"),
                       HasSubstr("share: is 7"), HasSubstr("k: must be at least 2")));
    EXPECT_THAT(told("explore", DataKind::graph,
                     {{"graph", path("e.csv")}, {"alpha", 3}, {"loss", "nosuch"}}),
                testing::AllOf(HasSubstr("alpha: is 3"), HasSubstr("\"nosuch\""),
                               HasSubstr("e.csv: cannot read")));
    EXPECT_THAT(
        told("inspect", DataKind::documents, {{"documents", path("letters")}, {"profile", "curt"}}),
        testing::AllOf(HasSubstr("letters: cannot read"), HasSubstr("did you mean \"court\"?")));
}

TEST_F(Operations, RefuseOptionsThatHaveNoEffect) {
    const Json pair{{"original", path("people.csv")}, {"masked", path("people.csv")}};
    const auto with = [&](Json more) {
        more.update(pair);
        return more;
    };
    EXPECT_THAT(problem_of("attack", with({{"truth", "id"}, {"many", true}})),
                testing::AllOf(HasSubstr("truth: goes with intruder"),
                               HasSubstr("many: goes with intruder")));
    EXPECT_THAT(problem_of("attack", with({{"mps", path("p.mps")}})),
                HasSubstr("mps: goes with attack supervised-linkage"));
    EXPECT_THAT(problem_of("attack", with({{"set", {{"k", 3}}}})),
                HasSubstr("set: goes with exactly one attack"));
    EXPECT_THAT(problem_of("assess", with({{"force", true}})),
                HasSubstr("force: goes with output"));
    EXPECT_THAT(problem_of("evolve", {{"data", path("people.csv")}, {"depth", 4}, {"alpha", 0.3}}),
                testing::AllOf(HasSubstr("depth: goes with what pram-formula"),
                               HasSubstr("alpha: goes with aim weighted")));
    // What is not said is not given.
    EXPECT_EQ(problem_of("inspect", {{"data", path("people.csv")}, {"force", false}}), "");
}

TEST_F(Operations, PartsThatAreNotDoneHaveNoOptions) {
    const auto told = [&](const Json& parts) {
        try {
            find_operation("assess", DataKind::vectors)
                ->run({{"original", path("a.mtx")},
                       {"protected", {path("b.mtx")}},
                       {"parts", parts},
                       {"restarts", 3}},
                      door_);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(told({"loss"}), HasSubstr("restarts: goes with parts clustering"));
    EXPECT_THAT(told(Json::array()), testing::Not(HasSubstr("restarts")));
}

TEST(DoorWords, OptionsInTextsAreNamedAsTheDoorNamesThem) {
    class Flags : public ProgramDoor {
        std::string option_name(const std::string& name) const override { return "--" + name; }
    };
    EXPECT_EQ(Flags().in_words_of_door("give the option force, or the option log"),
              "give --force, or --log");
    EXPECT_EQ(ProgramDoor().in_words_of_door("give the option force"), "give the option force");
    EXPECT_EQ(Flags().in_words_of_door("the option "), "the option ");
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
