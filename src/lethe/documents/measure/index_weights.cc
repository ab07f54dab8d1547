#include "lethe/documents/measure/index_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "lethe/core/error.h"

namespace lethe::documents {
namespace {

using Coefficients = std::array<double, kIndexParts>;
constexpr double kSingular = 1e-9;  // of the largest pivot

double squares_left(const std::vector<IndexExample>& examples, const Coefficients& by) {
    double sum = 0;
    for (const IndexExample& one : examples) {
        const double index =
            std::inner_product(one.parts.begin(), one.parts.end(), by.begin(), 0.0);
        sum += (one.judged - index) * (one.judged - index);
    }
    return sum;
}

// Least squares over some of the parts, by the normal equations; none where they do not tell the
// parts apart.
std::optional<Coefficients> least_squares(const std::vector<IndexExample>& examples,
                                          unsigned support) {
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < kIndexParts; ++i) {
        if ((support >> i & 1U) != 0) used.push_back(i);
    }
    const std::size_t n = used.size();
    std::vector<std::vector<double>> rows(n, std::vector<double>(n + 1));
    for (const IndexExample& one : examples) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                rows[i][j] += one.parts[used[i]] * one.parts[used[j]];
            }
            rows[i][n] += one.parts[used[i]] * one.judged;
        }
    }
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, rows[i][i]);
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c + 1; r < n; ++r) {
            if (std::abs(rows[r][c]) > std::abs(rows[pivot][c])) pivot = r;
        }
        if (std::abs(rows[pivot][c]) <= kSingular * largest) return std::nullopt;
        std::swap(rows[c], rows[pivot]);
        for (std::size_t r = 0; r < n; ++r) {
            if (r == c) continue;
            const double factor = rows[r][c] / rows[c][c];
            for (std::size_t k = c; k <= n; ++k) rows[r][k] -= factor * rows[c][k];
        }
    }
    Coefficients result{};
    for (std::size_t i = 0; i < n; ++i) result[used[i]] = rows[i][n] / rows[i][i];
    return result;
}

Coefficients best_coefficients(const std::vector<IndexExample>& examples) {
    std::vector<unsigned> supports((1U << kIndexParts) - 1);
    std::iota(supports.begin(), supports.end(), 1U);
    std::stable_sort(supports.begin(), supports.end(),
                     [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
    Coefficients best{};
    double left = squares_left(examples, best);
    for (const unsigned support : supports) {
        const auto found = least_squares(examples, support);
        if (!found || std::ranges::any_of(*found, [](double w) { return w < 0; })) continue;
        const double squares = squares_left(examples, *found);
        if (squares >= left * (1 - 1e-12)) continue;
        left = squares;
        best = *found;
    }
    return best;
}

}  // namespace

LearntWeights learn_index_weights(const std::vector<IndexExample>& examples) {
    if (examples.empty()) throw Error(ErrorKind::unmet, "there are no examples to learn from");
    const Coefficients best = best_coefficients(examples);
    LearntWeights result;
    result.scale = std::accumulate(best.begin(), best.end(), 0.0);
    if (result.scale <= 0) {
        throw Error(ErrorKind::unmet,
                    "no weights bring the index nearer to the judgements than none at all");
    }
    const double whole = std::accumulate(kPublishedWeights.begin(), kPublishedWeights.end(), 0.0);
    for (std::size_t i = 0; i < kIndexParts; ++i) {
        result.weights[i] = best[i] * whole / result.scale;
    }
    const auto count = static_cast<double>(examples.size());
    result.error = std::sqrt(squares_left(examples, best) / count);
    if (examples.size() == 1) return result;
    double left = 0;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        std::vector<IndexExample> others = examples;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        left += squares_left({examples[i]}, best_coefficients(others));
    }
    result.cross_validated = std::sqrt(left / count);
    return result;
}

}  // namespace lethe::documents
