// Whoever knows the links of some people does not look for others among these people's records.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "assess.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::release {
namespace {

using test::assess;
using test::Intruder;

struct OpenAttack {
    std::string name;
    Json parameters = Json::object();
};

// The same measures of distance and likelihood whoever is looked for: leaving out candidates that
// are not the own record can only bring the own one forward.
std::vector<OpenAttack> fixed_attacks() {
    const Json noise = {
        {"steps", Json::array({{{"method", "noise"}, {"parameters", {{"p", 10}}}}})}};
    const Json swapped = {
        {"steps", Json::array({{{"method", "rank-swapping"}, {"parameters", {{"p", 30}}}}})}};
    return {{"distance-linkage"},
            {"distance-linkage", {{"distance", "raw"}}},
            {"matching-linkage"},
            {"semantic-linkage"},
            {"reidentification-risk"},
            {"noise-linkage", {{"p", 10}}},
            {"rank-swapping-intersection", {{"window", 3}}},
            {"microaggregation-intersection", {{"group_size", 1}}},
            {"microaggregation-intersection", {{"group_size", 2}, {"t", 2}}},
            {"known-masking-linkage", noise},
            {"known-masking-linkage", swapped},
            {"parametric-linkage"},
            {"parametric-linkage", {{"direction", "from-release"}}}};
}

struct OpenCase {
    Table original;
    Table masked;
    Intruder without;  // looks for the same people, and holds nobody's link
    Intruder with;
    std::vector<std::int64_t> open;  // rows of the release that are not linked
};

OpenCase open_case(const Random& random, bool drops) {
    Draws draws = random.stream("case").at(0);
    const auto rows = static_cast<std::int64_t>(5 + draws.below(10));
    std::vector<ColumnPtr> original, masked;
    OpenCase made;
    std::vector<std::int64_t> kept;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (!drops || row < 2 || draws.below(5) != 0) kept.push_back(row);
        (draws.below(3) == 0 ? made.with.training : made.without.known).push_back(row);
    }
    if (made.without.known.empty()) {
        made.without.known.push_back(made.with.training.back());
        made.with.training.pop_back();
    }
    for (const char* name : {"a", "b"}) {
        std::vector<double> before, after;
        for (std::int64_t row = 0; row < rows; ++row) {
            before.push_back(static_cast<double>(draws.below(6)));
            after.push_back(before.back() + static_cast<double>(draws.below(3)) - 1);
        }
        original.push_back(Column::numeric(name, before));
        masked.push_back(Column::numeric(name, after)->gather(kept));
    }
    made.original = Table(std::move(original));
    made.masked = Table(std::move(masked));
    if (drops) made.with.origin = made.without.origin = kept;
    for (std::size_t place = 0; place < kept.size(); ++place) {
        if (!std::ranges::count(made.with.training, kept[place])) {
            made.open.push_back(static_cast<std::int64_t>(place));
        }
    }
    return made;
}

TEST(OpenRecords, KnowingLinksNeverHidesTheOthers) {
    for (const OpenAttack& attack : fixed_attacks()) {
        std::int64_t more = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            const OpenCase made = open_case(Random(seed), seed % 2 == 1);
            const Measurement without =
                assess(attack.name, made.original, made.masked, attack.parameters, 1, made.without);
            const Measurement with =
                assess(attack.name, made.original, made.masked, attack.parameters, 1, made.with);
            ASSERT_EQ(without.details["records"], with.details["records"])
                << attack.name << " " << seed;
            ASSERT_GE(with.value, without.value - 1e-9) << attack.name << " " << seed;
            ASSERT_LE(with.value, 100.0 + 1e-9);
            more += with.value > without.value + 1e-9 ? 1 : 0;
        }
        EXPECT_GT(more, 15) << attack.name;
    }
}

// Where nothing is learnt from the release as a whole, the records might as well not be there.
TEST(OpenRecords, FindWhatAReleaseWithoutTheKnownRecordsShows) {
    for (const OpenAttack& attack : std::vector<OpenAttack>{
             {"matching-linkage"}, {"distance-linkage", {{"distance", "raw"}}}}) {
        for (std::uint64_t seed = 0; seed < 1500; ++seed) {
            const OpenCase made = open_case(Random(seed), seed % 2 == 1);
            if (made.open.empty()) continue;
            Intruder rest = made.without;
            rest.origin.clear();
            for (const std::int64_t row : made.open) {
                rest.origin.push_back(made.with.origin.empty()
                                          ? row
                                          : made.with.origin[static_cast<std::size_t>(row)]);
            }
            const Measurement got =
                assess(attack.name, made.original, made.masked, attack.parameters, 1, made.with);
            const Measurement want =
                assess(attack.name, made.original, made.masked.gather(made.open), attack.parameters,
                       1, rest);
            ASSERT_EQ(got.details, want.details) << attack.name << " " << seed;
        }
    }
}

// The model is fitted anew, so that a single figure may fall; on the whole they rise.
TEST(OpenRecords, ProbabilisticLinkageFindsMoreOnTheWhole) {
    for (const char* model : {"em", "known"}) {
        double with = 0, without = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            const OpenCase made = open_case(Random(seed), seed % 2 == 1);
            const Json parameters =
                std::string(model) == "em" ? Json::object() : Json{{"model", model}};
            const Measurement more = assess("probabilistic-linkage", made.original, made.masked,
                                            parameters, 1, made.with);
            const Measurement less = assess("probabilistic-linkage", made.original, made.masked,
                                            parameters, 1, made.without);
            ASSERT_EQ(more.details["people"], less.details["people"]);
            with += more.value;
            without += less.value;
        }
        EXPECT_GT(with, 1.1 * without) << model;
    }
}

// Two people each share a record's values; of one of them the link is known.
TEST(OpenRecords, ThePartnerOfAKnownLinkIsFound) {
    std::vector<double> before, second, after, second_after;
    Intruder one_each;
    for (int pair = 0; pair < 12; ++pair) {
        for (int one = 0; one < 2; ++one) {
            before.push_back(10.0 * pair + one);
            second.push_back((pair * 7) % 12 * 10.0 - one);
            after.push_back(10.0 * pair + 0.5);
            second_after.push_back((pair * 7) % 12 * 10.0 - 0.5);
            if (one == pair % 2) one_each.training.push_back(2 * pair + one);
        }
    }
    const Table original({Column::numeric("x", before), Column::numeric("y", second)});
    const Table masked({Column::numeric("x", after), Column::numeric("y", second_after)});
    for (const OpenAttack& attack :
         std::vector<OpenAttack>{{"distance-linkage"},
                                 {"distance-linkage", {{"distance", "mahalanobis"}}},
                                 {"probabilistic-linkage"},
                                 {"supervised-linkage"},
                                 {"hrla"},
                                 {"learnt-linkage"},
                                 {"parametric-linkage"},
                                 {"semantic-linkage"}}) {
        const Measurement found =
            assess(attack.name, original, masked, attack.parameters, 1, one_each);
        EXPECT_DOUBLE_EQ(100.0, found.value) << attack.name;
    }
}

TEST(OpenRecords, WhatTheIntruderKnowsIsSaid) {
    OpenCase made = open_case(Random(3), false);
    made.with.training = {0, 2};
    Scenario scenario;
    scenario.training = made.with.training;
    const Comparable pair =
        make_comparable(made.original, made.masked, made.original.names(), {}, {});
    const std::vector<Choice> attacks = {{"distance-linkage"}, {"reidentification-risk"}};
    const Context context = test::threads(1);
    const Assessed assessed =
        run_assessments(Family::attack, attacks, pair, scenario, true, Random(1), context);
    const std::string links =
        fmt::format("which released records belong to {} others", made.with.training.size());
    EXPECT_EQ(assessed.results[0].knows, links);
    EXPECT_EQ(assessed.results[1].knows, "the form in which values are released, and " + links);
}

}  // namespace
}  // namespace lethe::release
