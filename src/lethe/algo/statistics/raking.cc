#include "lethe/algo/statistics/raking.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lethe {
namespace {

std::vector<double> totals(const std::vector<double>& weights, const Margin& margin) {
    std::vector<double> sums(margin.targets.size(), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        sums[static_cast<std::size_t>(margin.category_of[i])] += weights[i];
    }
    return sums;
}

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

// Leaves out what cannot be reached.
void make_reachable(const std::vector<double>& weights, double whole, Margin& margin) {
    const std::vector<double> present = totals(weights, margin);
    for (std::size_t c = 0; c < present.size(); ++c) {
        if (!(present[c] > 0)) margin.targets[c] = 0;
    }
    const double reachable = sum(margin.targets);
    for (double& target : margin.targets) target *= reachable > 0 ? whole / reachable : 0;
}

double largest_difference(const std::vector<double>& weights, const std::vector<Margin>& margins,
                          double whole) {
    double largest = 0;
    for (const Margin& margin : margins) {
        const std::vector<double> present = totals(weights, margin);
        for (std::size_t c = 0; c < present.size(); ++c) {
            largest = std::max(largest, std::fabs(present[c] - margin.targets[c]) / whole);
        }
    }
    return largest;
}

}  // namespace

Raked raked(std::vector<double> weights, std::vector<Margin> margins) {
    Raked result{std::move(weights), 0, 0};
    double whole = 0;
    for (const Margin& margin : margins) whole = std::max(whole, sum(margin.targets));
    if (!(whole > 0)) return result;
    const std::vector<Margin> asked = margins;
    for (Margin& margin : margins) make_reachable(result.weights, whole, margin);
    for (; result.rounds < 1000; ++result.rounds) {
        result.largest_difference = largest_difference(result.weights, margins, whole);
        if (result.largest_difference <= 1e-12) break;
        for (const Margin& margin : margins) {
            const std::vector<double> present = totals(result.weights, margin);
            for (std::size_t i = 0; i < result.weights.size(); ++i) {
                const auto c = static_cast<std::size_t>(margin.category_of[i]);
                if (present[c] > 0) result.weights[i] *= margin.targets[c] / present[c];
            }
        }
    }
    result.largest_difference = largest_difference(result.weights, asked, whole);
    return result;
}

}  // namespace lethe
