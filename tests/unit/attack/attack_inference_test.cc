// What the attacks on confidential values and the risk of classes owe beyond their definitions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assess.h"
#include "category_tables.h"
#include "lethe/data/formats/table_files.h"

namespace lethe {
namespace {

using test::assess;

// `rows` records in classes of k with a fair coin as their secret.
Table coins(std::int64_t rows, std::int64_t k, std::uint64_t seed) {
    std::vector<std::string> group, secret;
    const Stream stream = Random(seed).stream("coin");
    for (std::int64_t row = 0; row < rows; ++row) {
        group.push_back("g" + std::to_string(row / k));
        secret.push_back(stream.at(row).below(2) == 0 ? "heads" : "tails");
    }
    return Table({Column::from_texts("group", Kind::nominal, group),
                  Column::from_texts("secret", Kind::nominal, secret)});
}

// Of five coins with her own among them most say the same as hers in 11 of 16 cases; the coins of
// others say nothing.
TEST(AttributeInference, TellsTheOwnRecordFromTheOthers) {
    const Table table = coins(10000, 5, 1);
    const Measurement result =
        assess("attribute-inference", table, table, {{"neighbours", 1}, {"most_people", 10000}});
    EXPECT_NEAR(result.value, 100 * 11.0 / 16, 1.5);
    EXPECT_NEAR(result.details["without_own_record"].get<double>(), 50, 2);
    EXPECT_NEAR(result.details["baseline"].get<double>(), 50, 2);
    EXPECT_NEAR(result.details["gain"].get<double>(), 18.75, 2.5);
    EXPECT_FALSE(result.interval);
}

// Where the secret follows from what is known, others tell it as well.
TEST(AttributeInference, WhatOthersTellIsNoGain) {
    const Table known = test::random_categories(Random(1), 500, 1, 3);
    const Table table({known.column_ptr("a"), known.column("a").renamed("b")});
    const Measurement result = assess("attribute-inference", table, table);
    EXPECT_EQ(result.value, 100);
    EXPECT_EQ(result.details["gain"], 0);
    EXPECT_GT(result.about_original["gain_over_no_release"].get<double>(), 20);
    EXPECT_EQ(result.details["certain"], 100);
    // What most people truly have is no figure of the release.
    EXPECT_FALSE(result.details.contains("gain_over_no_release"));
    EXPECT_FALSE(result.details.contains("without_release"));
    EXPECT_TRUE(result.about_original["by_column"]["b"].contains("without_release"));
}

TEST(AttributeInference, ASampleIsOfPeopleAndTheIntervalHoldsTheTruth) {
    int inside = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Table table = coins(1500, 5, seed);
        const double all = assess("attribute-inference", table, table, {{"neighbours", 1}}).value;
        const Measurement sample = assess("attribute-inference", table, table,
                                          {{"neighbours", 1}, {"most_people", 200}}, 2, {}, seed);
        ASSERT_TRUE(sample.interval);
        EXPECT_EQ(sample.details["people"], 200);
        inside += (*sample.interval)[0] <= all && all <= (*sample.interval)[1] ? 1 : 0;
    }
    EXPECT_GE(inside, 36);
}

TEST(AttributeInference, TheColumnWithTheLargestGainStands) {
    const Table coin = coins(1000, 5, 3);
    const Table table({coin.column_ptr("group"), coin.column_ptr("secret"),
                       coin.column("group").renamed("same")});
    const Measurement result = assess("attribute-inference", table, table,
                                      {{"confidential", {"secret", "same"}}, {"neighbours", 1}});
    EXPECT_EQ(result.details["column"], "secret");
    EXPECT_EQ(result.details["by_column"]["same"]["inferred"], 100);
}

TEST(AttributeInference, NothingToInfer) {
    const Table empty = test::numeric_table({{"a", {}}, {"b", {}}});
    const Measurement result = assess("attribute-inference", empty, empty);
    EXPECT_EQ(result.value, 0);
    EXPECT_FALSE(result.warnings.empty());
}

TEST(AttributeInference, OfNumbersByNumbers) {
    const Table table = test::random_table(Random(4), 300, 3);
    const Measurement own = assess("attribute-inference", table, table, {{"neighbours", 3}});
    EXPECT_EQ(own.value, 100);  // everybody is nearest to her own record
    EXPECT_EQ(own.details["certain"], 100);
    EXPECT_GT(own.details["gain"].get<double>(), 50);
    const Table other = test::random_table(Random(5), 300, 3);
    EXPECT_LT(assess("attribute-inference", table, other).details["gain"].get<double>(), 10);
}

// On every table masked to classes of k exact matching finds at most one in k.
TEST(ReidentificationRisk, IsBoundedByTheClasses) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Table original = test::random_categories(Random(seed), 40, 3, 5);
        const Table masked = test::random_categories(Random(seed), 40, 3, 2);
        const Measurement result = assess("reidentification-risk", original, masked);
        const auto k = result.details["smallest_class"].get<double>();
        EXPECT_LE(result.value, 100 / k + 1e-9);
        EXPECT_LE(result.value, 100 * result.details["prosecutor"]["average"].get<double>() + 1e-9);
    }
}

// Unchanged data: everybody is found in her class.
TEST(ReidentificationRisk, OfUnchangedDataIsThatOfTheClasses) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Table table = test::with_missing(test::random_categories(Random(seed), 30, 3, 3),
                                               Random(seed).part(1), 5);
        const Measurement result = assess("reidentification-risk", table, table);
        EXPECT_NEAR(result.value, 100 * result.details["prosecutor"]["average"].get<double>(),
                    1e-9);
        EXPECT_EQ(result.details["matched"], 100);
    }
}

// Published figures of the nine columns of Adult.
TEST(ReidentificationRisk, OfAdult) {
    const std::string folder = test::data_folder();
    if (folder.empty()) GTEST_SKIP() << "the folder of real data is not there";
    const Table adult = read_table(test::threads(2), folder + "/arx_adult/adult.csv");
    const Measurement result = assess("reidentification-risk", adult, adult, {}, 2);
    EXPECT_NEAR(result.details["prosecutor"]["average"].get<double>(), .6465751607983555, 1e-12);
    EXPECT_NEAR(result.details["unique"].get<double>() / 30162, .5142895033485844, 1e-12);
    EXPECT_NEAR(result.value, 64.65751607983555, 1e-9);
    EXPECT_EQ(result.details["classes"], 19502);
}

TEST(ReidentificationRisk, PeopleWhoWereDroppedAreNotFound) {
    const Table original = test::numeric_table({{"a", {1, 2, 3, 4}}});
    const Table masked = test::numeric_table({{"a", {2, 4}}});
    const Measurement result = assess("reidentification-risk", original, masked,
                                      {{"exposure", true}}, 1, {.origin = {1, 3}});
    EXPECT_EQ(result.value, 50);
    EXPECT_EQ(result.private_details["exposure"]["exposure"], (Json{0.0, 1.0, 0.0, 1.0}));
    const Measurement known =
        assess("reidentification-risk", original, masked, {}, 1, {.origin = {1, 3}, .known = {1}});
    EXPECT_EQ(known.value, 100);
}

TEST(ReidentificationRisk, SampledFromAPopulation) {
    const Table table = test::numeric_table({{"a", {1, 1, 2, 3}}});
    const Json details =
        assess("reidentification-risk", table, table, {{"population", 40}}).details;
    EXPECT_EQ(details["journalist"]["maximum"], 0.1);
    EXPECT_NEAR(details["marketer"].get<double>(), (2 * 0.05 + 2 * 0.1) / 4, 1e-12);
    EXPECT_EQ(details["prosecutor"]["maximum"], 1);
}

TEST(ReidentificationRisk, WrongWeightsAreNamedByRow) {
    const Table table = test::numeric_table({{"a", {1, 1, 2}}, {"w", {5, 0, -1}}});
    try {
        assess("reidentification-risk", table, table, {{"weights", "w"}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("row 2, 3"));
    }
    EXPECT_THROW(assess("reidentification-risk", table, table, {{"weights", "v"}}), Error);
    EXPECT_THROW(assess("reidentification-risk", table, table, {{"population", 2}}), Error);
    const Table half = test::numeric_table({{"a", {1, 1}}, {"w", {0.5, 2}}});
    EXPECT_THAT(assess("reidentification-risk", half, half, {{"weights", "w"}}).warnings,
                testing::ElementsAre(testing::HasSubstr("the release shows it"),
                                     testing::HasSubstr("are below 1")));
}

}  // namespace
}  // namespace lethe
