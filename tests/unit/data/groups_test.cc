#include "lethe/data/groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "lethe/core/error.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/key_numbers.h"
#include "support.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Validity with_missing(std::int64_t size, std::initializer_list<std::int64_t> rows) {
    Validity validity(size);
    for (const std::int64_t row : rows) validity.set_missing(row);
    return validity;
}

const std::vector<std::string> kAB{"a", "b"};

TEST(Groups, ClassesAreNumberedByTheirFirstRow) {
    const std::vector<std::string> texts{"x", "y", "x", "z", "y", "x"};
    const Table table(
        {Column::from_texts("a", Kind::nominal, texts), Column::numeric("b", {1, 2, 1, 1, 2, 3})});
    const Groups groups = group_rows(test::threads(1), table, kAB);
    EXPECT_THAT(groups.class_of, ElementsAre(0, 1, 0, 2, 1, 3));
    EXPECT_THAT(groups.sizes, ElementsAre(2, 2, 1, 1));
    EXPECT_EQ(groups.classes(), 4);
    EXPECT_EQ(groups.smallest(), 1);
}

TEST(Groups, MinusZeroIsZeroAndMissingIsAValue) {
    const Table table({Column::numeric("a", {0.0, -0.0, 0.5, 0.0, 0.0}, with_missing(5, {3, 4}))});
    const std::vector<std::string> names{"a"};
    EXPECT_THAT(group_rows(test::threads(1), table, names).class_of, ElementsAre(0, 0, 1, 2, 2));
    EXPECT_THAT(matching_rows(test::threads(1), table, names), ElementsAre(4, 4, 3, 5, 5));
}

TEST(Groups, WholeNumbersOfAnyRange) {
    const std::vector<std::string> names{"a"};
    for (const double far : {1.0, 4294967293.0, 4294967294.0, 4294967296.0, 0x1p60, 1e300}) {
        const Table table({Column::numeric("a", {0, far, -1, far, 0, -far})});
        EXPECT_THAT(group_rows(test::threads(1), table, names).class_of,
                    far == 1.0 ? ElementsAre(0, 1, 2, 1, 0, 2) : ElementsAre(0, 1, 2, 1, 0, 3))
            << far;
    }
}

TEST(Groups, NoColumnsMakeOneClassAndNoRowsNone) {
    const Table table = test::numeric_table({{"a", {1, 2, 3}}, {"b", {1, 2, 3}}});
    EXPECT_THAT(group_rows(test::threads(1), table, {}).sizes, ElementsAre(3));
    EXPECT_THAT(matching_rows(test::threads(1), table, {}), ElementsAre(3, 3, 3));
    const Table empty = test::numeric_table({{"a", {}}, {"b", {}}});
    const Groups none = group_rows(test::threads(1), empty, kAB);
    EXPECT_THAT(none.class_of, IsEmpty());
    EXPECT_EQ(none.classes(), 0);
    EXPECT_EQ(none.smallest(), 0);
    EXPECT_THAT(matching_rows(test::threads(1), empty, kAB), IsEmpty());
}

TEST(Groups, UnknownColumnsAreNamed) {
    const Table table = test::numeric_table({{"age", {1.5, 2.5}}});
    const std::vector<std::string> names{"age", "agee"};
    EXPECT_THROW(group_rows(test::threads(1), table, names), Error);
    EXPECT_THROW(matching_rows(test::threads(1), table, names), Error);
}

// Eight records of a worked example: missing as a value of its own would give 2 1 1 1 2 2 1 2.
TEST(MatchingRows, AreThoseOfTheWorkedExample) {
    const Table table({Column::numeric("a", {2, 3, 2, 2, 3, 3, 1, 2}),
                       Column::numeric("b", {3, 3, 3, 3, 3, 3, 4, 3}),
                       Column::numeric("c", {1, 3, 0, 2, 1, 1, 0, 1}, with_missing(8, {2, 6}))});
    const std::vector<std::string> names{"a", "b", "c"};
    EXPECT_THAT(matching_rows(test::threads(1), table, names), ElementsAre(3, 1, 4, 2, 2, 2, 1, 3));
}

// A row agrees with 1 through missing and with 2 through missing, and these two do not agree.
TEST(MatchingRows, MissingAgreesWithAnything) {
    const Table table({Column::numeric("a", {1, 1, 2, 0, 0}, with_missing(5, {3, 4})),
                       Column::numeric("b", {7, 0, 8, 7, 0}, with_missing(5, {1, 4}))});
    EXPECT_THAT(matching_rows(test::threads(1), table, kAB), ElementsAre(4, 4, 2, 4, 5));
}

TEST(MatchingRows, AtMost64ColumnsWithMissingValues) {
    for (const int count : {64, 65}) {
        std::vector<ColumnPtr> columns;
        for (int j = 0; j < count; ++j) {
            columns.push_back(Column::numeric("c" + std::to_string(j), {0.0, 1.0, 1e9 + j},
                                              with_missing(3, {0})));
        }
        const Table table(std::move(columns));
        const auto names = table.names();
        if (count <= 64) {
            EXPECT_THAT(matching_rows(test::threads(2), table, names), ElementsAre(3, 2, 2));
        } else {
            EXPECT_THROW(matching_rows(test::threads(2), table, names), Error);
        }
    }
}

TEST(SizeHistogram, CountsRows) {
    EXPECT_THAT(size_histogram(std::vector<std::int64_t>{3, 1, 3, 3, 1, 2}),
                ElementsAre(Pair(1, 2), Pair(2, 1), Pair(3, 3)));
    EXPECT_THAT(size_histogram({}), IsEmpty());
}

// Both ways of grouping, on sizes around the limits between them and with a few heavy keys.
TEST(GroupKeys, LargeInputsOnAnyNumberOfThreads) {
    const Stream stream = Random(3).stream("keys");
    for (const std::int64_t rows : {1, 65535, 65536, 65537, 300000}) {
        for (const std::uint64_t distinct : {1U, 4096U, 4097U, 50000U, 1000000000U}) {
            std::vector<std::uint64_t> keys;
            for (std::int64_t i = 0; i < rows; ++i) {
                Draws draws = stream.at(i);
                const std::uint64_t value = draws.below(distinct);
                keys.push_back(draws.below(4) == 0 ? 42 : value << 40);
            }
            KeyNumbers<std::uint64_t> numbers;
            std::vector<std::int32_t> expected;
            for (const std::uint64_t key : keys) {
                expected.push_back(static_cast<std::int32_t>(numbers.number(key)));
            }
            for (const int threads : {1, 2, 5}) {
                const Groups groups = group_keys(test::threads(threads), keys);
                ASSERT_EQ(groups.class_of, expected);
                std::vector<std::int64_t> sizes(numbers.size());
                for (const std::int32_t number : expected)
                    ++sizes[static_cast<std::size_t>(number)];
                ASSERT_EQ(groups.sizes, sizes);
            }
        }
    }
}

TEST(KeyNumbers, NumbersByFirstAppearance) {
    KeyNumbers<std::array<std::uint64_t, 2>> numbers;
    for (std::uint64_t i = 0; i < 5000; ++i) {
        EXPECT_EQ(numbers.number({i % 70, i / 70}), i);
        EXPECT_EQ(numbers.number({(i / 2) % 70, (i / 2) / 70}), i / 2);
    }
    EXPECT_EQ(numbers.size(), 5000U);
    EXPECT_EQ(numbers.find({69, 1}), 139U);
    EXPECT_EQ(numbers.find({70, 0}), numbers.kNone);
    numbers.reset(10);
    EXPECT_EQ(numbers.size(), 0U);
    EXPECT_EQ(numbers.find({69, 1}), numbers.kNone);
}

}  // namespace
}  // namespace lethe
