// Attacks and losses of categories do not care what unordered categories are called, nor in which
// order a dictionary lists them.
#include <gtest/gtest.h>

#include <algorithm>

#include "assess.h"
#include "category_tables.h"

namespace lethe::release {
namespace {

// The nominal columns with their categories in another order and under other names.
Table renamed(const Table& table, const Random& random) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        if (column->kind() != Kind::nominal) {
            columns.push_back(column);
            continue;
        }
        const auto size = std::ssize(column->dictionary());
        const auto order = random_permutation(random.stream(column->name()), size);
        auto dictionary = std::make_shared<Dictionary>(static_cast<std::size_t>(size));
        for (std::size_t code = 0; code < order.size(); ++code) {
            (*dictionary)[static_cast<std::size_t>(order[code])] =
                "new " + column->dictionary()[code];
        }
        std::vector<std::int32_t> codes;
        for (const std::int32_t code : column->codes()) {
            codes.push_back(static_cast<std::int32_t>(order[static_cast<std::size_t>(code)]));
        }
        columns.push_back(Column::categories(column->name(), column->kind(), std::move(codes),
                                             std::move(dictionary), column->validity()));
    }
    return Table(std::move(columns));
}

class Renaming : public testing::TestWithParam<std::string> {};

TEST_P(Renaming, DoesNotMatter) {
    const Json& example = find_method(GetParam())->info.example;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Random random(seed);
        const Table complete = test::random_categories(random, 120, 4, 6);
        const Table original = test::with_missing(complete, random.part(1), 15);
        const Table masked = test::other_categories(complete, random.part(2), 0.3);
        const double value = test::assess(GetParam(), original, masked, example).value;
        EXPECT_NEAR(test::assess(GetParam(), renamed(original, Random(3)),
                                 renamed(masked, Random(3)), example)
                        .value,
                    value, 1e-9);
    }
}

// Those that look at categories alone and neither draw lots nor break ties by position.
std::vector<std::string> assess_renaming_order_free_assessments() {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table) continue;
        if (method.assess && method.accepts(Kind::nominal) &&
            method.has(Property::row_order_independent) && !method.has(Property::transparent)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Assessments, Renaming,
                         testing::ValuesIn(assess_renaming_order_free_assessments()),
                         [](const testing::TestParamInfo<std::string>& method) {
                             std::string name = method.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// Everybody gets the value of somebody else: what is left to tell is 0, and losses are whole.
TEST(CategoryExtremes, NothingIsLeftOfACategoryThatAllShare) {
    const Table original = test::random_categories(Random(1), 500, 3, 5);
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : original.columns()) {
        columns.push_back(Column::categories(column->name(), column->kind(),
                                             std::vector<std::int32_t>(500, 2),
                                             column->dictionary_ptr()));
    }
    const Table masked(std::move(columns));
    EXPECT_EQ(test::assess("discernibility", original, masked).value, 100);
    EXPECT_EQ(test::assess("uniqueness", original, masked).value, 0);
    // What remains uncertain is the whole entropy of the original.
    EXPECT_GT(test::assess("ebil", original, masked).value, 80);
    EXPECT_EQ(test::assess("ebil", original, original).value, 0);
    // All chi-squares are gone.
    EXPECT_NEAR(test::assess("bivariate", original, masked).value, 100, 1e-9);
    for (const char* name : {"dbil", "ctbil", "ebil", "category-loss"}) {
        EXPECT_LE(test::assess(name, original, masked).value, 100) << name;
    }
}

}  // namespace
}  // namespace lethe::release
