#include <cmath>
#include <map>

#include "lethe/algo/statistics/raking.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::numbers;
using test::problems;
using test::run_mask;
using test::texts;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Raking, TwoMarginsByHand) {
    // Rows by columns: 1 1 / 1 3. Wanted: rows 3 and 3, columns 2 and 4.
    const Margin rows{{0, 0, 1, 1}, {3, 3}}, columns{{0, 1, 0, 1}, {2, 4}};
    const Raked result = raked({1, 1, 1, 3}, {rows, columns});
    EXPECT_LE(result.largest_difference, 1e-12);
    EXPECT_NEAR(result.weights[0] + result.weights[1], 3, 1e-10);
    EXPECT_NEAR(result.weights[0] + result.weights[2], 2, 1e-10);
    // Raking keeps the ratio of odds.
    EXPECT_NEAR(result.weights[0] * result.weights[3] / (result.weights[1] * result.weights[2]), 3,
                1e-9);
}

TEST(Raking, WhatCannotBeReached) {
    const Raked result = raked({1, 1}, {{{0, 0}, {4, 4}}, {{0, 1}, {2, 6}}});
    EXPECT_THAT(result.weights, ElementsAre(DoubleNear(2, 1e-10), DoubleNear(6, 1e-10)));
    EXPECT_GE(result.largest_difference, 0.5);  // the second half of the first margin is gone
    EXPECT_TRUE(raked({}, {}).weights.empty());
}

// A class with a missing value stands where the most frequent category does; it is no donor.
TEST(MaskMassc, WhatIsSubstitutedChanges) {
    std::vector<std::string> sex;
    std::vector<std::int64_t> missing;
    for (std::int64_t row = 0; row < 300; ++row) {
        sex.push_back(row % 3 == 0 ? "f" : "m");
        if (row % 60 == 0) missing.push_back(row);
    }
    const ColumnPtr whole = Column::from_texts("sex", Kind::nominal, sex);
    Validity validity(300);
    for (const std::int64_t row : missing) validity.set_missing(row);
    const Table table(
        {Column::categories("sex", Kind::nominal, {whole->codes().begin(), whole->codes().end()},
                            whole->dictionary_ptr(), validity)});
    const Table masked =
        test::mask("massc", table, {{"substitute", {1, 1, 1}}, {"keep", {1, 1, 1}}});
    for (std::int64_t row = 0; row < 300; ++row) {
        if (!table.column("sex").valid(row)) continue;
        EXPECT_NE(masked.column("sex").text(row), table.column("sex").text(row));
    }
}

Table massc_people(std::int64_t rows) {
    std::vector<std::string> job, region, health;
    for (std::int64_t row = 0; row < rows; ++row) {
        Draws draws = Random(2).stream("people").at(row);
        const double u = draws.uniform();
        job.push_back("job" + std::to_string(static_cast<int>(u * u * 40)));
        region.push_back("region" + std::to_string(draws.below(12)));
        health.push_back(draws.uniform() < 0.2 ? "bad" : draws.uniform() < 0.1 ? "fair" : "good");
    }
    return Table({Column::from_texts("job", Kind::nominal, job),
                  Column::from_texts("region", Kind::nominal, region),
                  Column::from_texts("health", Kind::nominal, health)});
}

std::map<std::string, double> totals(const std::vector<std::string>& words,
                                     const std::vector<double>& weights) {
    std::map<std::string, double> result;
    for (std::size_t i = 0; i < words.size(); ++i) result[words[i]] += weights[i];
    return result;
}

TEST(MaskMassc, WeightsKeepTheCriticalFrequencies) {
    const Table table = massc_people(1000);
    const MaskOutput output = run_mask("massc", table, {{"calibrate", {"health", "region"}}},
                                       {.columns = {"job", "region"}});
    const Table masked = test::result(table, output);
    EXPECT_LT(masked.rows(), 950);
    EXPECT_GT(masked.rows(), 700);
    for (const std::string name : {"health", "region"}) {
        const auto wanted =
            totals(texts(table, name), std::vector<double>(static_cast<std::size_t>(1000), 1.0));
        const auto got = totals(texts(masked, name), numbers(masked, "weight"));
        for (const auto& [category, total] : wanted) EXPECT_NEAR(got.at(category), total, 1e-6);
    }
    EXPECT_LT(output.facts["calibration_difference_percent"].get<double>(), 1e-9);
}

TEST(MaskMassc, RiskByStratum) {
    const Table table = massc_people(1000);
    const MaskOutput output =
        run_mask("massc", table, {{"sizes", {1}}, {"substitute", {0.5, 0}}, {"keep", {0.8, 1}}},
                 {.columns = {"job", "region"}});
    const Json& strata = output.facts["strata"];
    ASSERT_EQ(strata.size(), 2U);
    EXPECT_NEAR(strata[0]["risk_percent"].get<double>(), 40, 1e-9);
    EXPECT_FALSE(strata[0].contains("records"));  // how many were alone is of the original
    const Json& counts = output.private_facts["strata"];
    const auto unique = counts[0]["records"].get<double>(),
               others = counts[1]["records"].get<double>();
    EXPECT_EQ(unique + others, 1000);
    // Of the unique records about half change a key, and a fifth is gone; the others stay.
    std::int64_t changed = 0;
    const Table masked = table.with(output.changed);
    for (std::int64_t row = 0; row < 1000; ++row) {
        const bool same =
            test::same_cell(table.column("job"), row, masked.column("job"), row) &&
            test::same_cell(table.column("region"), row, masked.column("region"), row);
        changed += same ? 0 : 1;
    }
    EXPECT_NEAR(static_cast<double>(changed), unique / 2, 6 * std::sqrt(unique / 4));
    EXPECT_NEAR(static_cast<double>(output.kept_rows->size()), others + 0.8 * unique,
                6 * std::sqrt(unique * 0.16));
}

TEST(MaskMassc, AWeightOfTheTableIsUsed) {
    std::vector<ColumnPtr> columns = massc_people(300).columns();
    columns.push_back(Column::numeric("w", std::vector<double>(300, 2.5)));
    const Table table(columns);
    const MaskOutput output =
        run_mask("massc", table, {{"weight", "w"}}, {.columns = {"job", "region"}});
    const Table masked = test::result(table, output);
    double sum = 0;
    for (const double weight : numbers(masked, "w")) sum += weight;
    EXPECT_NEAR(sum, 750, 1e-9);
}

TEST(MaskMassc, TheReleaseHasTheWeights) {
    release::Policy policy;
    policy.steps.push_back({"massc", {"job", "region"}, Json::object(), {}, {}});
    const release::Execution execution =
        release::execute(release::make_plan(massc_people(200), policy), 1, test::threads(2));
    EXPECT_THAT(execution.release.names(), ElementsAre("job", "region", "health", "weight"));
    EXPECT_EQ(execution.release.rows(), std::ssize(execution.origin));
    for (const double weight : numbers(execution.release, "weight")) EXPECT_GT(weight, 0);
}

TEST(MaskMassc, Problems) {
    std::vector<ColumnPtr> columns = massc_people(30).columns();
    columns.push_back(Column::numeric("age", std::vector<double>(30, 0.0)));
    const Table table(columns);
    EXPECT_THAT(
        problems(
            "massc", table,
            {{"sizes", {4, 2}}, {"keep", {1}}, {"calibrate", {"age", "heath"}}, {"weight", "age"}},
            {"job"}),
        ElementsAre(HasSubstr("the sizes must ascend"),
                    HasSubstr("has 1 probabilities; 2 sizes make 3 strata"),
                    HasSubstr("column \"age\" is numeric; only frequencies"),
                    HasSubstr("did you mean \"health\""),
                    HasSubstr("weights that are not above 0")));
    EXPECT_THAT(problems("massc", table, {{"weight", "job"}}, {"job"}),
                ElementsAre(HasSubstr("is masked by this step")));
    const Table same({Column::from_texts("a", Kind::nominal, std::vector<std::string>(5, "x"))});
    EXPECT_THAT(run_mask("massc", same, {}).warnings,
                ElementsAre("all records agree on the keys: nothing is substituted"));
}

}  // namespace
}  // namespace lethe
