// Linking each masked record to its heaviest known one, against every pair looked at one by one.
#include <gtest/gtest.h>

#include <cmath>

#include "assess.h"
#include "category_tables.h"
#include "lethe/algo/linkage/two_class_em.h"

namespace lethe {
namespace {

// By the texts of the values; missing agrees with nothing.
unsigned pattern_of(const Table& original, std::int64_t x, const Table& masked, std::int64_t y) {
    unsigned pattern = 0;
    for (std::size_t j = 0; j < original.columns().size(); ++j) {
        const Column& a = *original.columns()[j];
        const Column& b = *masked.columns()[j];
        if (a.valid(x) && b.valid(y) && a.text(x) == b.text(y)) pattern |= 1U << j;
    }
    return pattern;
}

// In percent of the records.
double expected_links(const Table& original, const Table& masked,
                      const std::vector<std::int64_t>& records,
                      const std::vector<std::int64_t>& origin) {
    AgreementCounts counts{std::ssize(records), masked.rows(),
                           static_cast<int>(original.columns().size()),
                           std::vector<std::int64_t>(std::size_t{1} << original.columns().size())};
    for (const std::int64_t x : records) {
        for (std::int64_t y = 0; y < masked.rows(); ++y) {
            ++counts.pairs[pattern_of(original, x, masked, y)];
        }
    }
    const TwoClassModel model = em_two_class(counts);
    double right = 0;
    for (std::int64_t y = 0; y < masked.rows(); ++y) {
        const auto weight = [&](std::int64_t x) {
            return model.weights[pattern_of(original, x, masked, y)];
        };
        double most = -INFINITY;
        for (const std::int64_t x : records) most = std::max(most, weight(x));
        double equals = 0;
        bool own = false;
        for (const std::int64_t x : records) {
            if (weight(x) < most - 1e-9) continue;
            ++equals;
            const std::int64_t from = origin.empty() ? y : origin[static_cast<std::size_t>(y)];
            own = own || x == from;
        }
        if (own) right += 1 / equals;
    }
    return 100 * right / static_cast<double>(records.size());
}

TEST(HeaviestLinks, AgreeWithEveryPairLookedAt) {
    for (std::uint64_t seed = 1; seed <= 800; ++seed) {
        SCOPED_TRACE(seed);
        const Random random(seed);
        Draws draws = random.stream("shape").at(0);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(30));
        const int columns = 1 + static_cast<int>(draws.below(4));
        Table original = test::random_categories(random, rows, columns,
                                                 static_cast<std::int32_t>(1 + draws.below(5)));
        Table masked = test::other_categories(original, random.part(1), 0.3, 0.1);
        if (draws.below(2) == 0) original = test::with_missing(original, random.part(2), 6);
        test::Intruder who;
        std::vector<std::int64_t> records;
        for (std::int64_t row = 0; row < rows; ++row) records.push_back(row);
        if (draws.below(3) == 0) {
            who.origin = random_subset(random.stream("kept"), rows, (rows + 1) / 2);
            masked = masked.gather(who.origin);
        }
        if (draws.below(3) == 0) {
            who.known = random_subset(random.stream("known"), rows, (rows + 1) / 2);
            records = who.known;
        }
        const Json rule{{"rule", "heaviest"}, {"direction", "release"}, {"comparison", "exact"}};
        const Measurement result =
            test::assess("probabilistic-linkage", original, masked, rule, 2, who);
        EXPECT_NEAR(result.value, expected_links(original, masked, records, who.origin), 1e-9);
        // The other rule reports the same figure beside its own.
        const Measurement both =
            test::assess("probabilistic-linkage", original, masked,
                         {{"direction", "release"}, {"comparison", "exact"}}, 1, who);
        EXPECT_EQ(both.details["heaviest"], result.details["heaviest"]);
        EXPECT_EQ(both.value, both.details["assignment"].get<double>());
    }
}

TEST(HeaviestLinks, OfNumbersWithinATolerance) {
    const Table original = test::numeric_table({{"a", {0, 10, 20, 30}}, {"b", {0, 5, 5, 9}}});
    const Table masked = test::numeric_table({{"a", {1, 11, 19, 31}}, {"b", {0, 5, 5, 9}}});
    const Measurement result =
        test::assess("probabilistic-linkage", original, masked,
                     {{"rule", "heaviest"}, {"comparison", "tolerance"}, {"tolerance", 0.1}});
    EXPECT_EQ(result.value, 100);
}

}  // namespace
}  // namespace lethe
