#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "experiments/reproduce.h"
#include "lethe/core/random.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe {
namespace {

// 1080 made-up records of 13 columns that go together.
void write_people(const test::TemporaryFolder& folder) {
    std::filesystem::create_directory(folder.file("casc"));
    std::string text = "V1";
    for (int l = 2; l <= 13; ++l) text += ",V" + std::to_string(l);
    text += "\n";
    for (std::int64_t row = 0; row < 1080; ++row) {
        Draws draws = Random(1).stream("people").at(row);
        const double common = draws.normal();
        for (int l = 0; l < 13; ++l) {
            const double value = 100 + 20 * common + 20 * draws.normal();
            text += std::to_string(std::llround(1000 * value)) + (l < 12 ? "," : "\n");
        }
    }
    write_file(folder.file("casc/Census.csv"), text);
}

TEST(ReproduceScores, TheScoreIsTheMeanOfLinkageAndLoss) {
    const test::TemporaryFolder folder;
    write_people(folder);
    ReproduceOptions options;
    options.data = folder.path();
    options.samples = 1;
    const Json result = reproduce(find_experiment("scores"), options, test::threads(2));
    EXPECT_TRUE(failed_checks(result).empty());
    EXPECT_EQ(result["checks"].size(), 12U);
    const Json& rows = result["tables"][0]["rows"];
    ASSERT_EQ(rows.size(), 6U);
    for (const Json& row : rows) {
        EXPECT_DOUBLE_EQ(row["score"].get<double>(),
                         (row["avrl"].get<double>() + row["pil"].get<double>()) / 2);
        // The files are protected: somebody is found, not everybody, and something is lost.
        for (const char* part : {"avrl", "near", "pil"}) {
            EXPECT_GT(row[part].get<double>(), 0) << row["file"] << " " << part;
            EXPECT_LT(row[part].get<double>(), 100) << row["file"] << " " << part;
        }
        EXPECT_NEAR(row["score_published"].get<double>(),
                    (row["avrl_published"].get<double>() + row["pil_published"].get<double>()) / 2,
                    0.15);
    }
    Json again = reproduce(find_experiment("scores"), options, test::threads(1));
    EXPECT_EQ(again["tables"], result["tables"]);
}

}  // namespace
}  // namespace lethe
