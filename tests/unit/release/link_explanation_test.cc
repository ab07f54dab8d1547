// Why a person is found.
#include "lethe/release/assess/link_explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lethe/core/error.h"
#include "lethe/method/publication.h"
#include "support.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Four people, ages moved a little, towns kept.
Comparable four_people(const std::vector<std::int64_t>& origin = {}) {
    const auto town = Column::from_texts(
        "town", Kind::nominal, std::vector<std::string>{"Aveiro", "Braga", "Braga", "Braga"});
    const Table original({Column::numeric("age", {20, 30, 32, 70}), town});
    const Table masked({Column::numeric("age", {21, 31, 31, 70}), town});
    return make_comparable(original, origin.empty() ? masked : masked.gather(origin),
                           original.names(), origin);
}

TEST(LinkExplanation, TheColumnThatLeavesFewestComesFirst) {
    const Comparable pair = four_people();
    const LinkExplanation alone = explain_link(pair, {}, 0, test::threads(1));
    ASSERT_EQ(alone.steps.size(), 2U);
    EXPECT_EQ(alone.steps[0].column, "age");  // both leave one: the first of the table
    EXPECT_EQ(alone.steps[0].left, 1);
    EXPECT_DOUBLE_EQ(alone.steps[0].bits, 2);
    EXPECT_DOUBLE_EQ(alone.steps[1].bits, 0);
    const LinkExplanation two = explain_link(pair, {}, 1, test::threads(1));
    EXPECT_EQ(two.left(), 2);
    EXPECT_EQ(two.distance.rank, 1);
    EXPECT_EQ(two.distance.equally_near, 2);
    EXPECT_DOUBLE_EQ(two.distance.chance(), 0.5);
}

TEST(LinkExplanation, SharesOfTheDistanceSumToAll) {
    const LinkExplanation got = explain_link(four_people(), {}, 0, test::threads(1));
    EXPECT_DOUBLE_EQ(got.distance.own_share[0], 1);  // the town is the same
    EXPECT_DOUBLE_EQ(got.distance.own_share[1], 0);
    EXPECT_NEAR(got.distance.wrong_share[0] + got.distance.wrong_share[1], 1, 1e-12);
    EXPECT_GT(got.distance.wrong_share[1], got.distance.wrong_share[0]);
    EXPECT_EQ(got.distance.wrong_record, 1);
}

TEST(LinkExplanation, WhoWasNotReleasedIsNotFound) {
    Scenario scenario;
    scenario.origin = {3, 1};
    const Comparable pair = four_people(scenario.origin);
    const LinkExplanation gone = explain_link(pair, scenario, 0, test::threads(1));
    EXPECT_EQ(gone.record, -1);
    EXPECT_TRUE(gone.steps.empty());
    EXPECT_EQ(to_json(gone, pair, scenario)["released"], false);
    EXPECT_FALSE(to_json(gone, pair, scenario).contains("chance"));
    EXPECT_EQ(explain_link(pair, scenario, 1, test::threads(1)).record, 1);
    EXPECT_THROW(explain_link(pair, scenario, 4, test::threads(1)), Error);
    EXPECT_THROW(explain_link(pair, scenario, -1, test::threads(1)), Error);
}

TEST(LinkExplanation, ValuesStandInThePrivateMemberAlone) {
    const Comparable pair = four_people();
    Json result = to_json(explain_link(pair, {}, 0, test::threads(1)), pair, {});
    EXPECT_EQ(result["private"]["row"], 1);
    EXPECT_EQ(result["private"]["nearest_wrong_row"], 2);
    EXPECT_EQ(result["private"]["values"][1]["original"], "Aveiro");
    EXPECT_EQ(result["private"]["values"][0]["released"], "21");
    EXPECT_TRUE(published(result).is_null());
    result.erase("about");
    EXPECT_THAT(published(result).dump(), Not(HasSubstr("Aveiro")));
    EXPECT_THAT(published(result).dump(), Not(HasSubstr("Braga")));
    EXPECT_THAT(published(result).dump(), Not(HasSubstr("row")));
}

}  // namespace
}  // namespace lethe::release
