// k of combinations of columns, and diversity and closeness by meaning, by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lethe/algo/lattice/notation.h"
#include "lethe/algo/lattice/search.h"

namespace lethe::lattice {
namespace {

Settings asked_for(const std::string& models, double limit = 0,
                   const std::string& metric = "height") {
    Problems problems;
    Settings result;
    result.models = parse_models(models, problems);
    result.metric = parse_metric(metric, problems);
    result.sensitive = 1;
    result.limit = limit;
    throw_if_any(problems);
    return result;
}

// One column whose values are classes, the first two of which are joined at level 1, all at 2.
Records three_classes(const std::vector<std::vector<std::int32_t>>& diseases,
                      const std::vector<double>& distances, std::int32_t values) {
    Records records;
    Problems problems;
    records.columns.push_back(
        levels_of("x", {{{"a", "ab", "*"}, {"b", "ab", "*"}, {"c", "c", "*"}}}, problems));
    records.lines.emplace_back();
    Counted disease;
    disease.name = "disease";
    disease.values = values;
    for (std::size_t line = 0; line < diseases.size(); ++line) {
        for (const std::int32_t value : diseases[line]) {
            records.lines[0].push_back(static_cast<std::int32_t>(line));
            disease.codes.push_back(value);
        }
    }
    disease.count_reference();
    disease.scaled[MeasureKind::log_sc] = distances;
    disease.measured[MeasureKind::log_sc] = distances;
    records.counted.push_back(disease);
    throw_if_any(problems);
    return records;
}

// {a, b} and {c, d} have two groups each, and together one: c is like a and b, d like b. Whoever
// takes the model for monotone finds nothing below level 1.
TEST(LatticeModels, LikenessIsNotInherited) {
    const std::vector<double> chain = {0, 1, .1, 1, 1, 0, .1, .1, .1, .1, 0, 1, 1, .1, 1, 0};
    const Records records = three_classes({{0, 1}, {2, 3}, {0, 1}}, chain, 4);
    const Evaluation evaluation(records, asked_for("l-distinct:2,alike=0.1"));
    EXPECT_FALSE(evaluation.judge().generalisation_monotone(evaluation.settings().models[0]));
    EXPECT_EQ(evaluation.regime(), Regime::partial);
    EXPECT_EQ(at_levels(evaluation, {0}).suppressed, 0);
    EXPECT_EQ(at_levels(evaluation, {1}).suppressed, 4);
    EXPECT_EQ(search_levels({}, evaluation).best->node, (Node{0}));
    // In groups of two that are nothing to each other it is transitive.
    const std::vector<double> pairs = {0, .1, 1, 1, .1, 0, 1, 1, 1, 1, 0, .1, 1, 1, .1, 0};
    const Records grouped = three_classes({{0, 2}, {1, 3}, {0, 1}}, pairs, 4);
    const Evaluation regular(grouped, asked_for("l-distinct:2,alike=0.1"));
    EXPECT_EQ(regular.regime(), Regime::full);
    EXPECT_EQ(at_levels(regular, {0}).suppressed, 2);
    EXPECT_EQ(search_levels({}, regular).best->node, (Node{2}));
    EXPECT_THROW(Evaluation(grouped, asked_for("l-distinct:3,alike=0.1")), Error);
}

// Without the triangle inequality (a to c is farther than over b) two classes at 1/30 make one at
// 1/6.
TEST(LatticeModels, ClosenessIsInheritedByMetricsAlone) {
    const std::vector<std::vector<std::int32_t>> diseases = {
        {0, 0, 2}, {0, 1, 1}, {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2}};
    const std::vector<double> detour = {0, .1, 1, .1, 0, .1, 1, .1, 0};
    const Records records = three_classes(diseases, detour, 3);
    const Evaluation evaluation(records, asked_for("t-semantic:0.1"));
    EXPECT_FALSE(evaluation.judge().generalisation_monotone(evaluation.settings().models[0]));
    EXPECT_EQ(at_levels(evaluation, {0}).suppressed, 0);
    EXPECT_EQ(at_levels(evaluation, {1}).suppressed, 6);
    EXPECT_EQ(search_levels({}, evaluation).best->node, (Node{0}));
    const std::vector<double> line = {0, .5, 1, .5, 0, .5, 1, .5, 0};
    const Records ordered = three_classes(diseases, line, 3);
    const Evaluation regular(ordered, asked_for("t-semantic:0.16"));
    EXPECT_EQ(regular.regime(), Regime::full);
    // As t-ordered, whose distances these are.
    const Evaluation same(ordered, asked_for("t-ordered:0.16"));
    for (const int level : {0, 1, 2}) {
        EXPECT_EQ(at_levels(regular, {level}).suppressed, at_levels(same, {level}).suppressed);
    }
}

// Rows (age, sex): 1m 1m 1f 2m 2f 2f 3m, and k of two.
Records seven_people() {
    Records records;
    Problems problems;
    records.columns.push_back(levels_of("age", {{{"1", "*"}, {"2", "*"}, {"3", "*"}}}, problems));
    records.columns.push_back(levels_of("sex", {{{"m", "*"}, {"f", "*"}}}, problems));
    records.lines = {{0, 0, 0, 1, 1, 1, 2}, {0, 0, 1, 0, 1, 1, 0}};
    throw_if_any(problems);
    return records;
}

std::int64_t gone_at_bottom(const std::string& models) {
    const Records records = seven_people();
    Settings settings = asked_for(models, 1);
    settings.sensitive = 0;
    return at_levels(Evaluation(records, settings), {0, 0}).suppressed;
}

TEST(LatticeModels, CombinationsAreCountedAmongWhatIsLeft) {
    EXPECT_EQ(gone_at_bottom("k:2,columns=age"), 1);  // age 3
    EXPECT_EQ(gone_at_bottom("k:3,columns=age"), 1);  // 1 and 2 have three each
    EXPECT_EQ(gone_at_bottom("k:4,columns=sex"), 3);  // women are three
    EXPECT_EQ(gone_at_bottom("k:4,columns=age"), 7);
    EXPECT_EQ(gone_at_bottom("k:3,dimension=1"), 1);
    // Without the women age 2 has one person, without age 3 men are three: one leads to the next.
    EXPECT_EQ(gone_at_bottom("k:4,columns=sex + k:2,columns=age"), 7);
    EXPECT_EQ(gone_at_bottom("k:2,columns=sex|age"), 3);  // as k:2
    EXPECT_EQ(gone_at_bottom("k:2,dimension=2"), 3);
    EXPECT_EQ(gone_at_bottom("k:2"), 3);
    EXPECT_EQ(gone_at_bottom("k:1,dimension=2"), 0);
}

TEST(LatticeModels, NamesOfColumnsMayHoldAnything) {
    Problems problems;
    const auto models = parse_models(
        R"(k:3,columns="age, in years"|sex + l-distinct:2,sensitive="a + ""b""=|")", problems);
    ASSERT_TRUE(problems.empty());
    ASSERT_EQ(models.size(), 2U);
    EXPECT_EQ(models[0].columns, (std::vector<std::string>{"age, in years", "sex"}));
    EXPECT_EQ(models[1].sensitive, "a + \"b\"=|");
    EXPECT_EQ(parse_models(to_text(models), problems), models);
    for (const char* text :
         {"k:3,columns=age|sex", "k:3,dimension=2", "l-distinct:3,alike=0.25,measure=wu-palmer",
          "l-entropy:2.5,estimator=shannon,alike=0.25,measure=path",
          "l-recursive:c=4,l=5,alike=0,measure=log-sc,sensitive=disease",
          "t-semantic:0.2,measure=log-sc"}) {
        EXPECT_EQ(to_text(parse_models(text, problems)), text);
    }
    EXPECT_TRUE(problems.empty());
}

TEST(LatticeModels, WhatCannotBeIsToldAtOnce) {
    const auto told = [](const std::string& text) {
        Problems problems;
        parse_models(text, problems);
        std::string all;
        for (const Problem& problem : problems) all += problem.message + "\n";
        return all;
    };
    const std::string all = told(
        "k:3,columns=a|a + k:2,columns=a,dimension=1 + k:2,dimension=1.5 + "
        "l-distinct:2,measure=path "
        "+ l-entropy:2,estimator=grassberger,alike=1 + t-semantic:0.2,measure=paths");
    for (const char* part : {"a column is named twice", "columns and dimension do not go together",
                             "dimension must be a whole number", "measure goes with alike",
                             "alike goes with estimator=shannon", "measure must be one of path,"}) {
        EXPECT_NE(all.find(part), std::string::npos) << part;
    }
    EXPECT_NE(told("k:3,columns=\"a").find("not closed"), std::string::npos);
    EXPECT_NE(told("k:3,columns=a||b").find("NAME|NAME"), std::string::npos);
    EXPECT_NE(told("k:3,columns=a|b + k:2,columns=b|a").find("stricter"), std::string::npos);

    const Records records = seven_people();
    Settings settings = asked_for("k:2,columns=town|age + k:2,dimension=3 + k:2");
    settings.sensitive = 0;
    try {
        Evaluation(records, settings);
        FAIL();
    } catch (const Error& error) {
        ASSERT_EQ(error.problems().size(), 2U);
        EXPECT_NE(error.problems()[0].message.find("\"town\" is not among the columns"),
                  std::string::npos);
        EXPECT_NE(error.problems()[1].message.find("there are 2 columns"), std::string::npos);
    }
}

// Two values of four rows and three of one: the sum exceeds its limit before the single ones lower
// it. A sum that is left early calls this class less diverse than it is (a defect of ARX).
TEST(LatticeModels, CorrectedEntropyIsSummedToItsEnd) {
    const Records records =
        three_classes({{0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4}}, std::vector<double>(25, 1), 5);
    const Evaluation passes(records, asked_for("l-entropy:5,estimator=grassberger"));
    EXPECT_EQ(at_levels(passes, {0}).suppressed, 0);
}

// With three values some value has a third of every class.
TEST(LatticeModels, ModelsThatNoClassCanFulfil) {
    const Records records = three_classes({{0, 1}, {2, 0}, {1, 2}}, std::vector<double>(9, 0), 3);
    for (const char* models : {"k:1 + alpha:0.33", "l-recursive:c=0.5,l=2", "l-distinct:4",
                               "l-entropy:3.01", "l-distinct:2,alike=0"}) {
        try {
            Evaluation(records, asked_for(models));
            ADD_FAILURE() << models;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet) << models;
        }
    }
    for (const char* models : {"k:1 + alpha:0.34", "l-recursive:c=0.51,l=2", "l-distinct:3"}) {
        EXPECT_NO_THROW(Evaluation(records, asked_for(models))) << models;
    }
}

}  // namespace
}  // namespace lethe::lattice
