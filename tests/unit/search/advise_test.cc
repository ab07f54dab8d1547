// What is advised meets the constraints, by counts and attacks of its own release.
#include "lethe/search/advise/advise.h"

#include <gtest/gtest.h>

#include "lethe/algo/statistics/share_interval.h"
#include "lethe/core/error.h"
#include "lethe/data/samples/census.h"
#include "lethe/release/assess/headline.h"
#include "support.h"

namespace lethe::search {
namespace {

Stage census(std::int64_t rows) {
    const std::vector<std::string> columns{"sex", "age",      "education", "marital_status",
                                           "AGI", "diagnosis"};
    const Table table = sample_census(Context{}, Random(1), rows).select(columns);
    return release::plan_columns(
        table, release::parse_policy("[columns]\nage = { role = \"quasi\" }\n", "p"));
}

std::vector<TryStep> steps_of(const Json& advice, const Json& id) {
    std::vector<TryStep> steps;
    for (const Json& point : advice["points"]) {
        if (point["id"] != id) continue;
        for (const Json& step : point["steps"]) {
            steps.push_back({step["method"], step["columns"], step["parameters"]});
        }
    }
    return steps;
}

TEST(Advise, MeetsTheConstraintsAndLosesNoMoreThanASingleMethod) {
    const Stage stage = census(300);
    AdviseOptions options;
    const Json advice = to_json(advise(stage, options, {}, Random(1), Context{}));
    ASSERT_FALSE(advice["recommended"].is_null()) << advice["reason"];
    double loss = 0, single = 100;
    for (const Json& point : advice["points"]) {
        if (point["id"] == advice["recommended"]) loss = point["loss"];
        if (point["id"] == advice["best_single"]) single = point["loss"];
    }
    EXPECT_LE(loss, single);
    // Carried out again, counted and attacked by hand.
    for (const Json& candidate : advice["candidates"]) {
        const Carried carried = carry_out(stage, steps_of(advice, candidate["id"]), 5, Context{});
        const release::ClassBound bound =
            release::class_bound(Context{}, carried.pair.masked, carried.pair.masked.names());
        EXPECT_GE(bound.smallest, 5);
        const release::Assessment judged =
            judge(stage, carried, options.score, Random(9), Context{});
        EXPECT_LE(judged.worst->found, options.max_risk + 1);
    }
}

TEST(Advise, TheSameOnAnyNumberOfThreads) {
    const Stage stage = census(120);
    AdviseOptions options;
    options.k = 3;
    options.max_risk = 30;
    const auto advised = [&](int threads) {
        return to_json(advise(stage, options, {}, Random(1), test::threads(threads)));
    };
    EXPECT_EQ(advised(3), advised(1));
}

TEST(Advise, KeepsExactColumnsAndDropsWhoCannotBeKept) {
    const Stage stage = census(300);
    AdviseOptions options;
    options.exact = {"sex"};
    options.max_risk = 20;
    const Json advice = to_json(advise(stage, options, {}, Random(1), Context{}));
    ASSERT_FALSE(advice["recommended"].is_null()) << advice["reason"];
    const Carried carried = carry_out(stage, steps_of(advice, advice["recommended"]), 1, Context{});
    for (std::int64_t row = 0; row < carried.execution.release.rows(); ++row) {
        const std::int64_t from = carried.execution.origin.empty()
                                      ? row
                                      : carried.execution.origin[static_cast<std::size_t>(row)];
        ASSERT_EQ(carried.execution.release.column("sex").text(row),
                  stage.table.column("sex").text(from));
    }
}

// Of whom she holds values is one draw of many: the bar is the upper end of what it says about
// them.
TEST(Advise, OfAShareOfThePeopleTheUpperEndDecides) {
    Stage stage = census(300);
    stage.intruder.people = 10;
    AdviseOptions options;
    const Json advice = to_json(advise(stage, options, {}, Random(1), Context{}));
    ASSERT_FALSE(advice["recommended"].is_null()) << advice["reason"];
    int wider = 0;
    for (const Json& point : advice["points"]) {
        if (!point["judged"].get<bool>() || !point.contains("risk")) continue;
        const double risk = point["risk"], at_most = point["at_most"];
        const double average = point["bound"]["average"];
        const double upper = 100 * share_interval(risk / 100, 30, 300)[1];
        EXPECT_GE(at_most, std::min(average, upper) - 1e-9) << point["label"];
        EXPECT_EQ(point["acceptable"].get<bool>(),
                  at_most <= options.max_risk && point["bound"]["smallest"] >= options.k);
        wider += at_most > risk ? 1 : 0;
    }
    EXPECT_GT(wider, 0);
    // What is recommended holds in other draws as well.
    const Carried carried = carry_out(stage, steps_of(advice, advice["recommended"]), 5, Context{});
    double sum = 0;
    for (std::uint64_t draw = 0; draw < 10; ++draw) {
        sum += judge(stage, carried, options.score, Random(100 + draw), Context{}).worst->found;
    }
    EXPECT_LE(sum / 10, options.max_risk);
}

TEST(Advise, NoneAcceptableIsAnAnswer) {
    AdviseOptions options;
    options.l = 6;  // six different diagnoses in every class of a small table
    for (const double risk : {0.5, 0.0}) {
        options.max_risk = risk;
        const Json advice = to_json(advise(census(60), options, {}, Random(1), Context{}));
        EXPECT_TRUE(advice["recommended"].is_null());
        EXPECT_NE(advice["reason"].get<std::string>().find("None acceptable"), std::string::npos);
    }
}

TEST(Advise, RefusesWhatCannotBe) {
    AdviseOptions options;
    options.k = 1000;
    EXPECT_THROW(advise(census(100), options, {}, Random(1), Context{}), Error);
    options.k = 5;
    options.exact = {"diagnosis"};
    EXPECT_THROW(advise(census(100), options, {}, Random(1), Context{}), Error);
}

// The form that files and doors know: the order of members is part of it.
TEST(Advice, HasOneForm) {
    AdvicePoint point;
    point.id = 1;
    point.steps = {{"mdav", {"age"}, {{"k", 5}}}};
    point.judged = point.single = point.acceptable = point.pareto = true;
    point.risk = point.at_most = 20;
    point.loss = 10;
    point.score = 15;
    point.bound = {50, 10, 5, 0};
    const Json good = to_json(point);
    EXPECT_EQ(good["label"], "mdav k=5");
    EXPECT_EQ(good["method"], "mdav");
    EXPECT_EQ(good["steps"].dump(),
              R"([{"method":"mdav","columns":["age"],"parameters":{"k":5}}])");
    const auto keys = [](const Json& json) {
        std::string all;
        for (const auto& [key, value] : json.items()) all += key + " ";
        return all;
    };
    EXPECT_EQ(keys(good),
              "id label words method parameters steps single judged acceptable seconds risk "
              "at_most loss score worst bound pareto ");
    point.error = "why";
    EXPECT_EQ(keys(to_json(point)),
              "id label words method parameters steps single judged acceptable seconds score loss "
              "risk error pareto ");
    Advice advice;
    advice.columns = {"age"};
    advice.asked.l = 2;
    advice.recommended = 1;
    advice.candidates = {{1, "least loss", "words", "why"}};
    advice.points = {point};
    const Json told = to_json(advice);
    EXPECT_EQ(keys(told),
              "kind columns scenario constraints loss_measure alpha recommended best_single "
              "nearest candidates reason trace stopped points ");
    EXPECT_EQ(told["constraints"].dump(), R"({"k":5,"max_risk":10.0,"exact":[],"l":2})");
    EXPECT_EQ(told["candidates"].dump(),
              R"([{"id":1,"title":"least loss","words":"words","why":"why"}])");
    EXPECT_EQ(told["recommended"], 1);
    EXPECT_TRUE(told["nearest"].is_null());
}

}  // namespace
}  // namespace lethe::search
