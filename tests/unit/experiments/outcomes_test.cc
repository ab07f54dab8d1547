#include "experiments/outcomes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "experiments/reproduce.h"
#include "experiments/support.h"

namespace lethe::reproduction {
namespace {

const std::vector<RecordedOutcome> kKnown = {{"one", "a beats b", 3, 5, "other data"},
                                             {"one", "b beats c", 5, 5},
                                             {"two", "a beats b", 0, 5}};

std::vector<std::string> failures(Json claims) {
    Json checks = Json::array();
    hold_to_recorded(kKnown, "one", claims, checks);
    return failed_checks({{"checks", checks}});
}

Json claims_of(std::int64_t first, std::int64_t second) {
    Json claims = Json::array();
    add_claim(claims, "a beats b", first, 5);
    add_claim(claims, "b beats c", second, 5);
    return claims;
}

TEST(Outcomes, AnyChangeFailsForTheBetterToo) {
    EXPECT_TRUE(failures(claims_of(3, 5)).empty());
    EXPECT_EQ(failures(claims_of(4, 5)).size(), 1U);
    EXPECT_EQ(failures(claims_of(2, 4)).size(), 2U);
    Json of_fewer = claims_of(3, 5);
    of_fewer[0]["of"] = 4;
    EXPECT_EQ(failures(of_fewer).size(), 1U);
}

TEST(Outcomes, NothingIsLeftOut) {
    Json one_more = claims_of(3, 5);
    add_claim(one_more, "c beats d", 1, 5);
    EXPECT_EQ(failures(one_more).size(), 1U);
    Json one_less = Json::array();
    add_claim(one_less, "a beats b", 3, 5);
    EXPECT_EQ(failures(one_less).size(), 1U);
}

// Where an experiment is named without a statement its others are shown and not held; those that
// have a record still are.
TEST(Outcomes, StatementsOfALongExperimentMayWait) {
    const std::vector<RecordedOutcome> known = {{"one", "a beats b", 3, 5}, {"one", ""}};
    const auto failed = [&](Json claims) {
        Json checks = Json::array();
        hold_to_recorded(known, "one", claims, checks);
        return failed_checks({{"checks", checks}}).size();
    };
    EXPECT_EQ(failed(claims_of(3, 4)), 0U);
    EXPECT_EQ(failed(claims_of(2, 4)), 1U);
    EXPECT_EQ(failed(Json::array()), 1U);
}

TEST(Outcomes, ClaimsSayWhatIsRecordedAndWhy) {
    Json claims = claims_of(4, 5);
    Json checks = Json::array();
    hold_to_recorded(kKnown, "one", claims, checks);
    EXPECT_EQ(claims[0]["recorded"], "3 of 5");
    EXPECT_EQ(claims[0]["because"], "other data");
    EXPECT_EQ(claims[1]["because"], "");
}

TEST(Outcomes, EachIsOfAnExperimentAndRecordedOnce) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const RecordedOutcome& one : recorded_outcomes()) {
        EXPECT_NO_THROW(find_experiment(one.experiment)) << one.experiment;
        EXPECT_TRUE(seen.emplace(one.experiment, one.statement).second) << one.statement;
        EXPECT_LE(one.holds, one.of) << one.statement;
        EXPECT_EQ(one.of == 0, one.statement.empty()) << one.statement;
    }
}

TEST(DrawnTables, SmallAndLargeValuesAreDrawnApart) {
    Json rows = Json::array();
    for (const int k : {2, 5, 10, 400, 800}) rows.push_back({{"k", k}, {"loss", k * 0.5}});
    Json result = {{"tables", Json::array()}, {"charts", Json::array()}};
    const Json table = table_of("Loss", {{"k", "k", 0}, {"loss", "loss"}}, rows);
    add_drawn_table(result, table, "percent");
    ASSERT_EQ(result["charts"].size(), 2U);
    EXPECT_EQ(result["charts"][0]["lines"][0]["points"].size(), 3U);
    EXPECT_EQ(result["charts"][1]["lines"][0]["points"].size(), 2U);
    EXPECT_EQ(result["tables"][0], table);
}

}  // namespace
}  // namespace lethe::reproduction
