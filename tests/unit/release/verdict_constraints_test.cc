// Constraints of advice: what is said, what the policy asks, the defaults.
#include "lethe/search/advise/verdict_constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/search/advise/policy_words.h"

namespace lethe::release {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Constrained {
    search::AdviseOptions options;
    std::vector<std::string> notes;
};

Constrained constrained(const search::AskedConstraints& said, const Json& verdict,
                        bool confidential = true) {
    Constrained result;
    search::set_constraints(said, verdict, confidential, result.options, result.notes);
    return result;
}

TEST(VerdictConstraints, WithoutAnythingTheDefaultsStay) {
    const Constrained got = constrained({}, Json::object());
    EXPECT_EQ(got.options.k, 5);
    EXPECT_EQ(got.options.max_risk, 10);
    EXPECT_FALSE(got.options.l || got.options.t);
    EXPECT_THAT(got.notes, IsEmpty());
}

TEST(VerdictConstraints, ThePolicyAsksWhereNothingIsSaid) {
    const Constrained got = constrained({}, {{"k", 8}, {"max_risk", 4}, {"l", 3}, {"t", 0.4}});
    EXPECT_EQ(got.options.k, 8);
    EXPECT_EQ(got.options.max_risk, 4);
    EXPECT_EQ(got.options.l, 3);
    EXPECT_EQ(got.options.t, 0.4);
    EXPECT_THAT(got.notes, ElementsAre("note: k = 8, max_risk = 4, l = 3, t = 0.4, as [verdict] of "
                                       "the policy asks"));
    // Nothing to be diverse in.
    EXPECT_FALSE(constrained({}, {{"l", 3}}, false).options.l);
    // One in twelve at most.
    EXPECT_EQ(constrained({}, {{"k", 3}, {"max_record_risk", 0.09}}).options.k, 12);
    // A profile by its name.
    EXPECT_EQ(constrained({}, {{"profile", "ema-0.09"}}).options.k, 12);
}

TEST(VerdictConstraints, WhatIsSaidCountsAndLessIsNoted) {
    Constrained got = constrained({.k = 3, .max_risk = 20}, {{"k", 8}, {"max_risk", 4}});
    EXPECT_EQ(got.options.k, 3);
    EXPECT_EQ(got.options.max_risk, 20);
    EXPECT_THAT(got.notes, ElementsAre(HasSubstr("k = 3 asks for less than [verdict]"),
                                       HasSubstr("max_risk = 20 asks for less than [verdict]")));
    got = constrained({.k = 9, .max_risk = 2}, {{"k", 8}, {"max_risk", 4}});
    EXPECT_EQ(got.options.k, 9);
    EXPECT_EQ(got.options.max_risk, 2);
    EXPECT_THAT(got.notes, IsEmpty());
}

TEST(PolicyWords, OfTheBestSingleMethodSayWhatWasTried) {
    EXPECT_EQ(search::best_single_words("mdav k=7", 12.34, false),
              "The best single method of the same guarantee, mdav k=7, loses 12.3 %.");
    EXPECT_THAT(search::best_single_words("exchange-groups k=10", 8.8, true),
                HasSubstr("refined groups were tried in one safe size only"));
}

}  // namespace
}  // namespace lethe::release
