#include "lethe/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lethe {
namespace {

// Known answers published with the Random123 library.
TEST(Philox, KnownAnswers) {
    using Block = std::array<std::uint32_t, 4>;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
              (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
              (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, StreamsDifferAndRepeat) {
    const Random random(1, 2);
    EXPECT_EQ(random.stream("a").at(3).bits(), Random(1, 2).stream("a").at(3).bits());
    const std::set<std::uint64_t> values{
        random.stream("a").at(3).bits(),         random.stream("a").at(4).bits(),
        random.stream("b").at(3).bits(),         Random(1, 3).stream("a").at(3).bits(),
        Random(2, 2).stream("a").at(3).bits(),   random.part(0).stream("a").at(3).bits(),
        random.part(1).stream("a").at(3).bits(), Random(1).stream("a").at(3).bits()};
    EXPECT_EQ(values.size(), 8U);
}

TEST(Random, NormalQuantileIsAccurate) {
    EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0.0);
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
    EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-14);
    EXPECT_NEAR(normal_quantile(1e-300), -37.0470962993612, 1e-12);
    for (double p = 0.001; p < 1.0; p += 0.001) {
        EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)), p, 1e-15);
    }
}

TEST(Random, NormalMoments) {
    const Stream stream = Random(11).stream("normal");
    double sum = 0, squares = 0, fourth = 0;
    constexpr int kCount = 200000;
    for (int i = 0; i < kCount; ++i) {
        const double x = stream.at(i).normal();
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
    }
    EXPECT_NEAR(sum / kCount, 0.0, 0.01);
    EXPECT_NEAR(squares / kCount, 1.0, 0.02);
    EXPECT_NEAR(fourth / kCount, 3.0, 0.1);
}

TEST(Random, BelowIsUniform) {
    const Stream stream = Random(12).stream("below");
    std::map<std::uint64_t, int> counts;
    for (int i = 0; i < 60000; ++i) ++counts[stream.at(i).below(6)];
    ASSERT_EQ(counts.size(), 6U);
    for (const auto& [value, count] : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, PermutationAndSubset) {
    const Stream stream = Random(13).stream("permutation");
    auto order = random_permutation(stream, 1000);
    std::sort(order.begin(), order.end());
    for (std::int64_t i = 0; i < 1000; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
    const auto subset = random_subset(stream, 1000, 100);
    EXPECT_EQ(subset.size(), 100U);
    EXPECT_TRUE(std::is_sorted(subset.begin(), subset.end()));
    EXPECT_EQ(std::set<std::int64_t>(subset.begin(), subset.end()).size(), 100U);
    EXPECT_EQ(random_subset(stream, 5, 5).size(), 5U);
    EXPECT_TRUE(random_subset(stream, 5, 0).empty());
}

}  // namespace
}  // namespace lethe
