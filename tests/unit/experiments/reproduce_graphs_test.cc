// The experiment on social networks, where the networks are there.
#include <gtest/gtest.h>

#include "experiments/reproduce.h"
#include "support.h"

namespace lethe {
namespace {

TEST(ReproduceGraphs, RiskFallsAndLossRises) {
    ReproduceOptions options;
    options.data = test::data_folder();
    if (options.data.empty()) GTEST_SKIP() << "the folder of real data is not there";
    const Json result = reproduce(find_experiment("graphs"), options, test::threads(2));
    for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    // Four for each of twelve networks and for the mean of ten, six for each whose edges change.
    EXPECT_EQ(result["checks"].size(), 76u);
    EXPECT_EQ(result["charts"].size(), 6u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result["tables"][i]["rows"].size(), 19u);
    const Json& networks = result["tables"][3]["rows"];
    ASSERT_EQ(networks.size(), 12u);
    EXPECT_EQ(networks[1]["name"], "facebook-107");
    EXPECT_EQ(networks[10]["nodes"], 7624);
    EXPECT_EQ(networks[10]["edges"], 27806);
    EXPECT_EQ(networks[11]["nodes"], 1490);
}

}  // namespace
}  // namespace lethe
