// Assignments against all permutations, and against the textbook Hungarian algorithm.
#include "lethe/algo/linkage/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

struct Weights {
    std::int64_t rows;
    std::int64_t columns;
    std::vector<double> values;

    double at(std::int64_t i, std::int64_t j) const {
        return values[static_cast<std::size_t>(i * columns + j)];
    }
};

Weights random_weights(Draws& draws, std::int64_t rows, std::int64_t columns,
                       std::uint64_t distinct) {
    Weights weights{rows, columns, {}};
    for (std::int64_t i = 0; i < rows * columns; ++i) {
        weights.values.push_back(distinct == 0 ? draws.normal()
                                               : static_cast<double>(draws.below(distinct)) - 2.0);
    }
    return weights;
}

double sum_of(const Weights& weights, const std::vector<std::int64_t>& column_of) {
    double sum = 0.0;
    for (std::size_t i = 0; i < column_of.size(); ++i) {
        if (column_of[i] >= 0) sum += weights.at(static_cast<std::int64_t>(i), column_of[i]);
    }
    return sum;
}

// As many pairs as there can be, no column twice.
void assignment_expect_sound(const Weights& weights, const std::vector<std::int64_t>& column_of) {
    ASSERT_EQ(std::ssize(column_of), weights.rows);
    std::vector<int> used(static_cast<std::size_t>(weights.columns), 0);
    std::int64_t pairs = 0;
    for (const std::int64_t column : column_of) {
        if (column < 0) continue;
        ++pairs;
        ASSERT_LT(column, weights.columns);
        ASSERT_EQ(used[static_cast<std::size_t>(column)]++, 0);
    }
    ASSERT_EQ(pairs, std::min(weights.rows, weights.columns));
}

// Tries everything: columns for rows from `row` on; at most `spare` rows may stay without one.
double best_of_all(const Weights& weights, std::int64_t row, std::int64_t spare,
                   std::vector<bool>& used, double sign) {
    if (row == weights.rows) return 0.0;
    double best = -std::numeric_limits<double>::infinity();
    if (spare > 0) best = best_of_all(weights, row + 1, spare - 1, used, sign);
    for (std::int64_t j = 0; j < weights.columns; ++j) {
        const auto column = static_cast<std::size_t>(j);
        if (used[column]) continue;
        used[column] = true;
        best = std::max(
            best, sign * weights.at(row, j) + best_of_all(weights, row + 1, spare, used, sign));
        used[column] = false;
    }
    return best;
}

TEST(AssignmentReference, AgainstAllPermutations) {
    const Stream stream = Random(41).stream("weights");
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const auto longest = run % 50 == 0 ? 7U : 5U;
        const auto rows = static_cast<std::int64_t>(1 + draws.below(longest));
        const auto columns = static_cast<std::int64_t>(1 + draws.below(longest));
        const std::uint64_t distinct = std::vector<std::uint64_t>{0, 1, 2, 3, 100}[draws.below(5)];
        const Weights weights = random_weights(draws, rows, columns, distinct);
        const Goal goal = draws.below(2) == 0 ? Goal::minimise : Goal::maximise;
        const auto found = assign(Context(), weights.values, rows, columns, goal);
        assignment_expect_sound(weights, found);
        const double sign = goal == Goal::minimise ? -1.0 : 1.0;
        std::vector<bool> used(static_cast<std::size_t>(columns), false);
        const double best =
            best_of_all(weights, 0, std::max<std::int64_t>(0, rows - columns), used, sign);
        ASSERT_NEAR(sign * sum_of(weights, found), best, distinct == 0 ? 1e-12 : 0.0) << run;
    }
}

// The Hungarian algorithm with potentials of rows and columns, rows <= columns.
double hungarian(const Weights& weights) {
    const auto n = static_cast<std::size_t>(weights.rows);
    const auto m = static_cast<std::size_t>(weights.columns);
    std::vector<double> u(n + 1, 0.0), v(m + 1, 0.0);
    std::vector<std::size_t> row_of(m + 1, 0), way(m + 1, 0);
    for (std::size_t i = 1; i <= n; ++i) {
        row_of[0] = i;
        std::size_t column = 0;
        std::vector<double> least(m + 1, std::numeric_limits<double>::infinity());
        std::vector<bool> used(m + 1, false);
        do {
            used[column] = true;
            const std::size_t row = row_of[column];
            double delta = std::numeric_limits<double>::infinity();
            std::size_t next = 0;
            for (std::size_t j = 1; j <= m; ++j) {
                if (used[j]) continue;
                const double reduced = weights.at(static_cast<std::int64_t>(row) - 1,
                                                  static_cast<std::int64_t>(j) - 1) -
                                       u[row] - v[j];
                if (reduced < least[j]) {
                    least[j] = reduced;
                    way[j] = column;
                }
                if (least[j] < delta) {
                    delta = least[j];
                    next = j;
                }
            }
            for (std::size_t j = 0; j <= m; ++j) {
                if (used[j]) {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            column = next;
        } while (row_of[column] != 0);
        for (; column != 0; column = way[column]) row_of[column] = row_of[way[column]];
    }
    return -v[0];
}

TEST(AssignmentReference, AgainstTheHungarianAlgorithm) {
    const Stream stream = Random(42).stream("weights");
    for (int run = 0; run < 400; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(run % 10 == 0 ? 200 : 60));
        const auto columns = rows + static_cast<std::int64_t>(draws.below(3) * draws.below(20));
        const std::uint64_t distinct =
            std::vector<std::uint64_t>{0, 2, 7, 128, 100000}[draws.below(5)];
        const Weights weights = random_weights(draws, rows, columns, distinct);
        const auto found = assign(Context(), weights.values, rows, columns, Goal::minimise);
        assignment_expect_sound(weights, found);
        ASSERT_NEAR(sum_of(weights, found), hungarian(weights), distinct == 0 ? 1e-9 : 0.0) << run;
    }
}

TEST(Assignment, OddShapes) {
    EXPECT_EQ(assign(Context(), {}, 0, 0, Goal::minimise), std::vector<std::int64_t>{});
    EXPECT_EQ(assign(Context(), {}, 2, 0, Goal::maximise), (std::vector<std::int64_t>{-1, -1}));
    const std::vector<double> weights{3.0, 1.0, 2.0};
    EXPECT_EQ(assign(Context(), weights, 1, 3, Goal::minimise), (std::vector<std::int64_t>{1}));
    EXPECT_EQ(assign(Context(), weights, 3, 1, Goal::maximise),
              (std::vector<std::int64_t>{0, -1, -1}));
    EXPECT_THROW(assign(Context(), weights, 2, 2, Goal::minimise), Error);
    const std::vector<double> endless{std::numeric_limits<double>::infinity()};
    EXPECT_THROW(assign(Context(), endless, 1, 1, Goal::minimise), Error);
}

}  // namespace
}  // namespace lethe
