// The headline is at least what any attack finds, and no attack finds more than the classes allow.
#include "lethe/release/assess/headline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "lethe/data/samples/census.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/alignment.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::release {
namespace {

// A small random table of numbers and categories.
Table random_table(std::uint64_t seed, std::int64_t rows) {
    const Stream stream = Random(seed).stream("table");
    std::vector<double> a, b;
    std::vector<std::int32_t> c, d;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = stream.at(row);
        a.push_back(static_cast<double>(draws.below(40)));
        b.push_back(std::floor(100 * draws.normal()));
        c.push_back(static_cast<std::int32_t>(draws.below(3)));
        d.push_back(static_cast<std::int32_t>(draws.below(5)));
    }
    const auto texts = [](std::initializer_list<const char*> list) {
        return std::make_shared<const Dictionary>(list.begin(), list.end());
    };
    return Table({Column::numeric("a", a), Column::numeric("b", b),
                  Column::categories("c", Kind::nominal, c, texts({"x", "y", "z"})),
                  Column::categories("d", Kind::ordinal, d, texts({"1", "2", "3", "4", "5"}))});
}

Table headline_masked_by(const std::string& name, const Json& parameters, const Table& table) {
    const Method& method = find_method(name, Family::mask);
    Problems problems;
    const Json bound = method.bind(parameters, {}, problems);
    const MaskOutput output = method.mask({table, table.names(), Random(1), Context{}}, bound);
    return table.with(output.changed);
}

TEST(Headline, NoAttackFindsMoreThanTheClassesAllow) {
    const std::vector<std::pair<const char*, Json>> methods{
        {"mdav", Json::object()},
        {"mondrian", {{"publish", "representative"}}},
        {"mondrian", {{"publish", "interval"}}},
        {"global-median", Json::object()}};
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const auto k = static_cast<std::int64_t>(2 + seed % 4);
        const Table table = random_table(seed, 20 + static_cast<std::int64_t>(seed % 17));
        const auto& [name, more] = methods[seed % methods.size()];
        Json parameters = more;
        parameters["k"] = k;
        const Table masked = headline_masked_by(name, parameters, table);
        const Comparable pair = make_comparable(table, masked, table.names(), {});
        const ClassBound bound = class_bound(Context{}, pair.masked, pair.masked.names());
        ASSERT_GE(bound.smallest, k) << name << " " << seed;
        const Scenario scenario;
        const auto attacks = default_attacks(nullptr, pair);
        const Assessed found = run_assessments(Family::attack, attacks, pair, scenario, false,
                                               Random(seed), Context{});
        const auto headline = headline_of(found.results);
        ASSERT_TRUE(headline);
        for (const MethodResult& result : found.results) {
            const auto share = share_found(result);
            if (!share) continue;
            // Where people are drawn to be looked for, the share is of them and not of everybody.
            if (result.details.contains("test") || result.interval) {
                EXPECT_LE(*share, bound.person() + 1e-9) << result.title << " " << name << seed;
                continue;
            }
            EXPECT_LE(*share, bound.average() + 1e-9)
                << result.title << " " << name << " seed " << seed << " k " << k;
            EXPECT_LE(*share, headline->found);
        }
    }
}

// Every mask of the catalogue as it comes, on whatever columns it takes, and every attack of the
// catalogue by hand over all columns: none of them finds more than the headline says.
TEST(Headline, IsAtLeastWhatAnyAttackFindsByHand) {
    const Table table = random_table(7, 60);
    int releases = 0;
    for (const Method* mask : methods_of(Family::mask)) {
        std::vector<std::string> taken;
        for (const ColumnPtr& column : table.columns()) {
            if (mask->accepts(column->kind())) taken.push_back(column->name());
        }
        if (taken.empty()) continue;
        Table masked = table;
        Scenario scenario;
        try {
            Problems problems;
            const Json bound = mask->bind(mask->info.example, {}, problems);
            if (!problems.empty()) continue;
            const MaskOutput output = mask->mask({table, taken, Random(1), Context{}}, bound);
            if (output.kept_rows) continue;  // rows that are gone are not compared here
            masked = table.with(output.changed).select(table.names());
            const Json step{{"method", mask->info.name},
                            {"columns", taken},
                            {"parameters", bound},
                            {"facts", output.facts}};
            scenario.record = Json{{"steps", Json::array({step})}};
        } catch (const Error&) {
            continue;  // an example that is made for other columns
        }
        ++releases;
        const Comparable pair = make_comparable(table, masked, table.names(), {});
        const auto usual = default_attacks(scenario.record, pair);
        const std::vector<MethodResult> assessed =
            run_assessments(Family::attack, usual, pair, scenario, false, Random(3), Context{})
                .results;
        const ClassBound bound = class_bound(Context{}, pair.masked, pair.masked.names());
        const auto headline = headline_of(assessed, bound.average());
        ASSERT_TRUE(headline) << mask->info.name;
        for (const Method* attack : methods_of(Family::attack)) {
            if (!attack->info.finds_people || attack->info.name == "hrla") continue;
            const std::vector<Choice> one{{attack->info.name, Json::object()}};
            std::vector<MethodResult> found;
            try {
                found = run_assessments(Family::attack, one, pair, scenario, false, Random(3),
                                        Context{})
                            .results;
            } catch (const Error&) {
                continue;  // one that must be told how the release was masked
            }
            const auto share = share_found(found[0]);
            if (!share || found[0].details.contains("test")) continue;
            EXPECT_LE(*share, headline->found + 1e-9)
                << mask->info.name << " " << attack->info.name;
        }
    }
    EXPECT_GE(releases, 20);
}

TEST(Headline, CountsIntervalsWithTheSameMiddleAsTwo) {
    const Table masked(
        {Column::from_texts("a", Kind::nominal, std::vector<std::string>{"[10,20)", "[5,25)"})});
    const Table original({Column::numeric("a", {15, 15})});
    const Comparable pair = make_comparable(original, masked, original.names(), {});
    EXPECT_EQ(class_bound(Context{}, pair.masked, pair.masked.names()).classes, 2);
}

TEST(Headline, RisksByRule) {
    const std::vector<MethodResult> attacks = stored_results(Json::parse(R"([
        {"name": "distance-linkage", "title": "", "parameters": {}, "value": 10, "details": {}},
        {"name": "distance-linkage", "title": "", "parameters": {}, "value": 20, "details": {}},
        {"name": "probabilistic-linkage", "title": "", "parameters": {}, "value": 40, "details": {}},
        {"name": "supervised-linkage", "title": "", "parameters": {}, "value": 30,
         "details": {"expected": 50}},
        {"name": "interval-disclosure", "title": "", "parameters": {}, "value": 80, "details": {}}])"));
    EXPECT_EQ(risk_of(RiskRule::worst, attacks), 50);
    EXPECT_EQ(risk_of(RiskRule::rl, attacks), 30);
    EXPECT_EQ(risk_of(RiskRule::dr, attacks), 55);
    EXPECT_EQ(risk_of(RiskRule::srl, attacks), 30);
    EXPECT_EQ(risk_of(RiskRule::mean, attacks), 30);
    EXPECT_EQ(risk_of(ScoredRisk{RiskRule::mean, {}}, attacks), 30);
}

// One attack alone: its worst setting, a guess among equals by its chance, no more than the classes
// allow of people who were drawn; a share of values as it is.
TEST(Headline, RiskOfOneAttack) {
    const std::vector<MethodResult> attacks = stored_results(Json::parse(R"([
        {"name": "distance-linkage", "title": "", "parameters": {}, "value": 10, "details": {}},
        {"name": "distance-linkage", "title": "", "parameters": {}, "value": 20, "details": {}},
        {"name": "label-linkage", "title": "", "parameters": {}, "value": 1,
         "details": {"expected": 3}},
        {"name": "supervised-linkage", "title": "", "parameters": {}, "value": 30,
         "details": {"test": {"expected": 50}}},
        {"name": "interval-disclosure", "title": "", "parameters": {}, "value": 80, "details": {}}])"));
    const auto risk = [&](const char* name, std::optional<double> most = {}) {
        return risk_of(scored_risk_named(name), attacks, most);
    };
    EXPECT_EQ(risk("label-linkage"), 3);
    EXPECT_EQ(risk("distance-linkage"), 20);
    EXPECT_EQ(risk("supervised-linkage", 40), 40);
    EXPECT_EQ(risk("interval-disclosure", 40), 80);
    EXPECT_FALSE(risk("hrla").has_value());
    EXPECT_EQ(scored_risk_named("label-linkage").name(), "label-linkage");
    EXPECT_EQ(scored_risk_named("dr").name(), "dr");
    EXPECT_THROW(scored_risk_named("label-linkag"), Error);
    EXPECT_THROW(scored_risk_named("t-closeness"), Error);  // a distance, not a share
    EXPECT_THROW(scored_risk_named("mdav"), Error);
}

// Score (6.5) of the source, from its parts: alpha L + (1 - alpha) RL, RL by labels alone.
TEST(Assessment, ScoresByTheAttackThatIsNamed) {
    const Table original({Column::from_texts(
        "a", Kind::nominal, std::vector<std::string>{"x", "x", "y", "z", "z", "w"})});
    const Table masked({Column::from_texts(
        "a", Kind::nominal, std::vector<std::string>{"x", "x", "x", "z", "z", "z"})});
    const Comparable pair = make_comparable(original, masked, original.names(), {});
    ScoreOptions options;
    options.alpha = 0.25;
    options.risk = scored_risk_named("label-linkage");
    const Assessment found = assess(pair, {}, options, Random(1), Context{});
    // Four rows are unchanged, each one of two who had its value: two of six.
    ASSERT_TRUE(found.risk && found.loss && found.score);
    EXPECT_NEAR(*found.risk, 100.0 / 3, 1e-9);
    EXPECT_NEAR(*found.score, 0.25 * *found.loss + 0.75 * 100.0 / 3, 1e-9);
    EXPECT_EQ(to_json(found)["risk_rule"], "label-linkage");
    // An attack that assessments do not run by themselves is run, and counts in the headline too.
    const auto tried = [&](const char* name) {
        const auto results =
            assess(pair, {}, {.risk = scored_risk_named(name)}, Random(1), Context{}).attacks;
        return std::ranges::count(results, std::string(name), &MethodResult::name);
    };
    EXPECT_EQ(tried("parametric-linkage"), 1);
    EXPECT_GE(tried("label-linkage"), 1);
}

// The form that files and doors know: the order of members is part of it.
TEST(Assessment, HasOneForm) {
    Assessment assessment;
    assessment.bound = {10, 5, 2, 0};
    assessment.measures = {{.name = "il", .title = "IL", .value = 7}};
    assessment.risk_rule = {RiskRule::mean, {}};
    assessment.risks[static_cast<std::size_t>(RiskRule::rl)] = 30;
    assessment.loss = 7;
    assessment.loss_measure = "il";
    EXPECT_EQ(to_json(assessment).dump(),
              R"({"worst":null,"bound":{"rows":10,"classes":5,"smallest":2,"unique":0,)"
              R"("average":50.0,"person":50.0,"unique_share":0.0},"attacks":[],"measures":[{)"
              R"("name":"il","title":"IL","parameters":{},"value":7.0,"unit":"percent",)"
              R"("details":{}}],"risk":null,"risk_rule":"mean","risks":{"worst":null,"dr":null,)"
              R"("rl":30.0,"srl":null,"mean":null},"loss":7.0,"score":null,"alpha":0.5,)"
              R"("loss_measure":"il"})");
}

TEST(Alignment, DoubtsRowsThatAreOtherPeople) {
    const Table table =
        sample_census(Context{}, Random(1), 400).without(std::vector<std::string>{"person_id"});
    const Table other =
        sample_census(Context{}, Random(2), 400).without(std::vector<std::string>{"person_id"});
    const auto doubt = [&](const Table& masked) {
        return alignment_of(make_comparable(table, masked, table.names(), {}), {}, Random(3))
            .doubtful();
    };
    EXPECT_TRUE(doubt(other));
    EXPECT_FALSE(doubt(table));
    const std::vector<std::string> numbers{"age", "AGI", "FEDTAX"};
    const Method& noise = find_method("noise", Family::mask);
    Problems problems;
    const MaskOutput noisy =
        noise.mask({table, numbers, Random(1), Context{}}, noise.bind({{"p", 100}}, {}, problems));
    EXPECT_FALSE(doubt(table.with(noisy.changed)));
}

}  // namespace
}  // namespace lethe::release
