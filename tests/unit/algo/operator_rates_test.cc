#include "lethe/algo/evolve/operator_rates.h"

#include <gtest/gtest.h>

#include <limits>

namespace lethe {
namespace {

TEST(OperatorRates, FollowWhatAChildGains) {
    OperatorCredit mutations, crossovers;
    for (int i = 0; i < 4; ++i) mutations.add(10, i == 0 ? 9 : 12);  // 1 by four children
    for (int i = 0; i < 2; ++i) crossovers.add(10, 9.25);            // 0.75 each
    EXPECT_DOUBLE_EQ(mutations.each(), 0.25);
    EXPECT_DOUBLE_EQ(crossovers.each(), 0.75);
    EXPECT_DOUBLE_EQ(adapted_rate(0.5, mutations, crossovers), 0.85 * 0.5 + 0.15 * 0.25);
    EXPECT_DOUBLE_EQ(adapted_rate(0.5, crossovers, mutations), 0.85 * 0.5 + 0.15 * 0.75);
}

TEST(OperatorRates, StayWithoutAGainAndNeverDieOut) {
    OperatorCredit none, all;
    EXPECT_EQ(adapted_rate(0.3, none, none), 0.3);
    none.add(1, 2);
    none.add(std::numeric_limits<double>::infinity(), 2);
    EXPECT_EQ(none.gain, 0);
    all.add(2, 1);
    double rate = 0.5;
    for (int i = 0; i < 100; ++i) rate = adapted_rate(rate, none, all);
    EXPECT_EQ(rate, 0.05);
    for (int i = 0; i < 100; ++i) rate = adapted_rate(rate, all, none);
    EXPECT_EQ(rate, 0.95);
}

}  // namespace
}  // namespace lethe
