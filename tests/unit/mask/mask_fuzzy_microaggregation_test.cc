#include <map>
#include <set>

#include "lethe/data/groups.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::run_mask;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(MaskFuzzyMicroaggregation, PublishesCentresAndCountsThem) {
    const Table table = test::random_table(Random(3), 400, 3);
    const MaskOutput output = run_mask("fuzzy-microaggregation", table, {{"k", 5}});
    EXPECT_EQ(output.facts["clusters"], 80);
    EXPECT_TRUE(output.facts["rounds"].get<int>() <= 300);
    const Table masked = test::result(table, output);
    const Groups groups = group_rows(test::threads(1), masked, masked.names());
    EXPECT_EQ(output.facts["published_combinations"], groups.classes());
    EXPECT_LE(groups.classes(), 80);
    std::int64_t records = 0;
    for (const auto& [size, times] : output.facts["multiplicities"].items()) {
        records += std::stol(size) * times.get<std::int64_t>();
    }
    EXPECT_EQ(records, 400);
    EXPECT_EQ(output.facts["records_alone"],
              std::count(groups.sizes.begin(), groups.sizes.end(), 1));
    ASSERT_FALSE(output.warnings.empty());
    EXPECT_THAT(output.warnings.back(), HasSubstr("not k-anonymous"));
}

// Two clumps and one record between them, twice as far from one as from the other. With the centres
// where the clumps are, its memberships are 16/17 and 1/17 for m2 = 1.5 (squared distances 1 : 4).
TEST(MaskFuzzyMicroaggregation, DrawsByMembership) {
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) values.push_back(i % 2 == 0 ? 0.0 : 3.0);
    values.push_back(1.0);
    const Table table = test::numeric_table({{"a", values}});
    const Json params{{"k", 100}, {"m1", 1.01}, {"m2", 1.5}};
    std::map<bool, int> high;
    constexpr int kSamples = 3000;
    for (std::uint64_t seed = 0; seed < kSamples; ++seed) {
        const Table masked = mask("fuzzy-microaggregation", table, params, {.seed = seed});
        ++high[masked.column("a").numbers()[200] > 1.5];
    }
    // The lower centre is pulled to 1/101 by the record itself.
    const double q0 = (1 - 1.0 / 101) * (1 - 1.0 / 101), q1 = 4.0;
    const double share = 1 / (1 + (q1 / q0) * (q1 / q0));
    EXPECT_NEAR(high[true], kSamples * share, 5 * std::sqrt(kSamples * share));
}

TEST(MaskFuzzyMicroaggregation, ASmallM2PublishesTheNearestCentre) {
    const Table table = test::random_table(Random(3), 300, 2);
    const Table crisp =
        mask("fuzzy-microaggregation", table, {{"k", 10}, {"m2", 1.0001}}, {.seed = 1});
    const Table again =
        mask("fuzzy-microaggregation", table, {{"k", 10}, {"m2", 1.0001}}, {.seed = 2});
    EXPECT_TRUE(test::same_cells(crisp, again));  // nothing is left to chance
    const Table fuzzy = mask("fuzzy-microaggregation", table, {{"k", 10}, {"m2", 2}});
    const auto loss = [&](const Table& masked) {
        double sum = 0;
        for (const char* name : {"a", "b"}) {
            const auto x = numbers(table, name), y = numbers(masked, name);
            for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
        }
        return sum;
    };
    EXPECT_GT(loss(fuzzy), 2 * loss(crisp));
}

TEST(MaskFuzzyMicroaggregation, PerAttributeMixesCentres) {
    const Table table = test::random_table(Random(3), 300, 2);
    const Json params{{"k", 10}, {"m2", 2}};
    const MaskOutput together = run_mask("fuzzy-microaggregation", table, params);
    Json apart_params = params;
    apart_params["per_attribute"] = true;
    const MaskOutput apart = run_mask("fuzzy-microaggregation", table, apart_params);
    EXPECT_LE(together.facts["published_combinations"].get<int>(), 30);
    EXPECT_GT(apart.facts["published_combinations"].get<int>(), 100);
    // Each column still takes its values from the same thirty centres.
    for (const char* name : {"a", "b"}) {
        const auto values = numbers(test::result(table, apart), name);
        EXPECT_LE(std::set<double>(values.begin(), values.end()).size(), 30U);
    }
}

TEST(MaskFuzzyMicroaggregation, Problems) {
    const Table small = test::random_table(Random(2), 9, 1);
    EXPECT_THAT(test::problems("fuzzy-microaggregation", small, {{"k", 5}}),
                ElementsAre(HasSubstr("two clusters of k = 5")));
    EXPECT_THAT(test::problems("fuzzy-microaggregation", small, {{"m1", 1}, {"m2", 0}}),
                ElementsAre(HasSubstr("m1"), HasSubstr("m2")));
    const Table large = test::random_table(Random(2), 1000000, 1);
    EXPECT_THAT(test::problems("fuzzy-microaggregation", large, {{"k", 5}}),
                ElementsAre(HasSubstr("a k of at least 300, or fewer rounds")));
    EXPECT_THAT(test::problems("fuzzy-microaggregation", large, {{"k", 300}}), ElementsAre());
}

}  // namespace
}  // namespace lethe
