#include "lethe/algo/statistics/rank_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "lethe/algo/branch_and_cut/shrinking_set.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Ranking, TiesGoByRowAndMissingIsLeftOut) {
    Validity validity(7);
    validity.set_missing(2);
    const auto numbers = Column::numeric("a", {0.0, 5, 0, -0.0, -1e300, 5, -2}, validity);
    EXPECT_THAT(ranking(test::threads(1), *numbers), ElementsAre(4, 6, 0, 3, 1, 5));
    const auto codes = Column::categories(
        "b", Kind::ordinal, {2, 0, 0, 1, 2, 0, 1},
        std::make_shared<const Dictionary>(Dictionary{"low", "middle", "high"}), validity);
    EXPECT_THAT(ranking(test::threads(1), *codes), ElementsAre(1, 5, 3, 6, 0, 4));
    EXPECT_THAT(ranking(test::threads(1), std::span<const double>()), IsEmpty());
}

TEST(Ranking, ExtremeNumbers) {
    const double tiny = std::numeric_limits<double>::denorm_min();
    const double large = std::numeric_limits<double>::max();
    EXPECT_THAT(ranking(test::threads(1),
                        std::vector{large, tiny, -tiny, -large, 0.0, 1.0, std::nextafter(1.0, 0)}),
                ElementsAre(3, 2, 4, 1, 6, 5, 0));
}

TEST(Ranking, LargeColumnsOnAnyNumberOfThreads) {
    for (const int distinct : {0, 3, 5000}) {
        const Table table = test::random_table(Random(5), 200000, 1, distinct);
        const auto values = table.columns()[0]->numbers();
        std::vector<std::int32_t> expected(values.size());
        std::iota(expected.begin(), expected.end(), 0);
        std::stable_sort(expected.begin(), expected.end(), [&](std::int32_t a, std::int32_t b) {
            return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
        });
        for (const int threads : {1, 2, 5}) {
            ASSERT_EQ(ranking(test::threads(threads), *table.columns()[0]), expected);
        }
    }
}

TEST(RankWindow, IsAPercentageOfTheValues) {
    EXPECT_EQ(rank_window(10, 1080), 108);
    EXPECT_EQ(rank_window(4, 1080), 43);  // 43.2
    EXPECT_EQ(rank_window(7, 100), 7);
    EXPECT_EQ(rank_window(100, 6), 6);
    EXPECT_EQ(rank_window(40, 6), 2);
    EXPECT_EQ(rank_window(1, 50), 1);  // at least 1
    EXPECT_EQ(rank_window(0, 1000), 1);
    EXPECT_EQ(rank_window(0.57, 10000), 57);  // 0.57 * 10000 is 5699.999... in doubles
    EXPECT_EQ(rank_window(1.1, 3000), 33);
    EXPECT_EQ(rank_window(20, 10000000), 2000000);
    for (std::int64_t hundredths = 1; hundredths <= 10000; ++hundredths) {
        const double percent = static_cast<double>(hundredths) / 100;
        for (const std::int64_t size : {1080, 10000, 4092, 10000000}) {
            EXPECT_EQ(rank_window(percent, size),
                      std::max<std::int64_t>(1, hundredths * size / 10000));
        }
    }
}

TEST(SwapRanks, TinyCases) {
    const Stream stream = Random(1).stream("swap");
    EXPECT_THAT(swap_ranks(test::threads(1), 0, 3, stream), IsEmpty());
    EXPECT_THAT(swap_ranks(test::threads(1), 1, 3, stream), ElementsAre(0));
    EXPECT_THAT(swap_ranks(test::threads(1), 2, 1, stream), ElementsAre(1, 0));
    EXPECT_THAT(swap_ranks(test::threads(1), 5, 1, stream), ElementsAre(1, 0, 3, 2, 4));
    EXPECT_THROW(swap_ranks(test::threads(1), 5, 0, stream), Error);
}

TEST(SwapRanks, StopsWhenAsked) {
    const std::atomic<bool> stop = true;
    Context context = test::threads(1);
    context.stop = &stop;
    EXPECT_THROW(swap_ranks(context, 10, 3, Random(1).stream("swap")), Error);
}

// What the definition promises, on a size where nobody can list candidates.
TEST(SwapRanks, StaysWithinTheWindowAndSwapsOnce) {
    constexpr std::int64_t kSize = 300000;
    for (const std::int64_t window : {1, 7, 64, 3000, 60000, 300000}) {
        const auto source = swap_ranks(test::threads(1), kSize, window, Random(2).stream("swap"));
        std::int64_t kept = 0;
        for (std::int64_t i = 0; i < kSize; ++i) {
            const std::int64_t partner = source[static_cast<std::size_t>(i)];
            ASSERT_EQ(source[static_cast<std::size_t>(partner)], i);
            ASSERT_LE(std::abs(partner - i), window);
            kept += partner == i ? 1 : 0;
            if (partner == i) {  // then no rank in reach was free when its turn came
                for (std::int64_t l = i + 1; l <= std::min(kSize - 1, i + window); ++l) {
                    ASSERT_LT(source[static_cast<std::size_t>(l)], i);
                }
            }
        }
        EXPECT_LT(kept, kSize / 10);
    }
}

TEST(SwapRanks, ChoiceIsUniform) {
    std::map<std::int32_t, int> partners;
    for (std::uint64_t seed = 0; seed < 40000; ++seed) {
        ++partners[swap_ranks(test::threads(1), 30, 8, Random(seed).stream("swap"))[0]];
    }
    ASSERT_EQ(partners.size(), 8U);
    for (const auto& [partner, count] : partners) {
        EXPECT_GE(partner, 1);
        EXPECT_LE(partner, 8);
        EXPECT_NEAR(count, 5000, 350);  // five deviations
    }
}

TEST(RankSwap, RowsTakeTheValuesOfRows) {
    const std::vector<std::int32_t> order{4, 0, 3, 1, 2};
    const Context context = test::threads(2);
    const auto ranks = swap_ranks(context, std::ssize(order), 1, Random(1).stream("swap"));
    EXPECT_THAT(rows_at_ranks(context, order, ranks), ElementsAre(0, 4, 1, 3, 2));
}

TEST(ShrinkingSet, SelectsAmongWhatIsLeft) {
    for (const std::int64_t size : {1, 63, 64, 65, 511, 512, 513, 1024, 5000}) {
        ShrinkingSet set(size);
        std::vector<std::int64_t> left(static_cast<std::size_t>(size));
        std::iota(left.begin(), left.end(), 0);
        Draws draws = Random(3).stream("set").at(size);
        while (!left.empty()) {
            for (const std::size_t i : {std::size_t{0}, left.size() / 3, left.size() - 1}) {
                ASSERT_EQ(set.select(static_cast<std::int64_t>(i)), left[i]);
            }
            const auto i = static_cast<std::ptrdiff_t>(draws.below(left.size()));
            ASSERT_TRUE(set.contains(left[static_cast<std::size_t>(i)]));
            set.remove(left[static_cast<std::size_t>(i)]);
            ASSERT_FALSE(set.contains(left[static_cast<std::size_t>(i)]));
            left.erase(left.begin() + i);
        }
    }
}

}  // namespace
}  // namespace lethe
