// A large table is explored on a sample first, and no figure of the sample is one of a point.
#include "lethe/advise/explore.h"

#include <gtest/gtest.h>

#include "lethe/data/sample_census.h"

namespace lethe {
namespace {

Stage explored_census(std::int64_t rows) {
    const std::vector<std::string> columns{"sex", "age", "education"};
    const Table table = sample_census(Context{}, Random(1), rows).select(columns);
    return plan_columns(table, parse_policy("[columns]\nage = { role = \"quasi\" }\n", "p"));
}

std::vector<Choice> grid() {
    std::vector<Choice> choices;
    for (const int k : {2, 4, 8, 12}) choices.push_back({"mdav", {{"k", k}}});
    choices.push_back({"no-such-method", Json::object()});
    return choices;
}

Json without_time(Json result) {
    for (Json& point : result["points"]) {
        point.erase("seconds");
        if (point.contains("sample")) point["sample"].erase("seconds");
    }
    return result;
}

TEST(Explore, ASampleChoosesAndTheWholeDecides) {
    const Stage stage = explored_census(150);
    ExploreOptions options;
    options.columns = stage.intruder.columns;
    const Json all = explore(stage, grid(), options, {}, {}, Random(1), Context{});
    options.sample = 60;
    options.promising = 2;
    std::vector<Json> kept;
    const auto keep = [&](const Json& point) { kept.push_back(point); };
    const Json some = explore(stage, grid(), options, {}, keep, Random(1), Context{});
    EXPECT_EQ(some["sample"]["people"], 60);
    EXPECT_EQ(some["sample"]["of"], 150);
    int whole = 0;
    for (std::size_t i = 0; i < grid().size(); ++i) {
        const Json& point = some["points"][i];
        if (point.contains("left_out")) {
            EXPECT_TRUE(point["risk"].is_null());
            EXPECT_FALSE(point["pareto"].get<bool>());
            EXPECT_EQ(point["sample"]["people"], 60);
        } else if (!point.contains("error")) {
            ++whole;
            for (const char* part : {"risk", "loss", "score", "bound"}) {
                EXPECT_EQ(point[part], all["points"][i][part]) << part;
            }
        }
    }
    EXPECT_GE(whole, 2);
    EXPECT_LE(whole, 3);
    EXPECT_EQ(some["sample"]["whole"], whole);
    EXPECT_TRUE(some["points"].back().contains("error"));
    EXPECT_FALSE(some["recommended"].is_null());

    // What was kept is not tried again, whether it was kept of the sample or of all.
    for (const std::size_t done : {kept.size() - 1, kept.size()}) {
        std::size_t tried = 0;
        const std::vector<Json> before(kept.begin(),
                                       kept.begin() + static_cast<std::ptrdiff_t>(done));
        const Json again = explore(
            stage, grid(), options, before, [&](const Json&) { ++tried; }, Random(1), Context{});
        EXPECT_EQ(tried, kept.size() - done);
        EXPECT_EQ(without_time(again), without_time(some));
    }
}

TEST(Explore, LargeTablesAreSampled) {
    EXPECT_EQ(default_sample(20000), 0);
    EXPECT_GT(default_sample(20001), 0);
}

TEST(Explore, BasesThatLeaveNothingAreNotTried) {
    const Stage stage = explored_census(200);
    for (const Choice& choice : default_grid(stage.table, stage.intruder.columns)) {
        EXPECT_NE(choice.method, "rounding");  // of ages, to thousands
    }
}

}  // namespace
}  // namespace lethe
