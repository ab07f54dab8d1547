// 2 / (n (n - 1)) times the sum of (2 i - n + 1) x_i over the sorted values, i from 0.
#include "lethe/algo/statistics/mean_difference.h"

#include <algorithm>

#include "lethe/core/exact_sum.h"

namespace lethe {

double mean_difference(std::vector<double> values) {
    const std::size_t n = values.size();
    if (n < 2) return 0;
    std::sort(values.begin(), values.end());
    ExactSum sum;
    for (std::size_t i = 0; i < n; ++i) {
        sum.add((2 * static_cast<double>(i) + 1 - static_cast<double>(n)) * values[i]);
    }
    const auto count = static_cast<double>(n);
    return 2 * sum.value() / (count * (count - 1));
}

double mean_steps(std::span<const std::int64_t> counts) {
    double below = 0, n = 0, sum = 0;
    for (const std::int64_t count : counts) n += static_cast<double>(count);
    for (const std::int64_t count : counts) {
        below += static_cast<double>(count);
        sum += below * (n - below);
    }
    return n < 2 ? 0 : 2 * sum / (n * (n - 1));
}

}  // namespace lethe
