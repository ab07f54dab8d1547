#include "lethe/algo/statistics/unbounded_swap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Buckets, DifferInSizeByAtMostOne) {
    for (std::int64_t size = 1; size <= 60; ++size) {
        for (std::int64_t buckets = 1; buckets <= size; ++buckets) {
            std::map<std::int64_t, std::int64_t> sizes;
            for (std::int64_t rank = 0; rank < size; ++rank) {
                const std::int64_t b = bucket_of(rank, size, buckets);
                ASSERT_GE(rank, bucket_begin(b, size, buckets));
                ASSERT_LT(rank, bucket_begin(b + 1, size, buckets));
                ++sizes[b];
            }
            ASSERT_EQ(std::ssize(sizes), buckets);
            for (const auto& [b, count] : sizes) {
                ASSERT_GE(count, size / buckets);
                ASSERT_LE(count, size / buckets + 1);
            }
        }
    }
}

TEST(SwapInBuckets, TinyCases) {
    const Stream stream = Random(1).stream("swap");
    EXPECT_THAT(swap_ranks_in_buckets(test::threads(1), 0, 3, stream), IsEmpty());
    EXPECT_THAT(swap_ranks_in_buckets(test::threads(1), 1, 3, stream), ElementsAre(0));
    EXPECT_THAT(swap_ranks_in_buckets(test::threads(1), 2, 1, stream), ElementsAre(1, 0));
    EXPECT_THAT(swap_ranks_in_buckets(test::threads(1), 2, 2, stream), ElementsAre(1, 0));
    EXPECT_THAT(swap_ranks_in_buckets(test::threads(1), 2, 9, stream), ElementsAre(1, 0));
    EXPECT_THROW(swap_ranks_in_buckets(test::threads(1), 2, 0, stream), Error);
}

// Where the first rank of bucket `own` that is still free finds its partner, by bucket. With
// buckets of 100 none is ever exhausted.
std::map<std::int64_t, int> partner_buckets(std::int64_t own, int samples) {
    constexpr std::int64_t kSize = 400, kBuckets = 4;
    std::map<std::int64_t, int> counts;
    for (int sample = 0; sample < samples; ++sample) {
        const auto source =
            swap_ranks_in_buckets(test::threads(1), kSize, kBuckets,
                                  Random(static_cast<std::uint64_t>(sample)).stream("swap"));
        std::int64_t rank = bucket_begin(own, kSize, kBuckets);
        while (source[static_cast<std::size_t>(rank)] < rank) ++rank;
        ++counts[bucket_of(source[static_cast<std::size_t>(rank)], kSize, kBuckets)];
    }
    return counts;
}

// The published formula for four buckets: weights 1/2, 1/4, 1/8 divided by 7/8 from the second one.
TEST(SwapInBuckets, PublishedProbabilities) {
    constexpr int kSamples = 14000;
    const auto second = partner_buckets(1, kSamples);
    ASSERT_EQ(second.size(), 3U);
    EXPECT_NEAR(second.at(1), 8000, 5 * std::sqrt(kSamples * 4.0 / 7 * 3 / 7));
    EXPECT_NEAR(second.at(2), 4000, 5 * std::sqrt(kSamples * 2.0 / 7 * 5 / 7));
    EXPECT_NEAR(second.at(3), 2000, 5 * std::sqrt(kSamples * 1.0 / 7 * 6 / 7));
    const auto first = partner_buckets(0, kSamples);
    EXPECT_NEAR(first.at(0), kSamples * 8.0 / 15, 5 * std::sqrt(kSamples * 8.0 / 15 * 7 / 15));
    EXPECT_NEAR(first.at(3), kSamples * 1.0 / 15, 5 * std::sqrt(kSamples * 1.0 / 15 * 14 / 15));
    EXPECT_EQ(partner_buckets(3, 100).at(3), 100);  // the last bucket is its own
}

TEST(SwapInBuckets, UniformWithinTheBucket) {
    std::map<std::int32_t, int> partners;
    for (std::uint64_t seed = 0; seed < 30000; ++seed) {
        ++partners[swap_ranks_in_buckets(test::threads(1), 12, 2, Random(seed).stream("swap"))[0]];
    }
    for (std::int32_t rank = 1; rank < 6; ++rank) EXPECT_NEAR(partners[rank], 4000, 300);
    for (std::int32_t rank = 6; rank < 12; ++rank) EXPECT_NEAR(partners[rank], 10000.0 / 6, 200);
}

TEST(SwapAtDistance, TinyCases) {
    const Stream stream = Random(1).stream("swap");
    const Context context = test::threads(1);
    EXPECT_THAT(swap_ranks_at_distance(context, 0, 1, 1, stream), IsEmpty());
    EXPECT_THAT(swap_ranks_at_distance(context, 1, 1, 1, stream), ElementsAre(0));
    EXPECT_THAT(swap_ranks_at_distance(context, 2, 5, 0, stream), ElementsAre(1, 0));
    EXPECT_THAT(swap_ranks_at_distance(context, 5, 0, 0, stream), ElementsAre(1, 0, 3, 2, 4));
    EXPECT_THAT(swap_ranks_at_distance(context, 6, 2, 0, stream), ElementsAre(2, 3, 0, 1, 5, 4));
    EXPECT_THROW(swap_ranks_at_distance(context, 5, -1, 1, stream), Error);
    EXPECT_THROW(swap_ranks_at_distance(context, 5, 1, std::nan(""), stream), Error);
}

// The lowest rank finds every rank free, so its distance is the rounded normal number given that it
// is at least 1.
TEST(SwapAtDistance, DistancesAreNormal) {
    constexpr int kSamples = 20000;
    constexpr double kMean = 20, kDeviation = 20;
    std::map<std::int32_t, int> moves;
    for (std::uint64_t seed = 0; seed < kSamples; ++seed) {
        ++moves[swap_ranks_at_distance(test::threads(1), 500, kMean, kDeviation,
                                       Random(seed).stream("swap"))[0]];
    }
    const auto below = [&](double x) {
        return 0.5 * std::erfc((kMean - x) / kDeviation / std::sqrt(2));
    };
    const double accepted = 1 - below(0.5);
    std::int64_t counted = 0;
    for (std::int32_t edge = 0; edge <= 80; edge += 10) {
        const double share = (below(edge + 10.5) - below(edge + 0.5)) / accepted;
        int found = 0;
        for (std::int32_t move = edge + 1; move <= edge + 10; ++move) found += moves[move];
        EXPECT_NEAR(found, kSamples * share, 5 * std::sqrt(kSamples * share)) << edge;
        counted += found;
    }
    EXPECT_GT(counted, kSamples * 99 / 100);
}

// A finite window that would hold for all values does not exist: some go beyond 2 x mean.
TEST(SwapAtDistance, GoesBeyondAnyWindow) {
    const auto source =
        swap_ranks_at_distance(test::threads(1), 20000, 100, 100, Random(3).stream("swap"));
    std::int64_t beyond = 0;
    for (std::int32_t rank = 0; rank < std::ssize(source); ++rank) {
        beyond += source[static_cast<std::size_t>(rank)] - rank > 200 ? 1 : 0;
    }
    EXPECT_GT(beyond, 500);
}

}  // namespace
}  // namespace lethe
