#include <gtest/gtest.h>

#include <cmath>

#include "lethe/data/roles.h"
#include "lethe/data/samples/census.h"
#include "support.h"

namespace lethe {
namespace {

TEST(SampleCensus, HasThePublishedMoments) {
    constexpr std::int64_t kRows = 200000;
    const Table table = sample_census(test::threads(2), Random(1), kRows);
    for (const PublishedMoments& published : census_moments()) {
        const auto values = table.column(published.column).numbers();
        double mean = 0, squares = 0;
        for (const double value : values) mean += value / kRows;
        for (const double value : values) squares += (value - mean) * (value - mean) / kRows;
        EXPECT_NEAR(mean / published.mean, 1.0, 0.01) << published.column;
        EXPECT_NEAR(std::sqrt(squares) / published.deviation, 1.0, 0.02) << published.column;
    }
}

TEST(SampleCensus, RowsDependOnTheSeedAndTheirNumberAlone) {
    const Table small = sample_census(test::threads(1), Random(1), 100);
    const Table large = sample_census(test::threads(2), Random(1), 50000);
    const Table other = sample_census(test::threads(2), Random(2), 100);
    int differ = 0;
    for (const ColumnPtr& column : small.columns()) {
        for (std::int64_t row = 0; row < 100; ++row) {
            ASSERT_EQ(column->text(row), large.column(column->name()).text(row));
            if (column->text(row) != other.column(column->name()).text(row)) ++differ;
        }
    }
    EXPECT_GT(differ, 500);
}

TEST(SampleCensus, RolesAreRecognised) {
    const Table table = sample_census(test::threads(1), Random(1), 500);
    EXPECT_EQ(guess_role(table.column("person_id")).role, Role::identifier);
    EXPECT_EQ(guess_role(table.column("diagnosis")).role, Role::confidential);
    EXPECT_EQ(guess_role(table.column("AGI")).role, Role::quasi);
    EXPECT_EQ(guess_role(table.column("region")).role, Role::quasi);
}

}  // namespace
}  // namespace lethe
