// k-Ward against a reference that follows its definition and measures every union anew.
#include "lethe/algo/partition/k_ward.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "rounds.h"
#include "support.h"

namespace lethe {
namespace {

using WardGroup = std::vector<std::int64_t>;
using WardMatrix = std::vector<std::vector<std::int64_t>>;

std::int64_t pairs_within(const WardMatrix& squared, const WardGroup& group) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            sum += squared[static_cast<std::size_t>(group[i])][static_cast<std::size_t>(group[j])];
        }
    }
    return sum;
}

double sum_of_squares(const WardMatrix& squared, const WardGroup& group) {
    return static_cast<double>(pairs_within(squared, group)) / static_cast<double>(group.size());
}

WardGroup united(const WardGroup& a, const WardGroup& b) {
    WardGroup all = a;
    all.insert(all.end(), b.begin(), b.end());
    std::sort(all.begin(), all.end());
    return all;
}

WardGroup begun(const WardMatrix& squared, std::int64_t first, WardGroup& rest, std::int64_t k) {
    WardGroup group{first};
    while (std::ssize(group) < k) {
        std::size_t best = 0;
        const auto& row = squared[static_cast<std::size_t>(first)];
        for (std::size_t i = 1; i < rest.size(); ++i) {
            if (row[static_cast<std::size_t>(rest[i])] <
                row[static_cast<std::size_t>(rest[best])]) {
                best = i;
            }
        }
        group.push_back(rest[best]);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(best));
    }
    std::sort(group.begin(), group.end());
    return group;
}

void k_ward_reference(const WardMatrix& squared, const WardGroup& records, std::int64_t k,
                      std::set<WardGroup>& found) {
    if (std::ssize(records) < 2 * k) {
        found.insert(records);
        return;
    }
    std::int64_t farthest = -1;
    std::int64_t first = 0, second = 0;
    for (const std::int64_t a : records) {
        for (const std::int64_t b : records) {
            const std::int64_t far =
                squared[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
            if (a < b && far > farthest) {
                farthest = far;
                first = a;
                second = b;
            }
        }
    }
    WardGroup rest = records;
    std::erase(rest, first);
    std::erase(rest, second);
    std::set<WardGroup> groups;
    groups.insert(begun(squared, first, rest, k));
    groups.insert(begun(squared, second, rest, k));
    for (const std::int64_t one : rest) groups.insert({one});
    while (std::any_of(groups.begin(), groups.end(),
                       [&](const WardGroup& group) { return std::ssize(group) < k; })) {
        double least = std::numeric_limits<double>::infinity();
        WardGroup a, b;
        // Groups ascend by their lowest records.
        for (auto i = groups.begin(); i != groups.end(); ++i) {
            for (auto j = std::next(i); j != groups.end(); ++j) {
                if (std::ssize(*i) >= k && std::ssize(*j) >= k) continue;
                const double growth = sum_of_squares(squared, united(*i, *j)) -
                                      sum_of_squares(squared, *i) - sum_of_squares(squared, *j);
                if (growth < least) {
                    least = growth;
                    a = *i;
                    b = *j;
                }
            }
        }
        groups.erase(a);
        groups.erase(b);
        groups.insert(united(a, b));
    }
    for (const WardGroup& group : groups) k_ward_reference(squared, group, k, found);
}

TEST(KWard, IsItsDefinition) {
    for (int round = 0; round < test::rounds(3000); ++round) {
        Draws draws = Random(61).part(static_cast<std::uint64_t>(round)).stream("k-ward").at(0);
        const auto k = static_cast<std::int64_t>(1 + draws.below(4));
        const auto records = k + static_cast<std::int64_t>(draws.below(22));
        // Squares of points on a grid, or any numbers: few different ones make ties.
        const bool any = draws.below(3) == 0;
        const std::uint64_t values = 2 + draws.below(12);
        std::vector<std::int64_t> x, y;
        for (std::int64_t i = 0; i < records; ++i) {
            x.push_back(static_cast<std::int64_t>(draws.below(values)));
            y.push_back(static_cast<std::int64_t>(draws.below(values)));
        }
        WardMatrix squared(static_cast<std::size_t>(records),
                           std::vector<std::int64_t>(static_cast<std::size_t>(records), 0));
        for (std::size_t a = 0; a < squared.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const std::int64_t far =
                    (x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b]);
                squared[a][b] = any ? static_cast<std::int64_t>(draws.below(values)) : far;
                squared[b][a] = squared[a][b];
            }
        }
        std::set<WardGroup> want;
        WardGroup all(static_cast<std::size_t>(records));
        std::iota(all.begin(), all.end(), std::int64_t{0});
        k_ward_reference(squared, all, k, want);
        const Clusters got =
            k_ward(test::threads(1 + round % 3), records, k, [&](std::int64_t a, std::int64_t b) {
                return squared[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
            });
        ASSERT_EQ(got.count, std::ssize(want)) << round;
        std::int32_t number = 0;
        for (const WardGroup& group : want) {
            ASSERT_TRUE(std::ssize(group) >= k && std::ssize(group) < 2 * k) << round;
            for (const std::int64_t record : group) {
                ASSERT_EQ(got.of[static_cast<std::size_t>(record)], number) << round;
            }
            ++number;
        }
    }
}

// Of one column of numbers the two groups begin with the k smallest and the k largest.
TEST(KWard, OnALine) {
    const std::vector<std::int64_t> x = {1, 2, 3, 10, 11, 12, 50, 51};
    const Clusters got = k_ward(Context(), 8, 2, [&](std::int64_t a, std::int64_t b) {
        const std::int64_t far = x[static_cast<std::size_t>(a)] - x[static_cast<std::size_t>(b)];
        return far * far;
    });
    EXPECT_EQ(got.of, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 2, 2}));
}

TEST(KWard, WrongNumbers) {
    const auto none = [](std::int64_t, std::int64_t) { return std::int64_t{0}; };
    EXPECT_THROW(k_ward(Context(), 3, 4, none), Error);
    EXPECT_THROW(k_ward(Context(), 3, 0, none), Error);
    EXPECT_THROW(k_ward(Context(), kMostKWardRecords + 1, 4, none), Error);
}

}  // namespace
}  // namespace lethe
