// Semantic microaggregation of the diplomatic documents, where they and WordNet are.
#include <gtest/gtest.h>

#include <filesystem>

#include "experiments/reproduce.h"
#include "lethe/report/sections/tables/text_reproduction.h"
#include "rounds.h"
#include "support.h"

namespace lethe {
namespace {

// Of all documents, or with a sanitizer of fifteen: their figures need not be like the published.
std::string folder_of_vectors(const test::TemporaryFolder& made) {
    const std::string all = test::data_folder();
    if (!test::kSmallInputs) return all;
    const std::string part = made.file("text_frus_telegrams/txt");
    std::filesystem::create_directories(part);
    int left = 15;
    for (const auto& entry :
         std::filesystem::directory_iterator(all + "/text_frus_telegrams/txt")) {
        if (left-- == 0) break;
        std::filesystem::copy(entry.path(), part);
    }
    return made.path();
}

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
    const test::TemporaryFolder made;
    options.data = folder_of_vectors(made);
    options.seed = 2;  // nothing is recorded of a part of the documents
    const Json result = reproduce(find_experiment("semantic-vectors"), options, test::threads(2));
    if (!test::kSmallInputs) {
        for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    }
    // 16 pairs of terms, 2 directions, 6 documents, and 3 trends of 2 files in 4 settings.
    EXPECT_EQ(result["checks"].size(), 48u);
    // Pairs, lists, four settings of Table 4.8, the two files, the filter.
    ASSERT_EQ(result["tables"].size(), 8u);
    for (std::size_t table = 2; table < 6; ++table) {
        EXPECT_EQ(result["tables"][table]["rows"].size(), 18u);
        for (const Json& row : result["tables"][table]["rows"]) {
            EXPECT_GT(row["sse"], 0);
            // Fifteen documents are one group at the larger k, and lose all there is.
            EXPECT_LE(row["loss"], 100);
            if (!test::kSmallInputs) EXPECT_LT(row["loss"], 100);
        }
    }
    // Each of the four settings is a statement and a drawing of two files, and as published.
    ASSERT_EQ(result["claims"].size(), 4u);
    for (const Json& claim : result["claims"]) EXPECT_EQ(claim["of"], 9);
    ASSERT_EQ(result["charts"].size(), 4u);
    for (const Json& chart : result["charts"]) EXPECT_EQ(chart["lines"].size(), 4u);
    for (const Json& row : result["tables"][7]["rows"]) {
        EXPECT_GT(row["jaccard"], 0);
        EXPECT_LT(row["jaccard"], 1);
    }
    EXPECT_NE(report::reproduction_text(result).find("placental"), std::string::npos);
}

}  // namespace
}  // namespace lethe
