// Unique rows by column against plain counting.
#include "lethe/data/uniqueness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support.h"

namespace lethe {
namespace {

Uniqueness count_plainly(const Table& table, const std::vector<std::size_t>& columns) {
    std::map<std::vector<std::string>, std::int64_t> rows;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::vector<std::string> key;
        for (const std::size_t c : columns) {
            const Column& column = *table.columns()[c];
            key.push_back(column.valid(row) ? "v" + column.text(row) : "missing");
        }
        ++rows[key];
    }
    Uniqueness counted;
    counted.classes = static_cast<std::int64_t>(rows.size());
    for (const auto& [key, count] : rows) counted.unique += count == 1 ? 1 : 0;
    return counted;
}

// Some columns with few values, some with many, some with missing ones.
Table uniqueness_mixed_table(std::uint64_t seed) {
    Draws draws = Random(seed).stream("table").at(0);
    const auto rows = static_cast<std::int64_t>(draws.below(60));
    const std::size_t count = 1 + draws.below(6);
    std::vector<ColumnPtr> columns;
    for (std::size_t c = 0; c < count; ++c) {
        const std::uint64_t distinct = 1 + draws.below(1 + 20 * (c % 3));
        const bool gaps = draws.below(3) == 0;
        std::vector<double> values;
        Validity validity(rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            values.push_back(static_cast<double>(draws.below(distinct)));
            if (gaps && draws.below(4) == 0) {
                values.back() = 0.0;
                validity.set_missing(row);
            }
        }
        columns.push_back(Column::numeric("c" + std::to_string(c), values, validity));
    }
    return Table(std::move(columns));
}

TEST(Uniqueness, EqualsPlainCounting) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Table table = uniqueness_mixed_table(seed);
        const std::size_t count = table.columns().size();
        const ColumnUniqueness found =
            uniqueness_by_column(test::threads(1), table, table.names(), 100);
        std::vector<std::size_t> all(count);
        for (std::size_t c = 0; c < count; ++c) all[c] = c;
        ASSERT_EQ(found.all, count_plainly(table, all)) << seed;
        for (std::size_t c = 0; c < count; ++c) {
            ASSERT_EQ(found.alone[c], count_plainly(table, {c})) << seed;
            std::vector<std::size_t> others = all;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(c));
            ASSERT_EQ(found.without[c], count_plainly(table, others)) << seed << " " << c;
        }
        ASSERT_EQ(found.pairs.size(), count * (count - 1) / 2) << seed;
        for (const Combination& pair : found.pairs) {
            ASSERT_EQ(pair.unique, count_plainly(table, pair.columns).unique) << seed;
        }
        ASSERT_EQ(found.triples.size(), count * (count - 1) * (count - 2) / 6) << seed;
        for (const Combination& triple : found.triples) {
            ASSERT_EQ(triple.unique, count_plainly(table, triple.columns).unique) << seed;
        }
    }
}

TEST(Uniqueness, LeavingOutPairsDoesNotLoseTheSharpest) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Table table = uniqueness_mixed_table(seed);
        const ColumnUniqueness all =
            uniqueness_by_column(test::threads(1), table, table.names(), 100);
        const ColumnUniqueness few =
            uniqueness_by_column(test::threads(2), table, table.names(), 3);
        ASSERT_LE(few.pairs.size(), 3U);
        for (std::size_t i = 0; i < few.pairs.size(); ++i) {
            ASSERT_EQ(few.pairs[i].unique, all.pairs[i].unique) << seed;
        }
    }
}

TEST(Uniqueness, DoesNotDependOnThreads) {
    const Table table = test::random_table(Random(5), 40000, 6, 30);
    const ColumnUniqueness one = uniqueness_by_column(test::threads(1), table, table.names());
    const ColumnUniqueness two = uniqueness_by_column(test::threads(2), table, table.names());
    EXPECT_EQ(one.all, two.all);
    EXPECT_EQ(one.without, two.without);
    EXPECT_EQ(one.pairs, two.pairs);
    EXPECT_EQ(one.triples, two.triples);
}

TEST(Uniqueness, NothingToCount) {
    const Table table = test::numeric_table({{"a", {}}, {"b", {}}});
    const ColumnUniqueness found = uniqueness_by_column(test::threads(1), table, table.names());
    EXPECT_EQ(found.all, (Uniqueness{0, 0}));
    EXPECT_EQ(found.without, (std::vector<Uniqueness>(2)));
    const ColumnUniqueness none = uniqueness_by_column(test::threads(1), table, {});
    EXPECT_TRUE(none.alone.empty());
    EXPECT_TRUE(none.pairs.empty());
}

}  // namespace
}  // namespace lethe
