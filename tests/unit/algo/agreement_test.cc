#include "lethe/algo/linkage/agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/core/error.h"
#include "support.h"

namespace lethe {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(PairedCodes, NumbersCompareAndCategoriesGoByText) {
    Validity validity(4);
    validity.set_missing(1);
    const PairedCodes numbers =
        paired_codes(test::threads(1), *Column::numeric("a", {0.5, 0, -0.0, 7}, validity),
                     *Column::numeric("a", {7, 0, 8}));
    EXPECT_EQ(numbers.x[0] == numbers.y[0] || numbers.x[0] == numbers.y[1], false);
    EXPECT_EQ(numbers.x[1], PairedCodes::kMissing);
    EXPECT_EQ(numbers.x[2], numbers.y[1]);
    EXPECT_EQ(numbers.x[3], numbers.y[0]);
    const std::vector<std::string> x{"b", "a", "c"}, y{"c", "d", "b", "b"};
    const PairedCodes texts =
        paired_codes(test::threads(1), *Column::from_texts("a", Kind::nominal, x),
                     *Column::from_texts("a", Kind::ordinal, y));
    EXPECT_THAT(texts.x, ElementsAre(0, 1, 2));
    EXPECT_THAT(texts.y, ElementsAre(2, 3, 0, 0));
    EXPECT_THROW(paired_codes(test::threads(1), *Column::numeric("a", {1}),
                              *Column::from_texts("a", Kind::nominal, x)),
                 Error);
}

TEST(Agreement, CountsPatterns) {
    const std::vector<PairedCodes> columns{{{0, 1}, {0, 0, 1}}, {{5, -1}, {5, -1, -1}}};
    const AgreementCounts counts = count_agreements(test::threads(1), columns);
    EXPECT_EQ(counts.rows_x, 2);
    EXPECT_EQ(counts.rows_y, 3);
    EXPECT_EQ(counts.columns, 2);
    // (0,0): both; (0,1): first; (1,2): first; the other three pairs agree on nothing.
    EXPECT_THAT(counts.pairs, ElementsAre(3, 2, 0, 1));
}

TEST(Agreement, EmptyFilesAndWrongInput) {
    const std::vector<PairedCodes> empty{{{}, {1, 2}}};
    EXPECT_THAT(count_agreements(test::threads(1), empty).pairs, ElementsAre(0, 0));
    EXPECT_THROW(count_agreements(test::threads(1), {}), Error);
    EXPECT_THROW(count_agreements(test::threads(1), std::vector<PairedCodes>(17)), Error);
    const std::vector<PairedCodes> uneven{{{1}, {1}}, {{1, 2}, {1}}};
    EXPECT_THROW(count_agreements(test::threads(1), uneven), Error);
}

// Too many pairs to visit: a million rows against a million, on columns whose counts are known.
TEST(Agreement, LargeFilesAreCountedByGroups) {
    constexpr std::int32_t kRows = 1000000;
    std::vector<PairedCodes> columns(3);
    for (std::int32_t row = 0; row < kRows; ++row) {
        for (auto* side : {&columns[0].x, &columns[0].y}) side->push_back(row % 10);
        for (auto* side : {&columns[1].x, &columns[1].y}) side->push_back(row / 10 % 100);
        for (auto* side : {&columns[2].x, &columns[2].y}) side->push_back(row);
    }
    // Per row of x: 10^6 / 1000 agree on the first two, one of these on the third.
    const std::int64_t both = 1000, first = 100000 - both, second = 10000 - both;
    const std::int64_t none = kRows - both - first - second;
    const AgreementCounts counts = count_agreements(test::threads(2), columns);
    EXPECT_THAT(counts.pairs, ElementsAre(none * kRows, first * kRows, second * kRows,
                                          (both - 1) * kRows, 0, 0, 0, kRows));
}

TEST(TwoClassEm, SeparatedPatterns) {
    // Ten records each: the ten true pairs agree on everything, the others on nothing.
    const AgreementCounts counts{10, 10, 3, {90, 0, 0, 0, 0, 0, 0, 10}};
    const TwoClassModel model = em_two_class(counts);
    EXPECT_TRUE(model.converged);
    EXPECT_LT(model.iterations, 20);
    EXPECT_NEAR(model.match_share, 0.1, 1e-9);
    EXPECT_THAT(model.m, Each(1 - 1e-6));
    EXPECT_THAT(model.u, Each(1e-6));
    EXPECT_NEAR(model.weights[7], 3 * std::log2((1 - 1e-6) / 1e-6), 1e-9);
    EXPECT_NEAR(model.weights[0], -model.weights[7], 1e-9);
    EXPECT_NEAR(model.weights[1], -model.weights[7] / 3, 1e-9);
}

// One record against four, of which it agrees with one. By hand: P(match | agree) = .25 * .9 /
// (.25 * .9 + .75 * .1) = 3/4 and P(match | not) = 1/28. So the first step gives a share of
// (3/4 + 3/28) / 4 = 3/14, m = 3/4 : 6/7 = 7/8 and u = 1/4 : 22/7 = 7/88. These explain the one
// margin fully, and the second step changes nothing.
TEST(TwoClassEm, OneColumnByHand) {
    const TwoClassModel model = em_two_class({1, 4, 1, {3, 1}});
    EXPECT_TRUE(model.converged);
    EXPECT_EQ(model.iterations, 2);
    EXPECT_NEAR(model.match_share, 3.0 / 14, 1e-12);
    EXPECT_NEAR(model.m[0], 7.0 / 8, 1e-12);
    EXPECT_NEAR(model.u[0], 7.0 / 88, 1e-12);
    EXPECT_NEAR(model.weights[1], std::log2(11.0), 1e-12);
}

TEST(TwoClassEm, RecoversAKnownModel) {
    const std::vector<double> m{0.95, 0.9, 0.85, 0.8, 0.97}, u{0.1, 0.2, 0.05, 0.3, 0.01};
    const double share = 1e-3;
    AgreementCounts counts{100000, 100000, 5, std::vector<std::int64_t>(32)};
    for (std::size_t pattern = 0; pattern < counts.pairs.size(); ++pattern) {
        double match = share, other = 1 - share;
        for (std::size_t j = 0; j < m.size(); ++j) {
            const bool agree = ((pattern >> j) & 1U) != 0;
            match *= agree ? m[j] : 1 - m[j];
            other *= agree ? u[j] : 1 - u[j];
        }
        counts.pairs[pattern] = std::llround(1e10 * (match + other));
    }
    const TwoClassModel model = em_two_class(counts);
    EXPECT_TRUE(model.converged);
    EXPECT_NEAR(model.match_share, share, 2e-5);
    for (std::size_t j = 0; j < m.size(); ++j) {
        EXPECT_NEAR(model.m[j], m[j], 1e-3) << j;
        EXPECT_NEAR(model.u[j], u[j], 1e-5) << j;
    }
}

TEST(TwoClassEm, NoPairsGiveTheInitialModel) {
    const TwoClassModel model = em_two_class({0, 5, 1, {0, 0}});
    EXPECT_EQ(model.iterations, 0);
    EXPECT_FALSE(model.converged);
    EXPECT_THAT(model.m, ElementsAre(0.9));
    EXPECT_DOUBLE_EQ(model.match_share, 0.2);
    EXPECT_NEAR(model.weights[1], std::log2(9.0), 1e-12);
}

}  // namespace
}  // namespace lethe
