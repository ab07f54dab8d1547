// The measures of similarity against people, where WordNet and the benchmarks are there.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "experiments/reproduce.h"
#include "support.h"

namespace lethe {
namespace {

// Which reading gives the published 0.71 and 0.74; figures of the readings by another program.
TEST(ReproduceSimilarity, AReadingGivesWhatWasPublished) {
    ReproduceOptions options;
    options.data = test::data_folder();
    if (options.data.empty()) GTEST_SKIP() << "the folder of real data is not there";
    if (!std::filesystem::exists("/usr/share/wordnet/data.noun")) {
        GTEST_SKIP() << "WordNet is not installed";
    }
    const Json result =
        reproduce(find_experiment("similarity-readings"), options, test::threads(2));
    for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    const Json& rodriguez = result["tables"][0]["rows"];
    const Json& petrakis = result["tables"][1]["rows"];
    ASSERT_EQ(rodriguez.size(), 28u);
    ASSERT_EQ(petrakis.size(), 4u);
    EXPECT_NEAR(rodriguez[0]["mc"].get<double>(), 0.469, 0.001);
    EXPECT_NEAR(rodriguez[1]["mc"].get<double>(), 0.597, 0.001);
    EXPECT_NEAR(rodriguez[24]["mc"].get<double>(), 0.712, 0.001);
    EXPECT_NEAR(petrakis[3]["mc"].get<double>(), 0.752, 0.001);
    EXPECT_NEAR(petrakis[3]["mc28"].get<double>(), 0.737, 0.001);
}

TEST(ReproduceSimilarity, AgreesWithAnotherProgram) {
    ReproduceOptions options;
    options.data = test::data_folder();
    if (options.data.empty()) GTEST_SKIP() << "the folder of real data is not there";
    if (!std::filesystem::exists("/usr/share/wordnet/data.noun")) {
        GTEST_SKIP() << "WordNet is not installed";
    }
    const Json result = reproduce(find_experiment("similarity"), options, test::threads(2));
    EXPECT_EQ(result["checks"].size(), 38u);  // 36 figures, and two statements as recorded
    for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    for (const Json& row : result["tables"][0]["rows"]) {
        EXPECT_LE(std::abs(row["difference"].get<double>()), 0.001) << row;
    }
    // 14 measures, Wu-Palmer twice, and three of content with two corpora each.
    EXPECT_EQ(result["tables"][2]["rows"].size(), 21u);
}

}  // namespace
}  // namespace lethe
