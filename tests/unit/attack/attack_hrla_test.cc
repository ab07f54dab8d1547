// The attack hrla: what it tells, and on which records.
#include <gtest/gtest.h>

#include <numeric>

#include "assess.h"

namespace lethe {
namespace {

Table hrla_noisy(const Table& table, double deviation) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        const Stream stream = Random(77).stream(column->name());
        const double scale = deviation * static_cast<double>(columns.size());  // the first is kept
        for (std::size_t row = 0; row < values.size(); ++row) {
            values[row] += scale * stream.at(static_cast<std::int64_t>(row)).normal();
        }
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(columns));
}

TEST(AttackHrla, BeginsWithDistanceLinkageAndFindsMore) {
    const Table original = test::random_table(Random(3), 150, 4);
    const Table masked = hrla_noisy(original, 0.5);
    const Json linkage = test::assess("distance-linkage", original, masked).details;
    const Measurement found = test::assess("hrla", original, masked);
    for (const char* key : {"strict", "lax", "expected", "records"}) {
        EXPECT_EQ(found.details["equal_weights"][key], linkage[key]) << key;
    }
    EXPECT_GT(found.value, linkage["strict"].get<double>());
    EXPECT_EQ(found.value, found.details["strict"]);
    EXPECT_EQ(found.about_original["key_attributes"][0]["name"], "a");
    EXPECT_EQ(found.about_original["measure"].size(), 15U);
    EXPECT_FALSE(found.details.contains("test"));
}

TEST(AttackHrla, IsTriedOnWhatItHasNotSeen) {
    const Table original = test::random_table(Random(4), 200, 3);
    const Table masked = hrla_noisy(original, 0.6);
    test::Intruder intruder;
    intruder.training.resize(60);
    std::iota(intruder.training.begin(), intruder.training.end(), 20);
    const Measurement found = test::assess("hrla", original, masked, {{"epochs", 50}}, 1, intruder);
    EXPECT_EQ(found.details["training"]["records"], 60);
    EXPECT_EQ(found.details["test"]["records"], 140);
    EXPECT_EQ(found.value, found.details["test"]["strict"]);
    EXPECT_EQ(found.details["strict"], found.details["training"]["strict"]);
}

TEST(AttackHrla, TheOrderOfTheRecordsComesFromTheSeed) {
    const Table original = test::random_table(Random(5), 120, 4);
    const Table masked = hrla_noisy(original, 0.6);
    const Json parameters{{"epochs", 3}};
    const auto measure = [&](std::uint64_t seed) {
        return test::assess("hrla", original, masked, parameters, 1, {}, seed)
            .about_original["measure"];
    };
    EXPECT_EQ(measure(1), measure(1));
    EXPECT_NE(measure(1), measure(2));
}

TEST(AttackHrla, SamplesALargeTable) {
    const Table original = test::random_table(Random(6), 80, 2);
    const Measurement found =
        test::assess("hrla", original, hrla_noisy(original, 0.5), {{"max_records", 30}});
    EXPECT_EQ(found.details["records"], 30);
    EXPECT_EQ(found.details["sampled"], true);
    EXPECT_EQ(found.warnings.size(), 1U);
}

TEST(AttackHrla, TakesTenColumnsAndNoMore) {
    const Table ten = test::random_table(Random(7), 20, 10);
    EXPECT_NO_THROW(test::assess("hrla", ten, hrla_noisy(ten, 0.1), {{"epochs", 2}}));
    const Table eleven = test::random_table(Random(7), 20, 11);
    EXPECT_THROW(test::assess("hrla", eleven, hrla_noisy(eleven, 0.1)), Error);
}

}  // namespace
}  // namespace lethe
