// Nearest neighbours against counting all pairs, on thousands of small pairs of files.
#include "lethe/algo/linkage/neighbours.h"

#include <gtest/gtest.h>

#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

using NeighboursRows = std::vector<std::vector<double>>;

NumericSpace space_of(const NeighboursRows& rows, std::int64_t dims) {
    std::vector<double> values;
    for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
    return NumericSpace(std::move(values), std::ssize(rows), dims);
}

// All pairs: the minimum first, then who attains it.
Nearest reference(const std::vector<double>& query, const NeighboursRows& targets,
                  std::int64_t match) {
    std::vector<double> distances;
    for (const auto& target : targets) {
        double sum = 0.0;
        for (std::size_t j = 0; j < query.size(); ++j) {
            sum += (query[j] - target[j]) * (query[j] - target[j]);
        }
        distances.push_back(sum);
    }
    Nearest result;
    for (const double distance : distances) result.distance = std::min(result.distance, distance);
    for (std::size_t i = distances.size(); i-- > 0;) {
        if (distances[i] != result.distance) continue;
        ++result.ties;
        result.row = static_cast<std::int64_t>(i);
        if (result.row == match) result.has_match = true;
    }
    return result;
}

void expect_equal(const Nearest& found, const Nearest& expected) {
    ASSERT_EQ(found.distance, expected.distance);
    ASSERT_EQ(found.ties, expected.ties);
    ASSERT_EQ(found.row, expected.row);
    ASSERT_EQ(found.has_match, expected.has_match);
}

// Values on a coarse or fine grid, or normal; some rows repeat an earlier one.
NeighboursRows neighbours_random_rows(Draws& draws, std::uint64_t rows, std::int64_t dims,
                                      std::uint64_t distinct) {
    NeighboursRows result;
    const bool repeats = draws.below(2) == 0;
    for (std::uint64_t i = 0; i < rows; ++i) {
        if (repeats && i > 0 && draws.below(2) == 0) {
            result.push_back(result[draws.below(i)]);
            continue;
        }
        std::vector<double> row;
        for (std::int64_t j = 0; j < dims; ++j) {
            row.push_back(distinct == 0 ? draws.normal()
                                        : static_cast<double>(draws.below(distinct)) - 1.0);
        }
        result.push_back(std::move(row));
    }
    return result;
}

TEST(NeighboursReference, SmallFiles) {
    const Stream stream = Random(21).stream("files");
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const auto dims = static_cast<std::int64_t>(1 + draws.below(6));
        const std::uint64_t distinct = std::vector<std::uint64_t>{0, 2, 4, 50}[draws.below(4)];
        const std::uint64_t targets = 1 + draws.below(run % 20 == 0 ? 600 : 80);
        const NeighboursRows x = neighbours_random_rows(draws, draws.below(80), dims, distinct);
        const NeighboursRows y = neighbours_random_rows(draws, targets, dims, distinct);
        std::vector<std::int64_t> matches;
        if (draws.below(2) == 0) {
            for (std::size_t i = 0; i < x.size(); ++i) {
                matches.push_back(static_cast<std::int64_t>(draws.below(targets + 1)) - 1);
            }
        }
        const NumericSpace queries = space_of(x, dims), files = space_of(y, dims);
        const auto found = nearest_of_all(test::threads(1 + run % 2), queries, files, matches);
        const auto plain = plain_nearest_of_all(Context(), queries, files, matches);
        ASSERT_EQ(found.size(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto row = static_cast<std::int64_t>(i);
            const std::int64_t match = !matches.empty() ? matches[i] : i < y.size() ? row : -1;
            const Nearest expected = reference(x[i], y, match);
            expect_equal(found[i], expected);
            expect_equal(plain[i], expected);
        }
    }
}

TEST(NeighboursReference, ThreadsDoNotMatter) {
    const Random random(22);
    Draws draws = random.stream("files").at(0);
    const NumericSpace x = space_of(neighbours_random_rows(draws, 30000, 3, 40), 3);
    const NumericSpace y = space_of(neighbours_random_rows(draws, 30000, 3, 40), 3);
    const auto one = nearest_of_all(test::threads(1), x, y);
    const auto two = nearest_of_all(test::threads(2), x, y);
    for (std::size_t i = 0; i < one.size(); ++i) expect_equal(two[i], one[i]);
}

TEST(NeighboursReference, MatchesMustFit) {
    const NumericSpace two({0.0, 1.0}, 2, 1);
    EXPECT_THROW(nearest_of_all(Context(), two, two, std::vector<std::int64_t>{0, 2}), Error);
    EXPECT_THROW(nearest_of_all(Context(), two, two, std::vector<std::int64_t>{0}), Error);
    EXPECT_THROW(nearest_of_all(Context(), two, NumericSpace({0.0, 1.0}, 1, 2)), Error);
}

// Abril: Privacy protection methods for documents and risk evaluation for microdata (2014), table
// 2.2, masked by MDAV: no strict link, five lax ones, 41.67 % expected.
TEST(NeighboursReference, PublishedExample) {
    const Table original =
        test::numeric_table({{"age", {23, 18, 58, 46, 18, 23}},
                             {"salary", {25000, 10000, 12000, 30000, 10000, 14000}}});
    const Table masked =
        test::numeric_table({{"age", {34.5, 18, 40.5, 34.5, 18, 40.5}},
                             {"salary", {27500, 10000, 13000, 27500, 10000, 13000}}});
    const std::vector<std::string> columns{"age", "salary"};
    const auto found =
        nearest_of_all(Context(), numeric_space(Context(), original, columns, Scaling::zscore),
                       numeric_space(Context(), masked, columns, Scaling::zscore));
    int strict = 0, lax = 0;
    double expected = 0.0;
    for (const Nearest& nearest : found) {
        if (!nearest.has_match) continue;
        ++lax;
        if (nearest.ties == 1) ++strict;
        expected += 1.0 / static_cast<double>(nearest.ties);
    }
    EXPECT_EQ(strict, 0);
    EXPECT_EQ(lax, 5);
    EXPECT_DOUBLE_EQ(expected, 2.5);
}

}  // namespace
}  // namespace lethe
