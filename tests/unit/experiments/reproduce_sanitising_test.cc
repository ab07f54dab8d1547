// Sanitising the diplomatic documents, where they are.
#include <gtest/gtest.h>

#include <filesystem>

#include "experiments/reproduce.h"
#include "lethe/report/sections/tables/text_reproduction.h"
#include "support.h"

namespace lethe {
namespace {

TEST(ReproduceSanitising, risk_falls_more_than_utility) {
    ReproduceOptions options;
    options.data = test::data_folder();
    if (options.data.empty() ||
        !std::filesystem::exists(options.data + "/text_frus_telegrams/txt")) {
        GTEST_SKIP() << "the diplomatic documents are not here";
    }
    const Json result = reproduce(find_experiment("sanitising"), options, test::threads(2));
    EXPECT_TRUE(failed_checks(result).empty());
    ASSERT_EQ(result["tables"].size(), 7u);
    for (const std::size_t measures : {2u, 3u}) {  // a row a query and a step
        EXPECT_EQ(result["tables"][measures]["rows"].size(),
                  2 * result["tables"][measures - 2]["rows"].size());
    }
    const Json& averages = result["tables"][4]["rows"];
    EXPECT_EQ(averages[0]["published"], -16.1);
    EXPECT_EQ(averages[2]["published"], -47.26);
    const double utility = averages[0]["both"];
    const double risk = averages[2]["both"];
    EXPECT_LT(risk, 2 * utility);
    EXPECT_LT(utility, 0);
    // A greater share deletes more words, down to a lower density.
    const Json& shares = result["tables"][5]["rows"];
    for (std::size_t i = 1; i < shares.size(); ++i) {
        EXPECT_GT(shares[i]["words"], shares[i - 1]["words"]);
        EXPECT_LE(shares[i]["density"], shares[i - 1]["density"]);
    }
    const Json again = reproduce(find_experiment("sanitising"), options, test::threads(1));
    EXPECT_EQ(again["tables"], result["tables"]);
    EXPECT_NE(report::reproduction_text(result).find("rq9"), std::string::npos);
}

}  // namespace
}  // namespace lethe
