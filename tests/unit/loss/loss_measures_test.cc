#include <gtest/gtest.h>

#include "assess.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using test::all_finite;
using test::assess;
using test::numeric_table;

const std::vector<std::string> kMeasures{"il",  "il1", "il2", "il3",       "il4",
                                         "il5", "pil", "sse", "statistics"};

void measures_expect_sound(const Table& original, const Table& masked,
                           const test::Intruder& who = {}) {
    for (const std::string& name : kMeasures) {
        const Measurement result = assess(name, original, masked, Json::object(), 1, who);
        EXPECT_TRUE(std::isfinite(result.value)) << name;
        EXPECT_GE(result.value, 0) << name;
        EXPECT_TRUE(all_finite(result.details)) << name << result.details.dump();
    }
}

TEST(Loss, NothingChangedNothingLost) {
    const Table table = test::random_table(Random(1), 200, 4);
    for (const std::string& name : kMeasures) {
        EXPECT_EQ(assess(name, table, table).value, 0) << name;
    }
}

TEST(Loss, ConstantDependentAndZeroColumns) {
    const Table original = numeric_table({{"constant", {4, 4, 4, 4}},
                                          {"zero", {0, 0, 0, 0}},
                                          {"x", {1, 2, 3, 4}},
                                          {"twice", {2, 4, 6, 8}},
                                          {"coin", {0, 1, 0, 1}}});
    const Table flat = numeric_table({{"constant", {4, 4, 4, 4}},
                                      {"zero", {0, 0, 0, 0}},
                                      {"x", {2.5, 2.5, 2.5, 2.5}},
                                      {"twice", {5, 5, 5, 5}},
                                      {"coin", {0.5, 0.5, 0.5, 0.5}}});
    measures_expect_sound(original, flat);
    measures_expect_sound(flat, original);
    measures_expect_sound(original, original);
    EXPECT_EQ(assess("pil", original, original).value, 0);
    EXPECT_EQ(assess("sse", original, flat).value, 100);
    EXPECT_EQ(assess("il4", original, flat).value, 100);
    EXPECT_EQ(assess("il5", original, flat).value, 100);  // a constant has lost its correlations
}

TEST(Loss, TinyTables) {
    for (const std::size_t rows : {0U, 1U, 2U}) {
        const std::vector<double> x(rows, 3.0);
        const std::vector<double> y(rows, 4.0);
        const Table original = numeric_table({{"a", x}, {"b", y}});
        const Table masked = numeric_table({{"a", y}, {"b", x}});
        measures_expect_sound(original, masked);
    }
    measures_expect_sound(numeric_table({{"a", {1, 2, 5}}}), numeric_table({{"a", {1, 3, 4}}}));
}

TEST(Loss, MissingCellsAreNotCounted) {
    const Table original = test::random_table(Random(1), 60, 3);
    const Table masked = test::with_missing(test::random_table(Random(2), 60, 3), Random(3), 4);
    measures_expect_sound(original, masked);
    measures_expect_sound(masked, original);
    const Measurement il1 = assess("il1", original, masked);
    EXPECT_EQ(il1.details["missing"].get<int>() + il1.details["cells"].get<int>() +
                  il1.details["skipped"].get<int>(),
              180);
    EXPECT_GT(il1.details["missing"].get<int>(), 0);

    // All missing: nothing to compare, and nobody divides by zero.
    const Table gone = test::with_missing(original, Random(1), 1);
    measures_expect_sound(original, gone);
    measures_expect_sound(gone, gone);
}

TEST(Loss, OfASampleComparesValuesRowByRowAndStatisticsWhole) {
    const Table original = numeric_table({{"a", {1, 2, 3, 10}}});
    const Table sample = numeric_table({{"a", {10, 2}}});
    const test::Intruder dropped{.origin = {3, 1}};
    EXPECT_EQ(assess("il1", original, sample, {}, 1, dropped).value, 0);
    EXPECT_EQ(assess("sse", original, sample, {}, 1, dropped).value, 0);
    EXPECT_DOUBLE_EQ(assess("il2", original, sample, {}, 1, dropped).value, 50);  // 4 -> 6
    measures_expect_sound(original, sample, dropped);
}

TEST(Loss, RefusesTablesThatDoNotFit) {
    const Table original = numeric_table({{"a", {1, 2, 3}}});
    const auto kind_of = [&](const Table& masked, const test::Intruder& who = {}) {
        try {
            assess("il1", original, masked, {}, 1, who);
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind::internal;
    };
    EXPECT_EQ(kind_of(numeric_table({{"a", {1, 2}}})), ErrorKind::input);
    EXPECT_EQ(kind_of(numeric_table({{"b", {1, 2, 3}}})), ErrorKind::usage);
    const std::vector<std::string> texts{"x", "y", "z"};
    EXPECT_EQ(kind_of(Table({Column::from_texts("a", Kind::nominal, texts)})), ErrorKind::input);
    EXPECT_EQ(kind_of(numeric_table({{"a", {1, 2}}}), {.origin = {0, 3}}), ErrorKind::input);
}

TEST(Loss, SseOfGroupMeansAddsUp) {
    const Table original = numeric_table({{"a", {1, 3, 10, 14}}, {"b", {0, 2, 2, 6}}});
    const Table masked = numeric_table({{"a", {2, 2, 12, 12}}, {"b", {1, 1, 4, 4}}});
    for (const char* scaling : {"none", "zscore"}) {
        const Measurement measured = assess("sse", original, masked, {{"scaling", scaling}});
        const Json& details = measured.details;
        EXPECT_NEAR(details["sse"].get<double>() + details["ssa"].get<double>(),
                    measured.about_original["sst"].get<double>(), 1e-12);
    }
    // Noise is no group mean: SSA then differs from SST - SSE.
    const Measurement noise =
        assess("sse", original, numeric_table({{"a", {5, 1, 12, 9}}, {"b", {1, 1, 1, 6}}}));
    EXPECT_GT(std::fabs(noise.details["ssa"].get<double>() -
                        noise.about_original["sst_minus_sse"].get<double>()),
              0.1);
}

TEST(Loss, SseOfConstantTables) {
    const Table same = numeric_table({{"a", {1, 1}}});
    const Table other = numeric_table({{"a", {2, 1}}});
    EXPECT_EQ(assess("sse", same, same, {{"scaling", "none"}}).value, 0);
    EXPECT_EQ(assess("sse", same, other, {{"scaling", "none"}}).value, 100);
    EXPECT_FALSE(assess("sse", same, other, {{"scaling", "zscore"}}).warnings.empty());
}

TEST(Loss, IlScaledNeedsNoSkippedCells) {
    const Table original = numeric_table({{"a", {0, 2, 4}}});
    const Table masked = numeric_table({{"a", {2, 2, 4}}});
    const Measurement result = assess("il1", original, masked, {{"zero", "scaled"}});
    EXPECT_DOUBLE_EQ(result.value, 100 * (2 / (std::sqrt(2.0) * 2)) / 3);
    EXPECT_EQ(result.details["skipped"], 0);
    EXPECT_EQ(assess("il1", original, masked).value, 0);
    EXPECT_EQ(assess("il1", original, masked).details["skipped"], 1);
}

TEST(Loss, IlLeavesOutWhatHasNothingToCompare) {
    const Measurement one =
        assess("il", numeric_table({{"a", {1, 2, 3}}}), numeric_table({{"a", {2, 2, 2}}}));
    EXPECT_TRUE(one.details["il5"].is_null());
    const double mean = (one.details["il1"].get<double>() + one.details["il2"].get<double>() +
                         one.details["il3"].get<double>() + one.details["il4"].get<double>()) /
                        4;
    EXPECT_DOUBLE_EQ(one.value, mean);
    EXPECT_FALSE(one.warnings.empty());
}

TEST(Loss, ExtremeNumbersStayFiniteOrAreRefused) {
    const Table small = numeric_table({{"a", {1e-310, 1, 2}}, {"b", {1e-200, 2e-200, 3e-200}}});
    const Table moved = numeric_table({{"a", {5, 1e70, 2}}, {"b", {1e-200, 5e-200, 1e60}}});
    measures_expect_sound(small, moved);
    measures_expect_sound(moved, small);
    const Table huge = numeric_table({{"a", {1e300, 1, 2}}, {"b", {0, 0, 1}}});
    EXPECT_THROW(assess("pil", huge, huge), Error);
    EXPECT_THROW(assess("sse", small, huge), Error);
}

TEST(Loss, PilIsBoundedAndGrowsWithTheTable) {
    const Table small = test::random_table(Random(5), 50, 3);
    const Table large = test::random_table(Random(5), 5000, 3);
    const auto shifted = [](const Table& table) {
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : table.columns()) {
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            for (double& value : values) value = 1.05 * value + 0.05;
            columns.push_back(Column::numeric(column->name(), std::move(values)));
        }
        return Table(std::move(columns));
    };
    const double loss_small = assess("pil", small, shifted(small)).value;
    const double loss_large = assess("pil", large, shifted(large)).value;
    EXPECT_GT(loss_small, 0);
    EXPECT_LT(loss_small, loss_large);
    EXPECT_LE(loss_large, 100);
}

TEST(Loss, SameValuesForAnyNumberOfThreads) {
    const Table original =
        test::with_missing(test::random_table(Random(1), 40000, 4), Random(9), 9);
    const Table masked = test::random_table(Random(2), 40000, 4);
    for (const std::string& name : kMeasures) {
        const Measurement one = assess(name, original, masked, Json::object(), 1);
        for (const int count : {2, 5}) {
            const Measurement many = assess(name, original, masked, Json::object(), count);
            EXPECT_EQ(one.value, many.value) << name;
            EXPECT_EQ(one.details, many.details) << name;
        }
    }
}

}  // namespace
}  // namespace lethe
