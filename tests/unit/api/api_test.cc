// The public interface, used as another program would use it: no header of the library itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "lethe/lethe.h"

namespace {

namespace api = lethe::api;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// People with a name, an age, an income and an illness; nothing random.
api::Table some_people(int rows = 60) {
    std::vector<std::optional<std::string>> names, illnesses;
    std::vector<std::optional<double>> ages, incomes;
    for (int row = 0; row < rows; ++row) {
        names.push_back("Person " + std::to_string(row * 7919));
        ages.push_back(20 + (row * 37) % 61);
        incomes.push_back(row == 5 ? std::nullopt : std::optional(1000.0 + (row * 7919) % 3001));
        illnesses.push_back(row % 3 == 0 ? "asthma" : row % 3 == 1 ? "none" : "diabetes");
    }
    api::TableBuilder builder;
    builder.add_texts("name", names).add_numbers("age", ages).add_numbers("income", incomes);
    return builder.add_texts("illness", illnesses).build();
}

api::ProtectOptions mdav(std::vector<std::string> columns = {"age", "income"}) {
    api::ProtectOptions options;
    options.method = "mdav";
    options.settings = {{"k", "4"}};
    options.columns = std::move(columns);
    options.seed = 1;
    return options;
}

// A folder that goes with the test.
class ApiFolder : public ::testing::Test {
  protected:
    ApiFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "lethe-api-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~ApiFolder() override { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

  private:
    std::filesystem::path folder_;
};

std::string bytes_of(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

TEST(Api, TablesAreMadeAndRead) {
    const api::Table table = some_people();
    EXPECT_EQ(table.rows(), 60);
    EXPECT_THAT(table.names(), ElementsAre("name", "age", "income", "illness"));
    EXPECT_EQ(table.kind("age"), api::Kind::numeric);
    EXPECT_EQ(table.kind("illness"), api::Kind::nominal);
    EXPECT_EQ(table.numbers("age")[1], 57);
    EXPECT_EQ(table.numbers("income")[5], std::nullopt);
    EXPECT_EQ(table.texts("age")[0], "20");
    EXPECT_EQ(api::Table().rows(), 0);
    api::Table moved = table;
    const api::Table other = std::move(moved);
    EXPECT_EQ(other.rows(), 60);
}

TEST(Api, ErrorsSayWhatAndKeepTheirKind) {
    const auto kind_of = [](const auto& work) {
        try {
            work();
        } catch (const api::Error& error) {
            EXPECT_FALSE(error.problems().empty());
            return std::string(api::name(error.kind())) + ": " + error.what();
        }
        return std::string("nothing was thrown");
    };
    const api::Table table = some_people();
    EXPECT_THAT(kind_of([&] { table.kind("agee"); }), HasSubstr("did you mean \"age\""));
    EXPECT_THAT(kind_of([&] { table.numbers("illness"); }), HasSubstr("usage: "));
    EXPECT_THAT(kind_of([] { api::read_table("/nowhere/people.csv"); }), HasSubstr("io: "));
    EXPECT_THAT(kind_of([] { api::method("mdaav"); }), HasSubstr("mdav"));
    EXPECT_THAT(kind_of([&] { api::protect(table, {}); }), HasSubstr("usage: "));
    EXPECT_THAT(kind_of([] { api::text_report("{"); }), HasSubstr("input: "));
    EXPECT_THAT(
        kind_of([] {
            api::TableBuilder().add_numbers("x", {1.0, std::numeric_limits<double>::quiet_NaN()});
        }),
        HasSubstr("row 2"));
    EXPECT_THAT(kind_of([] { api::TableBuilder().add_texts("x", {"\xff"}); }), HasSubstr("UTF-8"));
    EXPECT_THAT(kind_of([] {
                    api::TableBuilder().add_numbers("x", {1.0}).add_numbers("x", {2.0}).build();
                }),
                HasSubstr("input: "));
    // All problems of a policy at once, with their lines.
    api::ProtectOptions options;
    options.policy = "[[step]]\nmethod = \"mdav\"\nk = 1\n\n[[step]]\nmethod = \"mdaav\"\n";
    try {
        api::protect(table, options);
        FAIL();
    } catch (const api::Error& error) {
        EXPECT_EQ(error.problems().size(), 2U);
        EXPECT_GT(error.problems()[0].line, 0);
    }
}

TEST(Api, TheCatalogueIsListed) {
    EXPECT_EQ(api::version().empty(), false);
    const api::MethodInfo mdav = api::method("mdav");
    EXPECT_EQ(mdav.family, "mask");
    EXPECT_THAT(mdav.promises, Contains("k-anonymous"));
    ASSERT_FALSE(mdav.parameters.empty());
    EXPECT_EQ(mdav.parameters[0].name, "k");
    EXPECT_EQ(mdav.parameters[0].range, "at least 2");
    EXPECT_GT(api::methods("attack").size(), 10U);
    EXPECT_GE(api::methods().size(), api::methods("mask").size() + api::methods("attack").size());
}

TEST_F(ApiFolder, AReleaseInMemoryIsTheOneThatIsWritten) {
    const api::Table people = some_people();
    const api::Release release = api::protect(people, mdav());
    EXPECT_THAT(release.table().names(), ElementsAre("age", "income", "illness"));
    ASSERT_FALSE(release.guarantees().empty());
    EXPECT_EQ(release.guarantees()[0].k, 4);
    EXPECT_GE(release.guarantees()[0].smallest, 4);
    EXPECT_EQ(release.guarantees()[0].holds, true);
    EXPECT_TRUE(release.promises_hold());
    EXPECT_THAT(release.record(), HasSubstr("\"mdav\""));
    EXPECT_THAT(release.record(), Not(HasSubstr("Person")));
    EXPECT_THAT(api::plan(people, mdav()), HasSubstr("\"kind\": \"plan\""));

    const std::string summary = release.write(path("release.csv"));
    EXPECT_THAT(summary, HasSubstr("\"protected\""));
    EXPECT_TRUE(std::filesystem::exists(path("release.csv.lethe.json")));
    const auto mode = std::filesystem::status(path("release.csv.lethe.private.json")).permissions();
    EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const api::Table written = api::read_table(path("release.csv"));
    for (const char* column : {"age", "income", "illness"}) {
        EXPECT_EQ(written.texts(column), release.table().texts(column));
    }
    api::write_table(release.table(), path("table.csv"));
    EXPECT_EQ(bytes_of(path("table.csv")), bytes_of(path("release.csv")));
}

TEST_F(ApiFolder, AForeignFileIsReplacedOnlyWhenTold) {
    std::ofstream(path("release.csv")) << "something,else\n1,2\n";
    const api::Release release = api::protect(some_people(), mdav());
    EXPECT_THROW(release.write(path("release.csv")), api::Error);
    EXPECT_EQ(bytes_of(path("release.csv")), "something,else\n1,2\n");
    api::WriteOptions replace;
    replace.replace = true;
    release.write(path("release.csv"), replace);
    EXPECT_EQ(api::read_table(path("release.csv")).rows(), 60);
}

TEST(Api, SameBytesForAnyNumberOfThreads) {
    api::ProtectOptions options = mdav();
    options.policy =
        "[[step]]\nmethod = \"noise\"\ncolumns = [\"age\"]\np = 20\n"
        "[release]\norder = \"random\"\n";
    options.method.clear();
    options.settings.clear();
    options.columns.clear();
    api::Context one, three;
    one.threads = 1;
    three.threads = 3;
    const api::Release first = api::protect(some_people(), options, one);
    const api::Release second = api::protect(some_people(), options, three);
    EXPECT_EQ(first.table().texts("age"), second.table().texts("age"));
    EXPECT_EQ(first.origin(), second.origin());
    EXPECT_EQ(first.record(), second.record());
    EXPECT_EQ(api::assess(first, one).json, api::assess(second, three).json);
}

TEST(Api, AssessmentsSayTheSameInMembersAndInJson) {
    const api::Table people = some_people();
    const api::Release release = api::protect(people, mdav());
    const api::Assessment own = api::assess(release);
    ASSERT_TRUE(own.found.has_value());
    EXPECT_LE(*own.found, 25 + 1e-9);  // four people behind every combination of age and income
    EXPECT_TRUE(own.loss.has_value());
    EXPECT_THAT(own.json, HasSubstr("\"" + own.attack + "\""));
    EXPECT_THAT(own.json, HasSubstr("\"verdict\""));
    EXPECT_FALSE(own.verdict.empty());
    EXPECT_THAT(own.published, Not(HasSubstr("about_original")));
    EXPECT_THAT(api::text_report(own.json), Not(::testing::IsEmpty()));
    EXPECT_THAT(api::html_report({own.json}), HasSubstr("<html"));

    // The same from two tables, as who has only these would ask; the record is given.
    api::AssessOptions options;
    options.record = release.record();
    options.origin = release.origin();
    options.seed = 1;
    const api::Assessment again = api::assess(people, release.table(), options);
    EXPECT_EQ(again.found, own.found);
    EXPECT_EQ(again.attack, own.attack);
    EXPECT_EQ(again.loss, own.loss);
    options.origin = {0, 1};
    EXPECT_THROW(api::assess(people, release.table(), options), api::Error);
}

TEST(Api, AdviceCanBeFollowed) {
    const api::Table people = some_people(80);
    const api::Inspection look = api::inspect(people);
    EXPECT_THAT(look.policy, HasSubstr("[columns]"));
    EXPECT_THAT(look.json, Not(HasSubstr("Person")));
    api::AdviseOptions options;
    options.k = 3;
    options.max_risk = 40;
    const api::Advice advice = api::advise(people, options);
    ASSERT_TRUE(advice.recommended.has_value());
    EXPECT_LE(advice.recommended->risk, 40);
    api::ProtectOptions follow;
    follow.policy = advice.recommended->policy;
    follow.seed = 1;
    const api::Release release = api::protect(people, follow);
    EXPECT_TRUE(release.promises_hold());
    EXPECT_THAT(release.table().names(), Not(Contains("name")));
}

class Counting : public api::Progress {
  public:
    void start(std::string_view, std::int64_t) override { ++started; }
    void advance(std::int64_t) override {}
    void finish() override { ++finished; }
    std::atomic<int> started = 0;
    std::atomic<int> finished = 0;
};

TEST(Api, ProgressIsToldAndAStopIsHeard) {
    Counting progress;
    api::Context context;
    context.progress = &progress;
    api::protect(some_people(3000), mdav(), context);
    EXPECT_GT(progress.started, 0);
    EXPECT_EQ(progress.started, progress.finished);
    const std::atomic<bool> stop = true;
    context.stop = &stop;
    try {
        api::protect(some_people(3000), mdav(), context);
        FAIL();
    } catch (const api::Error& error) {
        EXPECT_EQ(error.kind(), api::ErrorKind::stopped);
    }
}

}  // namespace
