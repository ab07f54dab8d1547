// What every method of documents, vectors and graphs is held to, whatever its data: that it is
// described, that its parameters are checked, that a case and a page of the reference are there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/report/base/reference.h"
#include "support.h"

namespace lethe {
namespace {

namespace fs = std::filesystem;

std::vector<const Method*> described_methods() {
    std::vector<const Method*> methods;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table) methods.push_back(&method);
    }
    return methods;
}

class EachDescribedMethod : public testing::TestWithParam<const Method*> {
  protected:
    const Method& method() const { return *GetParam(); }
};

TEST_P(EachDescribedMethod, IsDescribed) {
    const MethodInfo& info = method().info;
    // Structure is no kind of a column.
    EXPECT_FALSE(info.kinds.empty() && info.data != DataKind::graph);
    EXPECT_FALSE(info.title.empty() || info.cites.empty());
    EXPECT_TRUE(info.summary.ends_with("."));
    EXPECT_TRUE(info.in_words.ends_with("."));
    EXPECT_GE(info.description.size(), 100U);
    const std::string bibliography = read_file(test::source_path("docs/references.bib"));
    for (const std::string& cite : info.cites) {
        EXPECT_NE(bibliography.find("{" + cite + ","), std::string::npos) << cite;
    }
    for (const Parameter& parameter : method().parameters) {
        EXPECT_FALSE(parameter.text.empty() || parameter.text.ends_with(".")) << parameter.name;
    }
    EXPECT_TRUE(info.family == Family::mask || info.scale != Scale::none);
    for (const std::vector<Json>* list : {&info.ladder, &info.assessed_with}) {
        for (const Json& given : *list) {
            Json parameters = info.example;
            parameters.update(given);
            Problems problems;
            method().bind(parameters, {}, problems);
            EXPECT_TRUE(problems.empty()) << given.dump();
        }
    }
}

TEST_P(EachDescribedMethod, DefaultsBind) {
    Json given = Json::object();
    for (const Parameter& parameter : method().parameters) {
        if (parameter.required) given[parameter.name] = method().info.example.at(parameter.name);
    }
    Problems problems;
    const Json once = method().bind(given, {}, problems);
    EXPECT_EQ(once, method().bind(once, {}, problems));
    EXPECT_TRUE(problems.empty());
}

TEST_P(EachDescribedMethod, UnknownAndWrongParametersAreReportedTogether) {
    Json given = method().info.example;
    given["no-such-parameter"] = 1;
    std::size_t expected = 1;
    for (const Parameter& parameter : method().parameters) {
        if (parameter.range.least) {
            given[parameter.name] = *parameter.range.least - 1;
        } else if (!parameter.choices.empty()) {
            given[parameter.name] = "no-such-choice";
        } else {
            continue;
        }
        ++expected;
    }
    Problems problems;
    method().bind(given, {}, problems);
    EXPECT_EQ(problems.size(), expected);
}

TEST_P(EachDescribedMethod, HasACase) {
    const std::string folder = fmt::format("tests/cases/{}", name(method().info.data));
    bool found = false;
    for (const auto& entry : fs::recursive_directory_iterator(test::source_path(folder))) {
        if (entry.path().extension() != ".toml") continue;
        const std::string text = read_file(entry.path().string());
        found = found || text.find(fmt::format("method = \"{}\"\n", method().info.name)) !=
                             std::string::npos;
    }
    EXPECT_TRUE(found) << "no case file in " << folder << " names this method";
}

TEST_P(EachDescribedMethod, ReferencePageIsCurrent) {
    const std::string path =
        test::source_path("docs/reference/" + report::reference_file(method()));
    ASSERT_TRUE(fs::exists(path)) << "run: lethe methods --write docs/reference";
    EXPECT_EQ(read_file(path), report::method_page(method()))
        << "run: lethe methods --write docs/reference";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EachDescribedMethod, testing::ValuesIn(described_methods()),
                         [](const testing::TestParamInfo<const Method*>& shown) {
                             std::string text = fmt::format("{}_{}", name(shown.param->info.data),
                                                            shown.param->info.name);
                             std::ranges::replace(text, '-', '_');
                             return text;
                         });

}  // namespace
}  // namespace lethe
