#include "lethe/core/exact_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "lethe/core/random.h"

namespace lethe {
namespace {

TEST(ExactSum, CancelsExactly) {
    EXPECT_EQ(exact_sum(std::vector{1e300, 1.0, -1e300}), 1.0);
    EXPECT_EQ(exact_sum(std::vector{1.0, 1e-300, -1.0}), 1e-300);
    EXPECT_EQ(exact_sum(std::vector{0.1, 0.2, -0.3}), 2.7755575615628914e-17);
    EXPECT_EQ(exact_sum({}), 0.0);
}

TEST(ExactSum, RoundsOnceToEven) {
    const double one_up = std::nextafter(1.0, 2.0);
    EXPECT_EQ(exact_sum(std::vector{1.0, 0x1p-53}), 1.0);
    EXPECT_EQ(exact_sum(std::vector{1.0, 0x1p-53, 0x1p-200}), one_up);
    EXPECT_EQ(exact_sum(std::vector{one_up, 0x1p-53}), 1.0 + 2 * (one_up - 1.0));
    EXPECT_EQ(exact_sum(std::vector{-1.0, -0x1p-53, -0x1p-200}), -one_up);
}

TEST(ExactSum, SubnormalsAndExtremes) {
    const double tiny = std::numeric_limits<double>::denorm_min();
    const double large = std::numeric_limits<double>::max();
    EXPECT_EQ(exact_sum(std::vector{tiny, tiny, tiny}), 3 * tiny);
    EXPECT_EQ(exact_sum(std::vector{large, -large, tiny}), tiny);
    EXPECT_EQ(exact_sum(std::vector{large, large, -large}), large);
    EXPECT_EQ(exact_sum(std::vector{-tiny, 0x1p-1022}), std::nextafter(0x1p-1022, 0.0));
}

// Two doubles of similar size: the hardware's own sum is the exact sum rounded once.
TEST(ExactSum, AgreesWithTheHardwareOnPairs) {
    const Stream stream = Random(7).stream("pairs");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        const double a = std::ldexp(draws.normal(), static_cast<int>(draws.below(120)) - 60);
        const double b = std::ldexp(draws.normal(), static_cast<int>(draws.below(120)) - 60);
        ASSERT_EQ(exact_sum(std::vector{a, b}), a + b);
    }
}

TEST(ExactSum, OrderAndUndoneTermsDoNotMatter) {
    const Stream stream = Random(8).stream("terms");
    std::vector<double> terms;
    for (int i = 0; i < 1000; ++i) terms.push_back(stream.at(i).normal() * std::exp2(i % 60));
    ExactSum forward, backward, first, second;
    for (const double term : terms) forward.add(term);
    for (auto i = terms.rbegin(); i != terms.rend(); ++i) backward.add(*i);
    EXPECT_EQ(forward.value(), backward.value());
    for (std::size_t i = 0; i < terms.size(); ++i) (i % 2 == 0 ? first : second).add(terms[i]);
    first.add(second);
    EXPECT_EQ(first.value(), forward.value());
    for (std::size_t i = 500; i < 1000; ++i) forward.subtract(terms[i]);
    EXPECT_EQ(forward.value(), exact_sum(std::span(terms).first(500)));
}

}  // namespace
}  // namespace lethe
