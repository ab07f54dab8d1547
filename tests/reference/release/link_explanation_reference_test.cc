// Why a person is found, beside the definition: candidates as sets, distances by the attribute.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "assess.h"
#include "category_tables.h"
#include "lethe/data/column_stats.h"
#include "lethe/release/assess/link_explanation.h"
#include "lethe/space/attribute/attribute.h"

namespace lethe::release {
namespace {

using DistanceTo = std::function<double(std::int64_t record)>;

// The distances of one person by column, as distance-linkage documents them.
std::vector<DistanceTo> plain_distances(const Comparable& pair, std::int64_t person) {
    bool numbers = true;
    for (const ColumnPtr& column : pair.original.columns()) {
        numbers = numbers && column->is_numeric();
    }
    std::vector<DistanceTo> result;
    for (const ColumnPtr& column : pair.original.columns()) {
        const ColumnPtr masked = pair.masked.column_ptr(column->name());
        if (numbers) {
            const ColumnStats a = column_stats(test::threads(1), *column);
            const ColumnStats b = column_stats(test::threads(1), *masked);
            const auto z = [](const Column& its, const ColumnStats& stats, std::int64_t row) {
                const double value =
                    its.valid(row) ? its.numbers()[static_cast<std::size_t>(row)] : stats.mean;
                return stats.deviation() == 0 ? 0.0 : (value - stats.mean) / stats.deviation();
            };
            result.push_back([=](std::int64_t record) {
                return std::pow(z(*column, a, person) - z(*masked, b, record), 2);
            });
            continue;
        }
        AttributeOptions options;
        options.ordinal = OrdinalScale::steps_over_count;
        options.missing = MissingDistance::middle;
        const std::shared_ptr<Attribute> attribute = make_attribute(*column, masked.get(), options);
        result.push_back([=](std::int64_t record) {
            return attribute->distance(attribute->code(person), attribute->masked_code(record));
        });
    }
    return result;
}

struct PlainExplanation {
    std::vector<std::pair<std::string, std::size_t>> steps;
    std::int64_t nearer = 0, equal = 0;
};

PlainExplanation plainly_explained(const Comparable& pair, std::int64_t person,
                                   std::int64_t record) {
    constexpr double kDust = 1e-6;  // distances of these tables differ by much more, or not at all
    const std::vector<DistanceTo> distances = plain_distances(pair, person);
    PlainExplanation result;
    std::set<std::int64_t> candidates;
    for (std::int64_t other = 0; other < pair.masked.rows(); ++other) candidates.insert(other);
    std::set<std::size_t> open;
    for (std::size_t j = 0; j < distances.size(); ++j) open.insert(j);
    const auto kept = [&](std::size_t j) {
        std::set<std::int64_t> left;
        for (const std::int64_t other : candidates) {
            if (distances[j](other) <= distances[j](record) + kDust) left.insert(other);
        }
        return left;
    };
    while (!open.empty()) {
        std::size_t best = *open.begin();
        for (const std::size_t j : open) {
            if (kept(j).size() < kept(best).size()) best = j;
        }
        candidates = kept(best);
        open.erase(best);
        result.steps.emplace_back(pair.original.columns()[best]->name(), candidates.size());
    }
    const auto whole = [&](std::int64_t other) {
        double sum = 0;
        for (const DistanceTo& distance : distances) sum += distance(other);
        return sum;
    };
    for (std::int64_t other = 0; other < pair.masked.rows(); ++other) {
        const double apart = whole(other) - whole(record);
        result.nearer += apart < -kDust ? 1 : 0;
        result.equal += std::abs(apart) <= kDust ? 1 : 0;
    }
    return result;
}

// Whole numbers from `least`, so many of them; both ends are there. Eight steps of a range, and
// domains of four, are exact in the parts in which records of categories are measured.
ColumnPtr few_numbers(const std::string& name, const Stream& stream, std::int64_t rows,
                      double least, std::uint64_t distinct) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::uint64_t drawn = row % 4 == 0   ? 0
                                    : row % 4 == 1 ? distinct - 1
                                                   : stream.at(row).below(distinct);
        values.push_back(least + static_cast<double>(drawn));
    }
    return Column::numeric(name, std::move(values));
}

// Numbers alone, categories alone, or both, with rows dropped and missing values.
class LinkExplanationReference : public ::testing::Test {
  protected:
    void make(std::uint64_t seed) {
        Draws draws = Random(seed).stream("shape").at(0);
        const std::uint64_t sort = draws.below(3);
        const std::int64_t rows = 20 + static_cast<std::int64_t>(draws.below(30));
        std::vector<ColumnPtr> original, masked;
        if (sort != 0) {
            const Table table = test::random_categories(Random(seed), rows, 3, 4);
            const Table other = test::other_categories(table, Random(seed).part(1), 0.3);
            original = table.columns();
            masked = other.columns();
        }
        for (int j = 0; j < (sort == 1 ? 0 : 3); ++j) {
            const std::string name = "n" + std::to_string(j);
            original.push_back(few_numbers(name, Random(seed).stream(name), rows, 0, 9));
            // Within the range of the original: beyond it an attribute ends at 1.
            masked.push_back(few_numbers(name, Random(seed).part(2).stream(name), rows, 2, 5));
        }
        const Random holes = Random(seed).part(3);
        const std::uint64_t one_in = draws.below(2) == 0 ? 8 : 1000000;
        const Table before = test::with_missing(Table(original), holes.part(1), one_in);
        const Table after = test::with_missing(Table(masked), holes.part(2), one_in);
        for (std::int64_t row = rows - 1; row >= 0; --row) {
            if (row % 5 != 3) scenario_.origin.push_back(row);
        }
        pair_ = make_comparable(before, after.gather(scenario_.origin), before.names(),
                                scenario_.origin);
    }

    Comparable pair_;
    Scenario scenario_;
};

TEST_F(LinkExplanationReference, IsThatOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        SCOPED_TRACE(seed);
        scenario_ = {};
        make(seed);
        for (std::int64_t record = 0; record < pair_.masked.rows(); record += 4) {
            const std::int64_t person = scenario_.origin[static_cast<std::size_t>(record)];
            const LinkExplanation got = explain_link(pair_, scenario_, person, test::threads(2));
            const PlainExplanation expected = plainly_explained(pair_, person, record);
            ASSERT_EQ(got.record, record);
            ASSERT_EQ(got.steps.size(), expected.steps.size());
            std::int64_t before = got.records;
            for (std::size_t i = 0; i < got.steps.size(); ++i) {
                EXPECT_EQ(got.steps[i].column, expected.steps[i].first);
                EXPECT_EQ(got.steps[i].left, static_cast<std::int64_t>(expected.steps[i].second));
                EXPECT_NEAR(got.steps[i].bits,
                            std::log2(static_cast<double>(before)) -
                                std::log2(static_cast<double>(got.steps[i].left)),
                            1e-9);
                before = got.steps[i].left;
            }
            EXPECT_GE(got.left(), 1);
            EXPECT_EQ(got.distance.rank, expected.nearer + 1);
            EXPECT_EQ(got.distance.equally_near, expected.equal);
        }
    }
}

// What it says of linkage by distance is what that attack finds.
TEST_F(LinkExplanationReference, AgreesWithDistanceLinkage) {
    for (std::uint64_t seed = 200; seed < 240; ++seed) {
        SCOPED_TRACE(seed);
        scenario_ = {};
        make(seed);
        const Measurement attack =
            test::assess("distance-linkage", pair_.original, pair_.masked, {{"exposure", true}}, 1,
                         {.origin = scenario_.origin});
        const Json& listed = attack.private_details["exposure"];
        for (std::size_t i = 0; i < listed["original"].size(); ++i) {
            const std::int64_t person = listed["original"][i].get<std::int64_t>() - 1;
            const LinkExplanation got = explain_link(pair_, scenario_, person, test::threads(1));
            const double chance = got.record < 0 ? 0.0 : got.distance.chance();
            EXPECT_DOUBLE_EQ(chance, listed["exposure"][i].get<double>());
        }
    }
}

}  // namespace
}  // namespace lethe::release
