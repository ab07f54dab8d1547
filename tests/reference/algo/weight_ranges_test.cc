// The ranges of optimal weights against the corners of their polyhedron, all of them tried.
#include "lethe/algo/learnt/weight_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "lethe/algo/learnt/supervised_linkage.h"
#include "linkage.h"

namespace lethe {
namespace {

using WeightRangesRow = std::vector<double>;

double weight_ranges_product(const WeightRangesRow& a, const WeightRangesRow& b) {
    double sum = 0;
    for (std::size_t f = 0; f < a.size(); ++f) sum += a[f] * b[f];
    return sum;
}

// Where both rows are tight and the three weights sum to 1.
std::optional<WeightRangesRow> corner(const WeightRangesRow& a, const WeightRangesRow& b) {
    const WeightRangesRow one{1, 1, 1};
    const auto cross = [](const WeightRangesRow& x, const WeightRangesRow& y) {
        return WeightRangesRow{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                               x[0] * y[1] - x[1] * y[0]};
    };
    WeightRangesRow line = cross(a, b);
    const double sum = weight_ranges_product(line, one);
    if (std::abs(sum) < 1e-12) return std::nullopt;
    for (double& value : line) value /= sum;
    return line;
}

std::vector<WeightRange> by_corners(const AlignedRecords& records,
                                    const std::vector<std::int32_t>& blocks) {
    const DistanceModel mean{DistanceFamily::weighted_mean};
    std::vector<WeightRangesRow> rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const std::int32_t i : blocks) {
        for (std::int32_t j = 0; j < records.competitors(); ++j) {
            if (records.competes(i, j)) rows.push_back(test::gap_row(mean, records, i, j));
        }
    }
    std::vector<WeightRange> ranges(3, {1.0, 0.0});
    for (std::size_t a = 0; a < rows.size(); ++a) {
        for (std::size_t b = a + 1; b < rows.size(); ++b) {
            const auto point = corner(rows[a], rows[b]);
            if (!point) continue;
            const bool inside = std::ranges::all_of(rows, [&](const WeightRangesRow& row) {
                return weight_ranges_product(row, *point) >= -1e-9;
            });
            for (std::size_t l = 0; inside && l < 3; ++l) {
                ranges[l].least = std::min(ranges[l].least, (*point)[l]);
                ranges[l].most = std::max(ranges[l].most, (*point)[l]);
            }
        }
    }
    return ranges;
}

TEST(WeightRanges, AreThoseOfAllCorners) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const test::LinkageInstance instance =
            seed % 2 == 0 ? test::real_instance(seed, 6, 3, 0.5 + 0.01 * static_cast<double>(seed))
                          : test::whole_instance(seed, 6, 3, 6, 2);
        const AlignedRecords records = instance.view();
        const SupervisedLinkage found =
            supervised_linkage(Context(), {DistanceFamily::weighted_mean}, records);
        ASSERT_EQ(found.ranges.size(), 3U);
        const auto expected = by_corners(records, found.search.satisfied);
        for (std::size_t l = 0; l < 3; ++l) {
            EXPECT_NEAR(found.ranges[l].least, std::max(0.0, expected[l].least), 1e-6) << seed;
            EXPECT_NEAR(found.ranges[l].most, expected[l].most, 1e-6) << seed;
        }
    }
}

TEST(WeightRanges, HoldTheWeightsThatWereFound) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const bool easy = seed % 2 == 0;  // nearly everybody is found by nearly any weights
        const test::LinkageInstance instance =
            test::real_instance(seed, easy ? 150 : 60, 6, easy ? 0.03 : 0.4);
        const SupervisedLinkage found =
            supervised_linkage(Context(), {DistanceFamily::weighted_mean}, instance.view());
        ASSERT_EQ(found.ranges.size(), 6U);
        double sum = 0;
        for (const double weight : found.search.parameters) sum += weight;
        for (std::size_t l = 0; l < 6; ++l) {
            const double weight = found.search.parameters[l] / sum;
            EXPECT_LE(found.ranges[l].least, weight + 1e-9);
            EXPECT_GE(found.ranges[l].most, weight - 1e-9);
        }
    }
}

}  // namespace
}  // namespace lethe
