// The experiment on microdata that are extracted from a network, which is made up.
#include <gtest/gtest.h>

#include "experiments/reproduce.h"
#include "support.h"

namespace lethe {
namespace {

TEST(ReproduceMicrodata, LossRisesAndLinkageFalls) {
    const Json result =
        reproduce(find_experiment("extracted-microdata"), ReproduceOptions(), test::threads(2));
    for (const std::string& what : failed_checks(result)) ADD_FAILURE() << what;
    EXPECT_EQ(result["checks"].size(), 8u);
    EXPECT_EQ(result["tables"].size(), 2u);
    EXPECT_EQ(result["charts"].size(), 2u);
    for (const Json& table : result["tables"]) EXPECT_EQ(table["rows"].size(), 7u);
}

}  // namespace
}  // namespace lethe
