// Distance-based linkage against two plain loops over the definition, ties included.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "assess.h"

namespace lethe {
namespace {

using DistanceLinkageMatrix = std::vector<std::vector<double>>;  // by row

double distance_linkage_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

// Rows of numbers, missing ones at the mean of their column; standardised where asked for.
DistanceLinkageMatrix distance_linkage_matrix(const Table& table, bool standardise) {
    DistanceLinkageMatrix rows(static_cast<std::size_t>(table.rows()));
    for (const ColumnPtr& column : table.columns()) {
        std::vector<double> there;
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            if (column->valid(row))
                there.push_back(column->numbers()[static_cast<std::size_t>(row)]);
        }
        const double centre = there.empty() ? 0 : distance_linkage_mean(there);
        double squares = 0;
        for (const double value : there) squares += (value - centre) * (value - centre);
        const double deviation =
            there.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(there.size() - 1));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double value =
                column->valid(static_cast<std::int64_t>(i)) ? column->numbers()[i] : centre;
            const bool varies = deviation > 1e-12 * std::fabs(centre);
            rows[i].push_back(!standardise ? value : varies ? (value - centre) / deviation : 0);
        }
    }
    return rows;
}

double distance_linkage_distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

struct DistanceLinkageCounts {
    std::int64_t strict = 0;
    std::int64_t lax = 0;
    double expected = 0;
    std::int64_t records = 0;
};

// Records of people whose links are known are nobody else's.
std::vector<std::size_t> open_rows(const DistanceLinkageMatrix& masked, const test::Intruder& who) {
    std::vector<std::size_t> open;
    for (std::size_t j = 0; j < masked.size(); ++j) {
        const auto owner = who.origin.empty() ? static_cast<std::int64_t>(j) : who.origin[j];
        if (std::ranges::find(who.training, owner) == who.training.end()) open.push_back(j);
    }
    return open;
}

// A distance within rounding of the least counts as tied, so that the reference need not round as
// the product does. Whole numbers on the raw scale are exact and leave no doubt.
DistanceLinkageCounts linkage(const DistanceLinkageMatrix& original,
                              const DistanceLinkageMatrix& masked, const test::Intruder& who) {
    DistanceLinkageCounts counts;
    const std::vector<std::size_t> open = open_rows(masked, who);
    for (std::size_t i = 0; i < original.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        const auto holds = [&](const std::vector<std::int64_t>& rows) {
            return std::find(rows.begin(), rows.end(), row) != rows.end();
        };
        if (holds(who.training) || (!who.known.empty() && !holds(who.known))) continue;
        ++counts.records;
        double least = INFINITY;
        for (const std::size_t j : open)
            least = std::min(least, distance_linkage_distance(original[i], masked[j]));
        std::int64_t ties = 0;
        bool found = false;
        for (const std::size_t j : open) {
            if (distance_linkage_distance(original[i], masked[j]) > least * (1 + 1e-12) + 1e-24)
                continue;
            ++ties;
            found = found || (who.origin.empty() ? i == j : who.origin[j] == row);
        }
        if (!found) continue;
        ++counts.lax;
        counts.strict += ties == 1 ? 1 : 0;
        counts.expected += 1.0 / static_cast<double>(ties);
    }
    return counts;
}

void distance_linkage_expect_same(const Measurement& measured, const DistanceLinkageCounts& counts,
                                  std::uint64_t seed) {
    const auto share = [&](double part) {
        return counts.records == 0 ? 0 : 100 * part / static_cast<double>(counts.records);
    };
    EXPECT_EQ(measured.details["records"], counts.records) << seed;
    EXPECT_NEAR(measured.details["strict"].get<double>(), share(static_cast<double>(counts.strict)),
                1e-9)
        << seed;
    EXPECT_NEAR(measured.details["lax"].get<double>(), share(static_cast<double>(counts.lax)), 1e-9)
        << seed;
    EXPECT_NEAR(measured.value, share(counts.expected), 1e-9) << seed;
}

TEST(DistanceLinkage, WholeNumbersWithManyTies) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(1 + random.stream("rows").at(0).below(30));
        const int columns = 1 + static_cast<int>(seed % 4);
        const int distinct = 2 + static_cast<int>(seed % 7);
        const Table original = test::random_table(random, rows, columns, distinct);
        const Table masked = test::random_table(random.part(1), rows, columns, distinct);
        distance_linkage_expect_same(
            test::assess("distance-linkage", original, masked, {{"distance", "raw"}}),
            linkage(distance_linkage_matrix(original, false),
                    distance_linkage_matrix(masked, false), {}),
            seed);
    }
}

TEST(DistanceLinkage, StandardisedWithMissingValues) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(10 + random.stream("rows").at(0).below(40));
        Table original = test::random_table(random, rows, 3);
        Table masked = test::random_table(random.part(1), rows, 3);
        if (seed % 2 == 1) {
            original = test::with_missing(original, random.part(2), 5);
            masked = test::with_missing(masked, random.part(3), 5);
        }
        distance_linkage_expect_same(test::assess("distance-linkage", original, masked),
                                     linkage(distance_linkage_matrix(original, true),
                                             distance_linkage_matrix(masked, true), {}),
                                     seed);
    }
}

// Masked rows in any order, some dropped; some records known, some used for training.
TEST(DistanceLinkage, Scenarios) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(6 + random.stream("rows").at(0).below(30));
        const Table original = test::random_table(random, rows, 2, 6);
        test::Intruder who;
        who.origin = random_permutation(random.stream("order"), rows);
        who.origin.resize(static_cast<std::size_t>(
            1 + random.stream("kept").at(0).below(static_cast<std::uint64_t>(rows))));
        who.known = random_subset(random.stream("known"), rows, rows / 2);
        who.training = random_subset(random.stream("training"), rows, rows / 4);
        const Table masked =
            test::random_table(random.part(1), static_cast<std::int64_t>(who.origin.size()), 2, 6);
        distance_linkage_expect_same(
            test::assess("distance-linkage", original, masked, {{"distance", "raw"}}, 1, who),
            linkage(distance_linkage_matrix(original, false),
                    distance_linkage_matrix(masked, false), who),
            seed);
    }
}

// The 2 x 2 covariance of the differences, inverted by hand.
DistanceLinkageCounts distance_linkage_mahalanobis(const DistanceLinkageMatrix& original,
                                                   const DistanceLinkageMatrix& masked) {
    const auto n = static_cast<double>(original.size());
    double m0 = 0, m1 = 0;
    for (std::size_t i = 0; i < original.size(); ++i) {
        m0 += (original[i][0] - masked[i][0]) / n;
        m1 += (original[i][1] - masked[i][1]) / n;
    }
    double s00 = 0, s01 = 0, s11 = 0;
    for (std::size_t i = 0; i < original.size(); ++i) {
        const double d0 = original[i][0] - masked[i][0] - m0;
        const double d1 = original[i][1] - masked[i][1] - m1;
        s00 += d0 * d0 / (n - 1);
        s01 += d0 * d1 / (n - 1);
        s11 += d1 * d1 / (n - 1);
    }
    const double determinant = s00 * s11 - s01 * s01;
    DistanceLinkageCounts counts;
    counts.records = static_cast<std::int64_t>(original.size());
    for (std::size_t i = 0; i < original.size(); ++i) {
        const auto form = [&](std::size_t j) {
            const double d0 = original[i][0] - masked[j][0];
            const double d1 = original[i][1] - masked[j][1];
            return (s11 * d0 * d0 - 2 * s01 * d0 * d1 + s00 * d1 * d1) / determinant;
        };
        double least = INFINITY;
        for (std::size_t j = 0; j < masked.size(); ++j) least = std::min(least, form(j));
        std::int64_t ties = 0;
        for (std::size_t j = 0; j < masked.size(); ++j) {
            if (form(j) <= least * (1 + 1e-12) + 1e-24) ++ties;
        }
        if (form(i) > least * (1 + 1e-12) + 1e-24) continue;
        ++counts.lax;
        counts.strict += ties == 1 ? 1 : 0;
        counts.expected += 1.0 / static_cast<double>(ties);
    }
    return counts;
}

double squared_differences(const Table& original, const Table& masked, std::size_t column) {
    const auto x = original.columns()[column]->numbers();
    const auto y = masked.columns()[column]->numbers();
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

// Whole numbers, each column shuffled on its own as swapping does: ties by the dozen, which scaling
// must not break.
TEST(DistanceLinkage, SwappedWholeNumbers) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Random random(seed);
        const std::int64_t rows = 8 + static_cast<std::int64_t>(seed % 50);
        const Table original = test::random_table(random, rows, 2, 5 + static_cast<int>(seed % 30));
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : original.columns()) {
            columns.push_back(
                column->gather(random_permutation(random.stream(column->name() + "'"), rows)));
        }
        const Table masked(std::move(columns));
        distance_linkage_expect_same(test::assess("distance-linkage", original, masked),
                                     linkage(distance_linkage_matrix(original, true),
                                             distance_linkage_matrix(masked, true), {}),
                                     seed);
        // Mahalanobis keeps mirrored ties. Differences of equal variance would make others.
        if (squared_differences(original, masked, 0) == squared_differences(original, masked, 1)) {
            continue;
        }
        distance_linkage_expect_same(
            test::assess("distance-linkage", original, masked, {{"distance", "mahalanobis"}}),
            distance_linkage_mahalanobis(distance_linkage_matrix(original, false),
                                         distance_linkage_matrix(masked, false)),
            seed);
    }
}

TEST(DistanceLinkage, MahalanobisOfTwoColumns) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Random random(seed);
        const Table original = test::random_table(random, 4 + static_cast<int>(seed % 40), 2);
        const Table masked = test::random_table(random.part(1), 4 + static_cast<int>(seed % 40), 2);
        distance_linkage_expect_same(
            test::assess("distance-linkage", original, masked, {{"distance", "mahalanobis"}}),
            distance_linkage_mahalanobis(distance_linkage_matrix(original, false),
                                         distance_linkage_matrix(masked, false)),
            seed);
    }
}

}  // namespace
}  // namespace lethe
