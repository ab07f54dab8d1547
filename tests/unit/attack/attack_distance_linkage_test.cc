#include <gtest/gtest.h>

#include <numeric>

#include "assess.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using test::assess;
using test::numeric_table;

const char* const kDistances[] = {"standardised", "mahalanobis", "raw"};

TEST(DistanceLinkage, FindsEveryoneInAnUnmaskedFile) {
    const Table table = test::random_table(Random(1), 300, 3);
    for (const char* distance : kDistances) {
        const Measurement result =
            assess("distance-linkage", table, table, {{"distance", distance}});
        EXPECT_EQ(result.value, 100) << distance;
        EXPECT_EQ(result.details["strict"], 100) << distance;
    }
}

TEST(DistanceLinkage, GuessesAmongEqualRecords) {
    const Table table = numeric_table({{"a", {1, 1, 1, 5}}, {"b", {2, 2, 2, 9}}});
    for (const char* distance : kDistances) {
        const Measurement result =
            assess("distance-linkage", table, table, {{"distance", distance}});
        EXPECT_EQ(result.details["strict"], 25) << distance;
        EXPECT_EQ(result.details["lax"], 100) << distance;
        EXPECT_EQ(result.value, 50) << distance;
    }
}

TEST(DistanceLinkage, ConstantColumnsTellNothing) {
    const Table original = numeric_table({{"a", {1, 2, 3}}, {"b", {7, 7, 7}}});
    const Table masked = numeric_table({{"a", {2, 2, 2}}, {"b", {7, 7, 7}}});
    for (const char* distance : kDistances) {
        const Measurement result =
            assess("distance-linkage", original, masked, {{"distance", distance}});
        EXPECT_DOUBLE_EQ(result.value, 100.0 / 3) << distance;
    }
}

// Mahalanobis must not forget a column just because masking left it alone.
TEST(DistanceLinkage, AnUnmaskedColumnIsExactForMahalanobis) {
    const Table original = numeric_table({{"id", {1, 2, 3, 4, 5, 6}}, {"x", {5, 1, 4, 2, 8, 3}}});
    const Table masked = numeric_table({{"id", {1, 2, 3, 4, 5, 6}}, {"x", {9, 9, 1, 7, 0, 2}}});
    const Measurement result =
        assess("distance-linkage", original, masked, {{"distance", "mahalanobis"}});
    EXPECT_EQ(result.value, 100);
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_NE(result.warnings[0].find("id"), std::string::npos);
}

// total = a + b in both files: the covariance is singular, the result that of a and b alone.
TEST(DistanceLinkage, ADependencyOfBothFilesChangesNothing) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto with_total = [](const Table& table) {
            const auto a = table.columns()[0]->numbers();
            const auto b = table.columns()[1]->numbers();
            std::vector<double> total;
            for (std::size_t i = 0; i < a.size(); ++i) total.push_back(a[i] + b[i]);
            return Table({table.columns()[0], table.columns()[1],
                          Column::numeric("total", std::move(total))});
        };
        const Table original = test::random_table(Random(seed), 60, 2, 50);
        const Table masked = test::random_table(Random(seed).part(1), 60, 2, 50);
        const Json parameters{{"distance", "mahalanobis"}};
        const Measurement two = assess("distance-linkage", original, masked, parameters);
        const Measurement three =
            assess("distance-linkage", with_total(original), with_total(masked), parameters);
        EXPECT_EQ(two.value, three.value);
        EXPECT_TRUE(two.warnings.empty());
        EXPECT_FALSE(three.warnings.empty());
    }
}

TEST(DistanceLinkage, UnitsDoNotMatterToMahalanobis) {
    const Table original = numeric_table({{"a", {1, 2, 4, 8, 3}}, {"b", {2, 7, 1, 8, 2}}});
    const Table masked = numeric_table({{"a", {2, 2, 5, 7, 3}}, {"b", {1, 7, 3, 7, 4}}});
    const auto scaled = [](const Table& table) {
        std::vector<double> small(table.columns()[0]->numbers().begin(),
                                  table.columns()[0]->numbers().end());
        for (double& value : small) value *= 0x1p-40;
        return Table({Column::numeric("a", std::move(small)), table.columns()[1]});
    };
    const Json parameters{{"distance", "mahalanobis"}};
    EXPECT_EQ(assess("distance-linkage", original, masked, parameters).value,
              assess("distance-linkage", scaled(original), scaled(masked), parameters).value);
}

TEST(DistanceLinkage, LearnsFromTrainingRecordsOnly) {
    // The first column is masked by large noise, the second by little; records 0..9 reveal it.
    const Random random(4);
    std::vector<double> a, b, a_masked, b_masked;
    for (std::int64_t i = 0; i < 200; ++i) {
        Draws draws = random.stream("all").at(i);
        a.push_back(draws.normal());
        b.push_back(draws.normal());
        a_masked.push_back(a.back() + draws.normal());
        b_masked.push_back(b.back() + 0.001 * draws.normal());
    }
    const Table original = numeric_table({{"a", a}, {"b", b}});
    const Table masked = numeric_table({{"a", a_masked}, {"b", b_masked}});
    test::Intruder who;
    who.training.resize(10);
    std::iota(who.training.begin(), who.training.end(), std::int64_t{0});
    const Json mahalanobis{{"distance", "mahalanobis"}};
    const Measurement learnt = assess("distance-linkage", original, masked, mahalanobis, 1, who);
    const Measurement plain = assess("distance-linkage", original, masked, {}, 1, who);
    EXPECT_EQ(learnt.details["records"], 190);
    EXPECT_GT(learnt.value, 80);
    EXPECT_LT(plain.value, 60);

    who.training = {0, 1};  // fewer than columns + 1: variances only, with a word
    EXPECT_FALSE(
        assess("distance-linkage", original, masked, mahalanobis, 1, who).warnings.empty());
    who.training = {0};
    EXPECT_THROW(assess("distance-linkage", original, masked, mahalanobis, 1, who), Error);
}

TEST(DistanceLinkage, ADroppedRecordIsNeverFound) {
    const Table original = numeric_table({{"a", {1, 2, 3, 4}}});
    const Table masked = numeric_table({{"a", {4, 2}}});
    const Measurement result =
        assess("distance-linkage", original, masked, {{"distance", "raw"}}, 1, {.origin = {3, 1}});
    EXPECT_EQ(result.value, 50);
    EXPECT_EQ(result.details["candidates"], 2);
}

TEST(DistanceLinkage, ListsStayPrivate) {
    const Table original = numeric_table({{"a", {10, 20, 31}}});
    const Table masked = numeric_table({{"a", {10, 30, 30}}});
    const Json asked{{"distance", "raw"}, {"links", true}, {"exposure", true}};
    const Measurement result = assess("distance-linkage", original, masked, asked);
    EXPECT_EQ(result.private_details["links"]["original"], (Json{1, 2, 3}));
    EXPECT_EQ(result.private_details["links"]["masked"], (Json{1, 1, 2}));
    EXPECT_EQ(result.private_details["links"]["ties"], (Json{1, 3, 2}));
    EXPECT_EQ(result.private_details["links"]["distance"], (Json{0.0, 10.0, 1.0}));
    EXPECT_EQ(result.private_details["exposure"]["exposure"], (Json{1.0, 1.0 / 3, 0.5}));
    EXPECT_EQ(result.private_details["strictly_linked"], 1);
    EXPECT_TRUE(assess("distance-linkage", original, masked).private_details.empty());
    EXPECT_FALSE(result.details.contains("links"));
}

TEST(DistanceLinkage, NobodyToLink) {
    const Table none = numeric_table({{"a", {}}});
    EXPECT_EQ(assess("distance-linkage", none, none).value, 0);
    const Table table = numeric_table({{"a", {1, 2}}});
    EXPECT_EQ(assess("distance-linkage", table, table, {}, 1, {.training = {0, 1}}).value, 0);
}

TEST(DistanceLinkage, SameValuesForAnyNumberOfThreads) {
    const Table original = test::random_table(Random(1), 20000, 3, 40);
    const Table masked = test::random_table(Random(2), 20000, 3, 40);
    for (const char* distance : kDistances) {
        const Json parameters{{"distance", distance}, {"links", true}};
        const Measurement one = assess("distance-linkage", original, masked, parameters, 1);
        for (const int count : {2, 5}) {
            const Measurement many =
                assess("distance-linkage", original, masked, parameters, count);
            EXPECT_EQ(one.details, many.details);
            EXPECT_EQ(one.private_details, many.private_details);
        }
    }
}

}  // namespace
}  // namespace lethe
