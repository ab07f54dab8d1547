// A large table is explored on a sample first, and no figure of the sample is one of a point.
#include "lethe/search/advise/explore.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "lethe/data/samples/census.h"
#include "support.h"

namespace lethe::search {
namespace {

Stage explored_census(std::int64_t rows) {
    const std::vector<std::string> columns{"sex", "age", "education"};
    const Table table = sample_census(Context{}, Random(1), rows).select(columns);
    return release::plan_columns(
        table, release::parse_policy("[columns]\nage = { role = \"quasi\" }\n", "p"));
}

std::vector<release::Choice> grid() {
    std::vector<release::Choice> choices;
    for (const int k : {2, 4, 8, 12}) choices.push_back({"mdav", {{"k", k}}});
    choices.push_back({"no-such-method", Json::object()});
    return choices;
}

Json explored_json(const Stage& stage, const std::vector<release::Choice>& choices,
                   const ExploreOptions& options, const std::vector<ExplorationPoint>& known,
                   const PointSink& keep, const Context& context) {
    return to_json(explore(stage, choices, options, known, keep, Random(1), context));
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
    const Json all = explored_json(stage, grid(), options, {}, {}, Context{});
    options.sample = 60;
    options.promising = 2;
    std::vector<ExplorationPoint> kept;
    const auto keep = [&](const ExplorationPoint& point, Round) { kept.push_back(point); };
    const Json some = explored_json(stage, grid(), options, {}, keep, Context{});
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
        const std::vector<ExplorationPoint> before(
            kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(done));
        const Json again = explored_json(
            stage, grid(), options, before, [&](const ExplorationPoint&, Round) { ++tried; },
            Context{});
        EXPECT_EQ(tried, kept.size() - done);
        EXPECT_EQ(without_time(again), without_time(some));
    }
}

// Of 10 percent, those within it in the sample, those of its front up to twice of it, and nothing
// that leaves nearly everybody open.
TEST(Explore, WhatIsFarAboveTheLimitIsNotTriedOnAll) {
    const Stage stage = explored_census(300);
    ExploreOptions options;
    options.columns = stage.intruder.columns;
    options.sample = 100;
    std::vector<release::Choice> choices = grid();
    for (const int p : {1, 2, 5}) choices.push_back({"noise", {{"p", p}}});
    std::int64_t of = 0;
    const auto keep = [&](const ExplorationPoint& point, Round round) {
        EXPECT_LE(round.done, round.of);
        if (!point.left_out) of = round.of;
    };
    const Json result = explored_json(stage, choices, options, {}, keep, Context{});
    std::int64_t whole = 0;
    for (const Json& point : result["points"]) {
        if (point.contains("error")) continue;
        const double worst = point["sample"]["worst"]["value"];
        EXPECT_TRUE(point["method"] != "noise" || worst > 2 * kUsualMaxRisk);
        if (!point.contains("left_out")) {
            EXPECT_LE(worst, 2 * kUsualMaxRisk) << point["label"];
            ++whole;
        }
    }
    EXPECT_GT(whole, 0);
    EXPECT_EQ(whole, of);
    EXPECT_EQ(result["sample"]["whole"], whole);
    EXPECT_FALSE(result["recommended"].is_null());
}

TEST(Explore, WhereNothingIsWithinTheLimitTheLeastRiskyAreTried) {
    const Stage stage = explored_census(300);
    ExploreOptions options;
    options.columns = stage.intruder.columns;
    options.sample = 100;
    options.promising = 2;
    options.max_risk = 1;
    std::vector<release::Choice> choices;
    for (const int p : {1, 50, 200, 2}) choices.push_back({"noise", {{"p", p}}});
    const Json result = explored_json(stage, choices, options, {}, {}, Context{});
    double tried = 0, left_out = 100;
    for (const Json& point : result["points"]) {
        const double worst = point["sample"]["worst"]["value"];
        EXPECT_GT(worst, 1);
        double& end = point.contains("left_out") ? left_out : tried;
        end = point.contains("left_out") ? std::min(end, worst) : std::max(end, worst);
    }
    EXPECT_EQ(result["sample"]["whole"], 2);
    EXPECT_LE(tried, left_out);
    EXPECT_TRUE(result["recommended"].is_null());
    EXPECT_NE(result["reason"].get<std::string>().find("comes nearest"), std::string::npos);
}

// What was found until a stop is told, and the next run ends as if there had been none.
TEST(Explore, AStopKeepsWhatWasFound) {
    const Stage stage = explored_census(150);
    for (const std::int64_t sample : {0, 60}) {
        ExploreOptions options;
        options.columns = stage.intruder.columns;
        options.sample = sample;
        const Json whole = explored_json(stage, grid(), options, {}, {}, Context{});
        EXPECT_FALSE(whole["stopped"].get<bool>());
        for (const std::size_t last : {0U, 4U, 6U}) {
            std::atomic<bool> stop = last == 0;
            Context context;
            context.stop = &stop;
            std::vector<ExplorationPoint> kept;
            const auto keep = [&](const ExplorationPoint& point, Round) {
                kept.push_back(point);
                stop = stop || kept.size() == last;
            };
            const Json some = explored_json(stage, grid(), options, {}, keep, context);
            const auto untried = std::ranges::count_if(
                some["points"], [](const Json& point) { return point.contains("untried"); });
            EXPECT_EQ(untried, 5 - static_cast<std::ptrdiff_t>(std::min<std::size_t>(last, 5)));
            EXPECT_EQ(some["stopped"].get<bool>(), last < 5 || sample > 0);
            EXPECT_EQ(some["recommended"].is_null(), last == 0 || (sample > 0 && last < 6));
            const Json again = explored_json(stage, grid(), options, kept, {}, Context{});
            EXPECT_EQ(without_time(again), without_time(whole)) << sample << " " << last;
            // The same from a journal.
            std::vector<Json> lines;
            for (const ExplorationPoint& point : kept) lines.push_back(to_json(point));
            const std::vector<ExplorationPoint> read = stored_points(lines);
            ASSERT_EQ(read.size(), kept.size());
            const Json stored = explored_json(stage, grid(), options, read, {}, Context{});
            EXPECT_EQ(without_time(stored).dump(), without_time(whole).dump());
        }
    }
}

// Points come one at a time, in any order, whatever threads try them.
TEST(Explore, TheSameOnAnyNumberOfThreads) {
    const Stage stage = explored_census(150);
    ExploreOptions options;
    options.columns = stage.intruder.columns;
    for (const std::int64_t sample : {0, 60}) {
        options.sample = sample;
        const Json one = explored_json(stage, grid(), options, {}, {}, test::threads(1));
        std::vector<ExplorationPoint> kept;
        std::vector<std::int64_t> rounds;
        const auto keep = [&](const ExplorationPoint& point, Round round) {
            kept.push_back(point);
            rounds.push_back(round.done);
        };
        const Json many = explored_json(stage, grid(), options, {}, keep, test::threads(3));
        EXPECT_EQ(without_time(many), without_time(one)) << sample;
        EXPECT_GE(kept.size(), grid().size());
        EXPECT_TRUE(sample > 0 || std::ranges::is_sorted(rounds));
        const Json again = explored_json(stage, grid(), options, kept, {}, test::threads(3));
        EXPECT_EQ(without_time(again), without_time(one)) << sample;
    }
}

TEST(Explore, LargeTablesAreSampled) {
    EXPECT_EQ(default_sample(20000), 0);
    EXPECT_GT(default_sample(20001), 0);
}

TEST(Explore, BasesThatLeaveNothingAreNotTried) {
    const Stage stage = explored_census(200);
    for (const release::Choice& choice : default_grid(stage.table, stage.intruder.columns)) {
        EXPECT_NE(choice.method, "rounding");  // of ages, to thousands
    }
}

}  // namespace
}  // namespace lethe::search
