// What declares that the order of the rows does not matter is held to it.
#include <gtest/gtest.h>

#include <utility>

#include "assess.h"
#include "category_tables.h"

namespace lethe {
namespace {

class RowOrder : public testing::TestWithParam<std::string> {};

// Numbers, categories or both, with missing values, before and after some masking.
using RowOrderPair = std::pair<Table, Table>;

RowOrderPair joined(const RowOrderPair& a, const RowOrderPair& b) {
    const auto join = [](const Table& left, const Table& right) {
        std::vector<ColumnPtr> columns = left.columns();
        for (const ColumnPtr& column : right.columns()) {
            columns.push_back(column->renamed(column->name() + "'"));
        }
        return Table(std::move(columns));
    };
    return {join(a.first, b.first), join(a.second, b.second)};
}

std::vector<RowOrderPair> pairs_for(const Method& method, std::int64_t rows) {
    const RowOrderPair numbers{
        test::with_missing(test::random_table(Random(1), rows, 3, 40), Random(5), 20),
        test::random_table(Random(2), rows, 3, 40)};
    const Table complete = test::random_categories(Random(6), rows, 4, 7);
    const RowOrderPair categories{test::with_missing(complete, Random(7), 20),
                                  test::other_categories(complete, Random(8), 0.3, 0.1)};
    std::vector<RowOrderPair> pairs;
    if (method.accepts(Kind::numeric)) pairs.push_back(numbers);
    if (method.accepts(Kind::ordinal) && method.accepts(Kind::nominal)) pairs.push_back(categories);
    if (pairs.size() == 2) pairs.push_back(joined(numbers, categories));
    return pairs;
}

TEST_P(RowOrder, DoesNotMatter) {
    const std::int64_t rows = 400;
    const auto order = random_permutation(Random(3).stream("order"), rows);
    const Method& method = *find_method(GetParam());
    const Json& example = method.info.example;
    for (const auto& [original, masked] : pairs_for(method, rows)) {
        const double value = test::assess(GetParam(), original, masked, example).value;
        EXPECT_NEAR(
            test::assess(GetParam(), original.gather(order), masked.gather(order), example).value,
            value, 1e-9 * value);
        // Only the masked rows in another order, and their origins with them.
        const test::Intruder shuffled{.origin = order};
        EXPECT_NEAR(
            test::assess(GetParam(), original, masked.gather(order), example, 1, shuffled).value,
            value, 1e-9 * value);
    }
}

std::vector<std::string> row_order_order_free_assessments() {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.info.data != DataKind::table) continue;
        if (method.assess && method.has(Property::row_order_independent)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Assessments, RowOrder,
                         testing::ValuesIn(row_order_order_free_assessments()),
                         [](const testing::TestParamInfo<std::string>& method) {
                             std::string name = method.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

}  // namespace
}  // namespace lethe
