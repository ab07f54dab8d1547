// What declares that the order of the rows does not matter is held to it.
#include <gtest/gtest.h>

#include "assess.h"

namespace lethe {
namespace {

class RowOrder : public testing::TestWithParam<std::string> {};

TEST_P(RowOrder, DoesNotMatter) {
    const std::int64_t rows = 400;
    const Table original =
        test::with_missing(test::random_table(Random(1), rows, 3, 40), Random(5), 20);
    const Table masked = test::random_table(Random(2), rows, 3, 40);
    const auto order = random_permutation(Random(3).stream("order"), rows);
    const Json& example = find_method(GetParam())->info.example;
    const double value = test::assess(GetParam(), original, masked, example).value;
    EXPECT_NEAR(
        test::assess(GetParam(), original.gather(order), masked.gather(order), example).value,
        value, 1e-9 * value);
    // Only the masked rows in another order, and their origins with them.
    const test::Intruder shuffled{.origin = order};
    EXPECT_NEAR(
        test::assess(GetParam(), original, masked.gather(order), example, 1, shuffled).value, value,
        1e-9 * value);
}

std::vector<std::string> order_free_assessments() {
    std::vector<std::string> names;
    for (const Method& method : catalogue()) {
        if (method.assess && method.has(Property::row_order_independent)) {
            names.push_back(method.info.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Assessments, RowOrder, testing::ValuesIn(order_free_assessments()),
                         [](const testing::TestParamInfo<std::string>& method) {
                             std::string name = method.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

}  // namespace
}  // namespace lethe
