// Which columns give people away: the least protected one comes first, whatever the optimum.
#include <gtest/gtest.h>

#include "assess.h"

namespace lethe {
namespace {

// Noise of 1 % on the first column, 2 % on the second, ... of their deviations, times `times`.
Table less_and_less(const Table& table, const Random& random, double times) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        const double size = 0.01 * times * static_cast<double>(columns.size() + 1);
        for (std::size_t row = 0; row < values.size(); ++row) {
            values[row] +=
                size * random.stream(column->name()).at(static_cast<std::int64_t>(row)).normal();
        }
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(columns));
}

TEST(ColumnExposure, TheLeastProtectedColumnComesFirst) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Table original = test::random_table(Random(seed), 200, 7);
        const Measurement found =
            test::assess("supervised-linkage", original,
                         less_and_less(original, Random(seed + 100), 1), {}, 1, {}, seed);
        const Json& columns = found.about_original["columns_exposed"];
        ASSERT_EQ(columns.size(), 7U);
        EXPECT_EQ(columns[0]["name"], "a") << seed;
        double owed = 0;
        for (const Json& column : columns) owed += column["owed"].get<double>();
        EXPECT_NEAR(owed, found.about_original["exposed_together"].get<double>(), 1e-9);
        for (const Json& item : found.about_original["key_attributes"]) {
            EXPECT_LE(item["least"], item["weight"].get<double>() + 1e-9);
            EXPECT_GE(item["most"], item["weight"].get<double>() - 1e-9);
        }
        EXPECT_TRUE(
            found.about_original["heaviest"].is_null());  // everybody is found by many weights
    }
}

TEST(ColumnExposure, AColumnThatAloneTellsPeopleApartIsDetermined) {
    const Table original =
        test::numeric_table({{"a", {1, 2, 3, 4, 5, 6}}, {"b", {1, 2, 3, 4, 5, 6}}});
    const Table masked =
        test::numeric_table({{"a", {1, 2, 3, 4, 5, 6}}, {"b", {6, 5, 4, 3, 2, 1}}});
    const Measurement found = test::assess("supervised-linkage", original, masked);
    EXPECT_EQ(found.value, 100.0);
    EXPECT_EQ(found.about_original["heaviest"], "a");
    EXPECT_EQ(found.about_original["columns_exposed"][0]["name"], "a");
    EXPECT_EQ(found.about_original["columns_exposed"][0]["alone"], 100.0);
    EXPECT_EQ(found.about_original["columns_exposed"][0]["lost"], 100.0);
}

TEST(ColumnExposure, IsAskedWithinItsWork) {
    const Table original = test::random_table(Random(3), 300, 3);
    const Table masked = less_and_less(original, Random(4), 10);
    EXPECT_FALSE(test::assess("supervised-linkage", original, masked, {{"exposure", 0}})
                     .about_original.contains("columns_exposed"));
    const Json few =
        test::assess("supervised-linkage", original, masked, {{"exposure", 1}}).about_original;
    EXPECT_LT(few["exposed_people"], 300);
    EXPECT_GE(few["exposed_people"], 50);
}

}  // namespace
}  // namespace lethe
