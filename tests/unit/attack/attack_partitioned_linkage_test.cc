// Linkage learnt on parts: an intruder takes the measure that finds most.
#include <gtest/gtest.h>

#include "assess.h"

namespace lethe {
namespace {

TEST(PartitionedLinkage, TheValueIsTheMostThatAMeasureFinds) {
    bool beaten = false;  // the mean, by a measure of a part
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Table original = test::random_table(Random(seed), 60, 3);
        const Table masked = test::random_table(Random(seed + 100), 60, 3);
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : original.columns()) {
            std::vector<double> values(column->numbers().begin(), column->numbers().end());
            const auto other = masked.column(column->name()).numbers();
            const double share = 0.15 * static_cast<double>(columns.size() + 1);
            for (std::size_t i = 0; i < values.size(); ++i) values[i] += share * other[i];
            columns.push_back(Column::numeric(column->name(), std::move(values)));
        }
        const Measurement found = test::assess("partitioned-linkage", original, Table(columns),
                                               {{"parts", 4}, {"work", 20}});
        const double by_mean = found.details["by_mean"];
        double most = by_mean;
        for (const Json& part : found.about_original["parts"]) {
            most = std::max(most, part["whole"].get<double>());
        }
        EXPECT_DOUBLE_EQ(found.value, most) << seed;
        EXPECT_DOUBLE_EQ(found.details["expected"].get<double>(), most) << seed;
        beaten = beaten || most > by_mean;
    }
    EXPECT_TRUE(beaten);
}

}  // namespace
}  // namespace lethe
