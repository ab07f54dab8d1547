// An original beside its release.
#include "lethe/release/assess/table_comparison.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/method/publication.h"
#include "lethe/release/assess/associations.h"
#include "lethe/release/assess/contingency.h"
#include "support.h"

namespace lethe::release {
namespace {

ComparedPair compared_of(const Table& original, const Table& masked) {
    ComparedPair result;
    result.pair = make_comparable(original, masked, original.names(), {});
    result.masked = masked;
    result.aligned = true;
    return result;
}

TEST(TableComparison, SaysWhatMoved) {
    const Table original({Column::numeric("x", {1, 2, 3, 4}), Column::numeric("y", {2, 4, 6, 8})});
    const Table masked({Column::numeric("x", {2, 2, 3, 5}), Column::numeric("y", {8, 6, 4, 2})});
    const Json result = to_json(compare_tables(test::threads(1), compared_of(original, masked)));
    const Json& x = result["columns"][0]["moved"];
    EXPECT_EQ(x["changed"], 2);
    EXPECT_DOUBLE_EQ(x["changed_share"].get<double>(), 50);
    EXPECT_DOUBLE_EQ(x["mean"].get<double>(), 0.5);
    EXPECT_DOUBLE_EQ(x["ks"].get<double>(), 0.25);
    EXPECT_DOUBLE_EQ(result["correlations"]["before"][0][1].get<double>(), 1);
    EXPECT_LT(result["correlations"]["after"][0][1].get<double>(), -0.9);
    EXPECT_LT(result["correlations"]["difference"][0][1].get<double>(), -1.9);
    EXPECT_FALSE(result.contains("associations"));
    EXPECT_TRUE(published(result).is_null());
}

// "[20,30)" is read as 25, and yet it is no longer what was there.
TEST(TableComparison, ALabelInPlaceOfANumberIsAChange) {
    const Table original({Column::numeric("age", {25, 25, 41, 48})});
    const Table masked(
        {Column::from_texts("age", Kind::nominal,
                            std::vector<std::string>{"[20,30)", "[20,30)", "[40,50)", "[40,50)"})});
    const Json result = to_json(compare_tables(test::threads(1), compared_of(original, masked)));
    EXPECT_EQ(result["columns"][0]["kind"], "numeric");
    EXPECT_EQ(result["columns"][0]["moved"]["changed"], 4);
}

TEST(TableComparison, WhoIsNotTheSamePersonChangedNothing) {
    const Table table({Column::numeric("x", {1, 2, 3, 4})});
    ComparedPair pair = compared_of(table, table);
    pair.aligned = false;
    const Json result = to_json(compare_tables(test::threads(1), pair));
    EXPECT_TRUE(result["columns"][0]["moved"]["changed"].is_null());
    EXPECT_EQ(result["warnings"].size(), 1U);
}

TEST(TableComparison, CramersVIsOneWhereOneTellsTheOther) {
    const auto a =
        Column::from_texts("a", Kind::nominal, std::vector<std::string>{"x", "y", "x", "z"});
    const auto b =
        Column::from_texts("b", Kind::nominal, std::vector<std::string>{"1", "2", "1", "3"});
    const auto one = Column::from_texts("c", Kind::nominal, std::vector<std::string>(4, "k"));
    EXPECT_DOUBLE_EQ(*cramers_v(*a, *b), 1);
    EXPECT_FALSE(cramers_v(*a, *one).has_value());
    const std::vector<ColumnPtr> columns{a, one};
    const AssociationMatrix matrix = cramer_matrix(test::threads(2), columns);
    EXPECT_EQ(matrix[0][0], 1.0);
    EXPECT_FALSE(matrix[1][1].has_value());
}

TEST(TableComparison, ManyNumbersAreBinnedAlike) {
    const Table original = test::random_table(Random(1), 800, 2);
    const Table masked = test::random_table(Random(2), 800, 2);
    const Comparable pair = make_comparable(original, masked, original.names(), {});
    const Json cells = to_json(contingency(test::threads(1), pair, "a", "b"));
    ASSERT_EQ(cells["labels"][0].size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) {
        std::int64_t sum = 0;
        for (const Json& count : cells["before"][i]) sum += count.get<std::int64_t>();
        EXPECT_EQ(sum, 100);  // bins of as many each
    }
}

TEST(TableComparison, RareCategoriesAreOthers) {
    std::vector<std::string> texts;
    for (int i = 0; i < 30; ++i) texts.push_back("t" + std::to_string(i % 20));
    const Table table({Column::from_texts("town", Kind::nominal, texts),
                       Column::numeric("x", std::vector<double>(30, 1))});
    const Comparable pair = make_comparable(table, table, table.names(), {});
    const Json cells = to_json(contingency(test::threads(1), pair, "town", "x"));
    ASSERT_EQ(cells["labels"][0].size(), 13U);
    EXPECT_EQ(cells["labels"][0][12], "(other)");
    EXPECT_EQ(cells["before"][12][0], 8);
    EXPECT_EQ(cells["total_variation"], 0);
    EXPECT_TRUE(cells["association_before"].is_null());
}

}  // namespace
}  // namespace lethe::release
