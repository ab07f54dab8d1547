// The minimal sets of all rows beside their definition, tried set by set and row by row.
#include <gtest/gtest.h>

#include <set>

#include "assess.h"
#include "category_tables.h"
#include "lethe/algo/population/minimal_sets.h"

namespace lethe {
namespace {

using ColumnSet = std::set<std::size_t>;

bool alone_in(const Table& table, std::int64_t row, const ColumnSet& set) {
    for (std::int64_t other = 0; other < table.rows(); ++other) {
        bool same = other != row;
        for (const std::size_t j : set) {
            const Column& column = *table.columns()[j];
            same = same && column.valid(row) == column.valid(other) &&
                   (!column.valid(row) || column.text(row) == column.text(other));
        }
        if (same) return false;
    }
    return true;
}

bool minimal_in(const Table& table, std::int64_t row, const ColumnSet& set) {
    for (const std::size_t j : set) {
        if (!table.columns()[j]->valid(row)) return false;
    }
    if (!alone_in(table, row, set)) return false;
    for (const std::size_t j : set) {
        ColumnSet smaller = set;
        smaller.erase(j);
        if (!smaller.empty() && alone_in(table, row, smaller)) return false;
    }
    return true;
}

TEST(MinimalSetsReference, AreThoseOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("shape").at(0);
        const auto columns = static_cast<int>(1 + draws.below(6));
        const auto rows = static_cast<std::int64_t>(1 + draws.below(90));
        const Table table = test::with_missing(
            test::random_categories(Random(seed), rows, columns,
                                    static_cast<std::int32_t>(2 + draws.below(12))),
            Random(seed), 3 + draws.below(20));
        const std::size_t most = 1 + draws.below(6);
        const MinimalSets found =
            all_minimal_uniques(test::threads(2), table, table.names(), 1000, most);
        std::size_t listed = 0;
        for (unsigned places = 1; places < 1U << table.columns().size(); ++places) {
            ColumnSet set;
            for (std::size_t j = 0; j < table.columns().size(); ++j) {
                if ((places >> j & 1U) != 0) set.insert(j);
            }
            std::set<std::int64_t> expected;
            for (std::int64_t row = 0; row < rows && set.size() <= most; ++row) {
                if (minimal_in(table, row, set)) expected.insert(row);
            }
            const auto place = std::find(found.sets.begin(), found.sets.end(),
                                         std::vector(set.begin(), set.end()));
            ASSERT_EQ(place != found.sets.end(), !expected.empty()) << "seed " << seed;
            if (expected.empty()) continue;
            ++listed;
            const auto own = static_cast<std::uint32_t>(place - found.sets.begin());
            EXPECT_EQ(found.rows[own], std::ssize(expected));
            for (std::int64_t row = 0; row < rows; ++row) {
                const auto& sets = found.sets_of[static_cast<std::size_t>(row)];
                EXPECT_EQ(std::count(sets.begin(), sets.end(), own),
                          expected.count(row) > 0 ? 1 : 0);
            }
        }
        EXPECT_EQ(listed, found.sets.size());
    }
}

TEST(MinimalSetsReference, AreListedFromTheSmallestUpToALimit) {
    const Table table = test::random_categories(Random(3), 200, 6, 9);
    const MinimalSets all = all_minimal_uniques(test::threads(1), table, table.names(), 1000);
    const MinimalSets some = all_minimal_uniques(test::threads(3), table, table.names(), 2);
    EXPECT_EQ(some.sets, all.sets);
    EXPECT_EQ(some.rows, all.rows);
    std::size_t cut = 0;
    for (std::size_t row = 0; row < 200; ++row) {
        const auto& full = all.sets_of[row];
        const std::size_t count = std::min<std::size_t>(2, full.size());
        cut += full.size() > 2 ? 1 : 0;
        EXPECT_EQ(some.sets_of[row],
                  std::vector(full.begin(), full.begin() + static_cast<std::ptrdiff_t>(count)));
    }
    EXPECT_GT(cut, 0U);
    for (std::size_t i = 1; i < all.sets.size(); ++i) {
        EXPECT_LE(all.sets[i - 1].size(), all.sets[i].size());
    }
}

}  // namespace
}  // namespace lethe
