// Semantic microaggregation of the diplomatic documents, where they and WordNet are.
#include <gtest/gtest.h>

#include <filesystem>

#include "experiments/reproduce.h"
#include "lethe/report/sections/tables/text_reproduction.h"
#include "support.h"

namespace lethe {
namespace {

TEST(ReproduceSemanticVectors, ExamplesAsPrintedAndTheShapeOfTheLoss) {
    ReproduceOptions options;
    options.data = test::data_folder();
    if (options.data.empty() ||
        !std::filesystem::exists(options.data + "/text_frus_telegrams/txt")) {
        GTEST_SKIP() << "the diplomatic documents are not here";
    }
    if (!std::filesystem::exists("/usr/share/wordnet/data.noun")) {
        GTEST_SKIP() << "WordNet is not installed";
    }
    const Json result = reproduce(find_experiment("semantic-vectors"), options, test::threads(2));
    for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    // 16 pairs of terms, 2 directions, 6 documents, and 3 trends of 2 files in 4 settings.
    EXPECT_EQ(result["checks"].size(), 48u);
    // Pairs, lists, four settings of Table 4.8, the two files, the filter.
    ASSERT_EQ(result["tables"].size(), 8u);
    for (std::size_t table = 2; table < 6; ++table) {
        EXPECT_EQ(result["tables"][table]["rows"].size(), 18u);
        for (const Json& row : result["tables"][table]["rows"]) {
            EXPECT_GT(row["sse"], 0);
            EXPECT_LT(row["loss"], 100);
        }
    }
    for (const Json& row : result["tables"][7]["rows"]) {
        EXPECT_GT(row["jaccard"], 0);
        EXPECT_LT(row["jaccard"], 1);
    }
    EXPECT_NE(report::reproduction_text(result).find("placental"), std::string::npos);
}

}  // namespace
}  // namespace lethe
