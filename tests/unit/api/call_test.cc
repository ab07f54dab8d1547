// Every operation through the one function of the public interface, for each kind of data, used as
// another program would use it.
#include "lethe/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "lethe/lethe.h"

namespace {

namespace api = lethe::api;
namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Call : public ::testing::Test {
  protected:
    Call() {
        std::string pattern = (fs::temp_directory_path() / "lethe-call-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
    }
    ~Call() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    // Options as JSON, with ' for ", and @ for the folder of the test.
    std::string options(std::string text) const {
        std::ranges::replace(text, '\'', '"');
        for (std::size_t at = 0; (at = text.find('@', at)) != std::string::npos;) {
            text.replace(at, 1, folder_.string() + "/");
        }
        return text;
    }
    api::Answer ask(const std::string& operation, const std::string& data,
                    const std::string& text) const {
        api::CallOptions asked;
        asked.seed = 1;
        return api::call(operation, data, options(text), asked);
    }
    std::string bytes(const std::string& name) const {
        std::ostringstream out;
        out << std::ifstream(path(name), std::ios::binary).rdbuf();
        return out.str();
    }

  private:
    fs::path folder_;
};

std::string why(const auto& work) {
    try {
        work();
    } catch (const api::Error& error) {
        return std::string(api::name(error.kind())) + ": " + error.what();
    }
    return "nothing was thrown";
}

TEST_F(Call, OperationsAreListedForEachKindOfData) {
    std::vector<std::string> protect;
    for (const api::OperationInfo& one : api::operations()) {
        EXPECT_FALSE(one.summary.empty()) << one.name;
        EXPECT_THAT(one.json, HasSubstr("\"options\"")) << one.name;
        if (one.name == "protect") protect.push_back(one.data);
    }
    EXPECT_THAT(protect, ::testing::UnorderedElementsAre("table", "documents", "vectors", "graph"));
}

TEST_F(Call, DocumentsAreProtectedAndAttacked) {
    ask("sample", "", "{'what': 'letters', 'documents': 6, 'output': '@letters'}");
    const api::Answer made =
        ask("protect", "documents", "{'documents': '@letters', 'output': '@release'}");
    EXPECT_THAT(made.json, HasSubstr("\"kind\""));
    EXPECT_FALSE(made.text.empty());
    EXPECT_FALSE(made.failure.has_value());
    EXPECT_TRUE(fs::is_directory(path("release")));
    const api::Answer found = ask("attack", "documents",
                                  "{'original': '@letters', 'released': '@release', "
                                  "'attack': ['remaining-mentions']}");
    EXPECT_THAT(found.json, HasSubstr("remaining-mentions"));
    EXPECT_THAT(api::html_report({found.json}), HasSubstr("<html"));
}

TEST_F(Call, VectorsAreProtectedAndAssessed) {
    ask("sample", "", "{'what': 'letters', 'documents': 24, 'output': '@letters'}");
    ask("vectors", "documents", "{'documents': '@letters', 'output': '@letters.mtx'}");
    const api::Answer made = ask("protect", "vectors",
                                 "{'vectors': '@letters.mtx', 'output': '@release.mtx', "
                                 "'set': {'k': 3}}");
    EXPECT_THAT(made.json, HasSubstr("\"k\": 3"));
    EXPECT_TRUE(fs::exists(path("release.mtx")));
    EXPECT_FALSE(
        ask("assess", "vectors", "{'original': '@letters.mtx', 'protected': '@release.mtx'}")
            .text.empty());
}

TEST_F(Call, GraphsAreProtectedAndAttacked) {
    ask("sample", "", "{'what': 'network', 'users': 60, 'output': '@network'}");
    ask("protect", "graph",
        "{'graph': ['@network/edges.csv', '@network/nodes.csv'], 'k': 3, "
        "'output': '@edges.csv', 'output_nodes': '@nodes.csv'}");
    EXPECT_TRUE(fs::exists(path("edges.csv.lethe.json")));
    const api::Answer found = ask("attack", "graph",
                                  "{'original': '@network/edges.csv', 'protected': "
                                  "'@edges.csv', 'attack': ['structural-linkage']}");
    EXPECT_THAT(found.text, HasSubstr("%"));
}

// What the typed functions of tables do is what the operation does.
TEST_F(Call, ATableInMemoryIsTheReleaseThatTheTypedFunctionMakes) {
    std::vector<std::optional<double>> ages, incomes;
    for (int row = 0; row < 60; ++row) {
        ages.push_back(20 + (row * 37) % 61);
        incomes.push_back(1000.0 + (row * 7919) % 3001);
    }
    api::TableBuilder builder;
    builder.add_numbers("age", ages).add_numbers("income", incomes);
    const api::Table people = builder.build();

    api::CallOptions asked;
    asked.seed = 1;
    asked.tables.emplace("memory:people", people);
    std::mutex mutex;
    std::vector<std::string> heard;
    asked.say = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        heard.push_back(line);
    };
    const api::Answer answer = api::call("protect", "table",
                                         options("{'data': 'memory:people', 'method': 'mdav', "
                                                 "'set': {'k': 4}, 'output': 'memory:release'}"),
                                         asked);
    EXPECT_EQ(heard, answer.notes);

    api::ProtectOptions typed;
    typed.method = "mdav";
    typed.settings = {{"k", "4"}};
    typed.seed = 1;
    const api::Release release = api::protect(people, typed);
    ASSERT_EQ(answer.tables.count("memory:release"), 1U);
    const api::Table& made = answer.tables.at("memory:release");
    for (const char* column : {"age", "income"}) {
        EXPECT_EQ(made.texts(column), release.table().texts(column));
    }
    EXPECT_THAT(answer.texts.at("memory:release.lethe.json"), HasSubstr("\"mdav\""));
    EXPECT_THAT(answer.texts.at("memory:release.lethe.private.json"), HasSubstr("\"seed\""));
    EXPECT_THAT(answer.texts.at("memory:release.lethe.json"), Not(HasSubstr("\"seed\"")));

    // The release and its record go back in, as they would from disk.
    asked.tables.emplace("memory:release", made);
    asked.texts = answer.texts;
    const api::Answer found =
        api::call("attack", "table",
                  options("{'original': 'memory:people', 'masked': 'memory:release', "
                          "'attack': ['distance-linkage']}"),
                  asked);
    EXPECT_THAT(found.json, HasSubstr("distance-linkage"));
}

TEST_F(Call, ErrorsSayWhatIsWrongAndWhatThereIs) {
    EXPECT_THAT(why([&] { ask("protekt", "table", "{}"); }), HasSubstr("did you mean \"protect\""));
    EXPECT_THAT(why([&] { ask("protect", "graf", "{}"); }), HasSubstr("kind of data"));
    EXPECT_THAT(why([&] { ask("advise", "graph", "{}"); }), HasSubstr("of such data"));
    EXPECT_THAT(why([&] { ask("protect", "table", "[]"); }), HasSubstr("usage: "));
    EXPECT_THAT(why([&] { ask("protect", "table", "{"); }), HasSubstr("is not JSON"));
    EXPECT_THAT(
        why([&] { ask("protect", "table", "{'data': 'memory:nobody', 'method': 'mdav'}"); }),
        HasSubstr("usage: "));
    api::CallOptions asked;
    asked.texts["policy"] = "";
    EXPECT_THAT(why([&] { api::call("methods", "", "{}", asked); }), HasSubstr("memory:"));
    try {
        ask("protect", "table", "{'data': '@nowhere.csv', 'method': 'mdaav', 'order': 'no'}");
        FAIL();
    } catch (const api::Error& error) {
        EXPECT_GE(error.problems().size(), 2U);  // all at once
    }
}

TEST_F(Call, AFailureBesideAnAnswerAndAStopAreTold) {
    ask("sample", "", "{'what': 'census', 'rows': 200, 'output': '@people.csv'}");
    const std::atomic<bool> stop = true;
    api::Context context;
    context.stop = &stop;
    EXPECT_THAT(why([&] {
                    api::call("explore", "table",
                              options("{'data': '@people.csv', 'output': '@tried'}"), {}, context);
                }),
                HasSubstr("stopped: "));
}

}  // namespace
