// Models and metrics by hand, on eight rows.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "lethe/algo/lattice/search.h"
#include "lethe/algo/lattice/table_models.h"
#include "lethe/algo/lattice/unique_population.h"

namespace lethe::lattice {
namespace {

LevelTable zip_table() {
    return {{{"11", "1*", "*"}, {"12", "1*", "*"}, {"21", "2*", "*"}, {"22", "2*", "*"}}};
}

Records eight_rows() {
    Records records;
    Problems problems;
    records.columns.push_back(levels_of("zip", zip_table(), problems));
    records.columns.push_back(levels_of("sex", {{{"m", "*"}, {"f", "*"}}}, problems));
    records.lines = {{0, 0, 0, 1, 2, 2, 3, 3}, {0, 0, 1, 1, 0, 0, 0, 1}};
    Counted disease;
    disease.name = "disease";
    disease.values = 3;  // cold, flu, hiv
    disease.codes = {1, 0, 1, 2, 1, 1, 0, 2};
    disease.count_reference();
    records.counted.push_back(disease);
    throw_if_any(problems);
    return records;
}

Settings settings(const std::string& models, const std::string& metric = "height",
                  double limit = 1) {
    Problems problems;
    Settings result;
    result.models = parse_models(models, problems);
    result.metric = parse_metric(metric, problems);
    result.sensitive = 1;
    result.limit = limit;
    throw_if_any(problems);
    return result;
}

// Rows that a model suppresses at node (2, 0), whose classes are m (5 rows) and f (3 rows).
std::int64_t suppressed_at_sexes(const std::string& models) {
    const Records records = eight_rows();
    const Evaluation evaluation(records, settings(models));
    return at_levels(evaluation, {2, 0}).suppressed;
}

TEST(Lattice, ModelsByHand) {
    for (const auto& [models, wanted] : std::map<std::string, std::int64_t>{
             {"k:3", 0},
             {"k:4", 3},
             {"l-distinct:2", 0},
             {"l-distinct:3", 8},
             {"l-entropy:1.9601317", 3},
             {"l-entropy:1.9601318", 8},
             {"l-entropy:1.8898815", 0},
             {"l-entropy:1.9477340,estimator=grassberger", 0},
             {"l-entropy:1.9477341,estimator=grassberger", 8},
             {"l-recursive:c=1.5,l=2", 8},
             {"l-recursive:c=1.51,l=2", 3},
             {"l-recursive:c=2,l=2", 3},
             {"l-recursive:c=2.01,l=2", 0},
             {"t-equal:0.25", 3},
             {"t-equal:0.2499999", 8},
             {"t-equal:0.4166667", 0},
             {"t-ordered:0.2000001", 3},
             {"t-ordered:0.1999999", 8},
             {"t-ordered:0.3333334", 0},
             {"beta-basic:0.6000001", 3},
             {"beta-basic:0.5999999", 8},
             {"beta-basic:1.6666667", 0},
             {"beta-enhanced:5", 3},
             {"delta:0.6780720", 3},
             {"delta:0.6780719", 8},
             {"delta:1.4150375", 0},
             {"delta:5,values=all", 8},
             {"k:1 + alpha:0.6", 3},
             {"k:1 + alpha:0.67", 0},
             {"k:1 + alpha:0.59", 8},
             {"risk-average:0.25", 0},
         }) {
        EXPECT_EQ(suppressed_at_sexes(models), wanted) << models;
    }
}

TEST(Lattice, ClosenessIsExactAtEquality) {
    const Records records = eight_rows();
    for (const char* model : {"t-equal:0", "t-ordered:0"}) {
        const Evaluation evaluation(records, settings(model));
        EXPECT_EQ(at_levels(evaluation, {1, 1}).suppressed, 0) << model;  // both classes are as p
    }
}

TEST(Lattice, DistancesOfTheLiterature) {
    // Salaries 3 to 11, one of each; classes {3, 4, 5} and {6, 8, 11}.
    const std::vector<std::int64_t> salaries(9, 1);
    const std::vector<ValueCount> low = {{0, 1}, {1, 1}, {2, 1}};
    const std::vector<ValueCount> spread = {{3, 1}, {5, 1}, {8, 1}};
    EXPECT_NEAR(ordered_distance(low, 3, salaries, 9), 0.375, 1e-15);
    EXPECT_NEAR(ordered_distance(spread, 3, salaries, 9), 1.0 / 6, 1e-15);
    Problems problems;
    const Levels tree = levels_of("x",
                                  {{{"a1", "a", "*"},
                                    {"a2", "a", "*"},
                                    {"b1", "b", "*"},
                                    {"b2", "b", "*"},
                                    {"b3", "b", "*"}}},
                                  problems);
    const std::vector<std::int64_t> five(5, 1);
    const std::vector<ValueCount> across = {{0, 1}, {2, 1}};
    const std::vector<ValueCount> within = {{0, 1}, {1, 1}};
    EXPECT_NEAR(hierarchical_distance(across, 2, five, 5, tree), 0.35, 1e-15);
    EXPECT_NEAR(hierarchical_distance(within, 2, five, 5, tree), 0.6, 1e-15);
}

TEST(Lattice, GrassbergersFunction) {
    for (const auto& [x, wanted] : std::map<std::int64_t, double>{{1, -1.2703628455},
                                                                  {2, 0.7296371545},
                                                                  {3, 0.7296371545},
                                                                  {4, 1.3963038212},
                                                                  {6, 1.7963038212},
                                                                  {10, 2.3042403291},
                                                                  {100, 4.6051868515}}) {
        EXPECT_NEAR(grassberger(x), wanted, 1e-10) << x;
    }
    // Where the table ends the expansion goes on.
    EXPECT_NEAR(grassberger(4098) - grassberger(4096), 2.0 / 4097, 1e-13);
}

TEST(Lattice, EstimatedKOfASample) {
    struct Known {
        double k, population;
        std::int64_t poisson, truncated;
    };
    for (const Known& known : {Known{3, 317238626, 2, 2},
                               {1000, 317238626, 3, 3},
                               {5, 301620, 5, 4},
                               {20, 301620, 8, 7},
                               {100, 301620, 20, 19},
                               {50, 60324, 39, 38}}) {
        Model model;
        model.kind = ModelKind::k_map_estimated;
        model.value = known.k;
        model.population = known.population;
        model.estimator = Estimator::poisson;
        EXPECT_EQ(k_of_sample(model, 30162), known.poisson) << known.k;
        model.estimator = Estimator::ztpoisson;
        EXPECT_EQ(k_of_sample(model, 30162), known.truncated) << known.k;
    }
}

TEST(Lattice, SizesForRisks) {
    for (const auto& [risk, size] :
         std::map<double, std::int64_t>{{0.2, 5}, {0.33, 4}, {0.09, 12}, {0.1, 10}, {0.05, 20}}) {
        EXPECT_EQ(size_for_risk(risk), size) << risk;  // 12 for 0.09, not 11
    }
}

struct MetricRow {
    std::string metric;
    Node node;
    double value;
};

TEST(Lattice, MetricsByHand) {
    const Records records = eight_rows();
    const Node n00{0, 0}, n10{1, 0}, n01{0, 1}, n11{1, 1}, n20{2, 0};
    const std::vector<MetricRow> rows = {
        {"loss", n00, .5},
        {"loss", n10, .2624381173},
        {"loss", n01, .5},
        {"loss", n11, .6329931618},
        {"loss", n20, .4142135624},
        {"loss:agg=mean", n00, .5},
        {"loss:agg=mean", n10, .2708333333},
        {"loss:agg=mean", n01, .5625},
        {"loss:agg=mean", n11, .6666666667},
        {"loss:agg=mean", n20, .5},
        {"loss:gs=0.1", n10, .1763290355},
        {"loss:gs=0.9", n10, .1477953695},
        {"entropy:monotonic", n00, 0},
        {"entropy:monotonic", n10, 7.2451124978},
        {"entropy:monotonic", n01, 7.6354720233},
        {"entropy:monotonic", n11, 14.8805845211},
        {"entropy:monotonic", n20, 15.2451124978},
        {"entropy:nonmonotonic", n00, 9.2451124978},
        {"entropy:nonmonotonic", n10, 7.2451124978},
        {"entropy:nonmonotonic", n01, 7.6354720233},
        {"entropy:nonmonotonic", n11, 14.8805845211},
        {"dm-star", n00, 12},
        {"dm-star", n10, 18},
        {"dm-star", n01, 18},
        {"dm-star", n11, 32},
        {"dm-star", n20, 34},
        {"dm", n00, 40},
        {"dm", n10, 25},
        {"dm", n01, 25},
        {"dm", n11, 32},
        {"dm", n20, 34},
        {"aecs", n00, 8.0 / 3},
        {"aecs", n10, 2},
        {"aecs", n01, 2},
        {"aecs", n11, 4},
        {"aecs", n20, 4},
        {"aecs:gs=0.1", n10, 5},
        {"aecs:gs=0.9", n10, 2.5},
        {"precision:monotonic", n00, 0},
        {"precision:monotonic", n10, .25},
        {"precision:monotonic", n01, .5},
        {"precision:monotonic", n11, .75},
        {"precision:monotonic", n20, .5},
        {"precision:nonmonotonic", n00, .5},
        {"precision:nonmonotonic", n10, .34375},
        {"precision:nonmonotonic", n01, .5625},
        {"precision:nonmonotonic", n11, .75},
        {"precision:nonmonotonic", n20, .5},
        {"ambiguity", n00, 36},
        {"ambiguity", n10, 22},
        {"ambiguity", n01, 22},
        {"ambiguity", n11, 32},
        {"ambiguity", n20, 32},
        {"entropy-based", n00, 4},
        {"entropy-based", n10, 3.3333333333},
        {"entropy-based", n01, 3.3333333333},
        {"entropy-based", n11, 5.3333333333},
        {"entropy-based", n20, 5.3333333333},
        {"kl:rows", n00, .5},
        {"kl:rows", n10, 1.0093984370},
        {"kl:rows", n01, 1.0093984370},
        {"kl:rows", n11, 1},
        {"kl:rows", n20, .7934699555},
        {"kl:tuples", n00, .5},
        {"kl:tuples", n10, .6556390622},
        {"kl:tuples", n01, .6556390622},
        {"kl:tuples", n11, .5},
        {"kl:tuples", n20, .4544340029},
        {"classification:response=disease", n00, .5},
        {"classification:response=disease", n10, .6875},
        {"classification:response=disease", n01, .4375},
        {"classification:response=disease", n11, .5},
        {"classification:response=disease", n20, .375},
    };
    for (const MetricRow& row : rows) {
        const Evaluation evaluation(records, settings("k:2", row.metric));
        EXPECT_NEAR(at_levels(evaluation, row.node).loss.value, row.value, 1.1e-10)
            << row.metric << " at " << row.node[0] << "," << row.node[1];
    }
}

TEST(Lattice, OptimaByHand) {
    const Records records = eight_rows();
    const Evaluation one(records, settings("k:2", "loss", 0.125));
    EXPECT_EQ(search_levels({}, one).best->node, (Node{1, 0}));
    const Evaluation none(records, settings("k:2", "loss", 0));
    EXPECT_EQ(search_levels({}, none).best->node, (Node{2, 0}));
}

TEST(Lattice, NothingFeasibleNamesTheNearest) {
    const Records records = eight_rows();
    const Evaluation evaluation(records, settings("k:2 + beta-enhanced:0.01", "loss", 0));
    const SearchResult found = search_levels({}, evaluation);
    ASSERT_TRUE(found.best);  // the top has the distribution of everybody
    const Evaluation strict(records, settings("k:9", "loss", 0));
    EXPECT_FALSE(search_levels({}, strict).best);
}

TEST(Lattice, EqualLabelsOfDifferentLevelsStayApart) {
    // "1" is a value, and the name of a group that it is not in: a taxonomy would join them.
    Problems problems;
    const Levels levels =
        levels_of("x", {{{"1", "2", "*"}, {"3", "1", "*"}, {"4", "1", "*"}}}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(levels.labels[1].size(), 2U);
    EXPECT_DOUBLE_EQ(levels.share(0, levels.label_of[0][0]), 1.0 / 3);
    EXPECT_DOUBLE_EQ(levels.share(1, levels.label_of[1][1]), 2.0 / 3);
}

TEST(Lattice, HierarchiesThatAreWrong) {
    Problems problems;
    levels_of("x", {{{"a", "g", "*"}, {"b", "*"}, {"a", "h", "*"}}}, problems);
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_NE(problems[0].message.find("unequal depth"), std::string::npos);
    EXPECT_NE(problems[1].message.find("have one already"), std::string::npos);
    problems.clear();
    levels_of("x", {{{"a", "g", "u", "*"}, {"b", "g", "v", "*"}}}, problems);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].message.find("not nested: \"g\" of level 1"), std::string::npos);
}

TEST(Lattice, AllProblemsOfModelsAtOnce) {
    Problems problems;
    parse_models("k:0 + l-distinct:2.5 + t-equal:2 + nothing:1 + alpha:0.5,foo=1 + kmap:3",
                 problems);
    EXPECT_EQ(problems.size(), 6U);
    problems.clear();
    parse_models("alpha:0.5 + presence:0..0 + t-equal:0.1 + t-equal:0.2", problems);
    EXPECT_EQ(problems.size(), 3U);
    problems.clear();
    parse_metric("loss:gs=2,agg=most,foo=1", problems);
    EXPECT_EQ(problems.size(), 3U);
    problems.clear();
    parse_metric("measure", problems);
    parse_metric("measure:any,agg=most", problems);
    EXPECT_EQ(problems.size(), 2U);
    problems.clear();
    // Here is no table that could be measured.
    Settings measured = settings("k:2");
    measured.metric = parse_metric("measure:any,agg=mean", problems);
    EXPECT_TRUE(problems.empty());
    const Records records = eight_rows();
    EXPECT_THROW(Evaluation(records, measured), Error);
}

TEST(Lattice, MoreDiversityThanThereAreValues) {
    const Records records = eight_rows();
    try {
        Evaluation(records, settings("l-distinct:4 + kmap:2,population=table"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.problems().size(), 2U);
    }
}

TEST(Lattice, ModelsAreWrittenAsTheyAreRead) {
    for (const char* text :
         {"k:5",
          "kmap:3,population=table",
          "l-distinct:3",
          "l-entropy:4.5,estimator=shannon",
          "l-entropy:3,estimator=grassberger",
          "l-recursive:c=4,l=5,sensitive=disease",
          "k:5 + alpha:0.5",
          "t-equal:0.2",
          "t-ordered:0.15",
          "t-hierarchical:0.2",
          "beta-basic:3",
          "beta-enhanced:2",
          "delta:1.5",
          "delta:1.5,values=all",
          "presence:0.05..0.15",
          "risk-average:0.05,highest=0.2,share=0.01",
          "unique-sample:0.05",
          "kmap:3,population=317238626,alpha=0.01,estimator=ztpoisson",
          "unique-population:0.0001,population=317238626,estimator=dankar",
          "profit-journalist-no-attack:cost=20,gain=120,loss=3000,benefit=120"}) {
        Problems problems;
        const auto models = parse_models(text, problems);
        EXPECT_TRUE(problems.empty()) << text;
        const auto again = parse_models(to_text(models), problems);
        EXPECT_EQ(models, again) << text;
    }
    for (const char* text : {"loss:gs=0.5,agg=geomean", "entropy:normalised,agg=sum", "dm",
                             "classification:response=a+b,gs=0.2", "payout:prosecutor,gs=0.5",
                             "measure:ncp", "measure:ncp,domain=data,agg=maximum"}) {
        Problems problems;
        const Metric metric = parse_metric(text, problems);
        EXPECT_TRUE(problems.empty()) << text;
        EXPECT_EQ(to_text(metric), text);
    }
}

TEST(Lattice, PresenceIsHeldAgainstClassesWithoutReleasedPeople) {
    // Of four people in the population two are released; the class of the others is empty.
    Records records;
    Problems problems;
    records.columns.push_back(levels_of("x", {{{"a", "*"}, {"b", "*"}}}, problems));
    records.lines = {{0, 0}};
    records.population = {{0, 0, 0, 1}};
    Settings wanted;
    wanted.models = parse_models("presence:0.1..0.9 + k:1", problems);
    wanted.metric = parse_metric("height", problems);
    const Evaluation strict(records, wanted);
    EXPECT_EQ(search_levels({}, strict).best->node, (Node{1}));
    wanted.presence_empty = PresenceEmpty::arx;
    const Evaluation compatible(records, wanted);
    EXPECT_EQ(search_levels({}, compatible).best->node, (Node{0}));
}

TEST(Lattice, PresenceIsHeldAgainstClassesThatLoseAllTheirRows) {
    // At (0) the class b is released as a whole and goes: then nobody of b is there.
    Records records;
    Problems problems;
    records.columns.push_back(levels_of("x", {{{"a", "*"}, {"b", "*"}}}, problems));
    records.lines = {{0, 0, 1}};
    records.population = {{0, 0, 0, 0, 1}};
    Settings wanted;
    wanted.models = parse_models("presence:0.1..0.8", problems);
    wanted.metric = parse_metric("height", problems);
    wanted.limit = 0.5;
    const Evaluation strict(records, wanted);
    EXPECT_TRUE(strict.keeps_everybody());
    EXPECT_EQ(search_levels({}, strict).best->node, (Node{1}));
    wanted.presence_empty = PresenceEmpty::arx;
    const Evaluation compatible(records, wanted);
    EXPECT_EQ(search_levels({}, compatible).best->node, (Node{0}));
    // Nothing is asked of who is not there where the lower end is 0.
    wanted.presence_empty = PresenceEmpty::strict;
    wanted.models = parse_models("presence:0..0.8", problems);
    EXPECT_EQ(search_levels({}, Evaluation(records, wanted)).best->node, (Node{0}));
}

TEST(Lattice, SuppressedRecordsAsOneClass) {
    // k = 2 at (1, 0) leaves one record alone; as one class it needs another, and the class that
    // loses least by it joins.
    const Records records = eight_rows();
    Settings wanted = settings("k:2", "loss", 1);
    wanted.reading = Suppressed::one_class;
    const Evaluation evaluation(records, wanted);
    const Solution found = at_levels(evaluation, {1, 0});
    EXPECT_EQ(found.suppressed, 3);
}

TEST(Lattice, UniquesOfAPopulation) {
    // n_1 15512 and so on are those of Adult; its whole list of sizes is in the oracles' test.
    EXPECT_EQ(unique_share(Estimator::zayatz, {{2, 5}}, 100), 0.0);
    // All of a population: the share of the sample.
    EXPECT_NEAR(*unique_share(Estimator::zayatz, {{1, 4}, {2, 3}}, 10), 0.4, 1e-12);
    EXPECT_FALSE(unique_share(Estimator::snb, {{1, 40}, {2, 30}, {5, 3}}, 1e6));
    // Pitman's model has none for uniques alone, and no other takes its place.
    EXPECT_FALSE(unique_share(Estimator::dankar, {{1, 40}}, 1e6));
}

}  // namespace
}  // namespace lethe::lattice
