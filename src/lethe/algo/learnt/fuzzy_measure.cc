// The transforms are butterflies: attribute by attribute, each set with the attribute takes from
// (or gives to) the same set without it. Shapley values and interaction indices are sums of Moebius
// coefficients: an interaction of a set is shared equally by its members (Grabisch 1997).
#include "lethe/algo/learnt/fuzzy_measure.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "lethe/core/error.h"

namespace lethe {
namespace {

std::size_t bit(int attribute) { return std::size_t{1} << attribute; }

void check_count(std::size_t have, std::size_t need) {
    if (have != need) {
        throw Error(ErrorKind::usage, "an aggregation operator needs " + std::to_string(need) +
                                          " numbers, not " + std::to_string(have));
    }
}

// The least of mu(A + l + h) + mu(A) - mu(A + l) - mu(A + h), with the sign given.
double least_second_difference(std::span<const double> measure, double sign) {
    const int n = attribute_count(measure);
    double least = std::numeric_limits<double>::infinity();
    for (int l = 0; l < n; ++l) {
        for (int h = l + 1; h < n; ++h) {
            const std::size_t pair = bit(l) | bit(h);
            for (std::size_t set = 0; set < measure.size(); ++set) {
                if ((set & pair) != 0) continue;
                least = std::min(least, sign * (measure[set | pair] + measure[set] -
                                                measure[set | bit(l)] - measure[set | bit(h)]));
            }
        }
    }
    return least;
}

}  // namespace

int attribute_count(std::span<const double> set_function) {
    if (set_function.empty() || !std::has_single_bit(set_function.size())) {
        throw Error(ErrorKind::usage,
                    "a set function has 2^n places, not " + std::to_string(set_function.size()));
    }
    return std::countr_zero(set_function.size());
}

std::vector<double> from_leftmost_first(std::span<const double> set_function) {
    const int n = attribute_count(set_function);
    std::vector<double> result(set_function.size());
    for (std::size_t set = 0; set < set_function.size(); ++set) {
        std::size_t reversed = 0;
        for (int l = 0; l < n; ++l) reversed |= (set & bit(l)) != 0 ? bit(n - 1 - l) : 0;
        result[reversed] = set_function[set];
    }
    return result;
}

std::vector<double> moebius(std::span<const double> measure) {
    const int n = attribute_count(measure);
    std::vector<double> result(measure.begin(), measure.end());
    for (int l = 0; l < n; ++l) {
        for (std::size_t set = 0; set < result.size(); ++set) {
            if ((set & bit(l)) != 0) result[set] -= result[set ^ bit(l)];
        }
    }
    return result;
}

std::vector<double> zeta(std::span<const double> moebius) {
    const int n = attribute_count(moebius);
    std::vector<double> result(moebius.begin(), moebius.end());
    for (int l = 0; l < n; ++l) {
        for (std::size_t set = 0; set < result.size(); ++set) {
            if ((set & bit(l)) != 0) result[set] += result[set ^ bit(l)];
        }
    }
    return result;
}

double arithmetic_mean(std::span<const double> values) {
    if (values.empty()) check_count(0, 1);
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double weighted_mean(std::span<const double> weights, std::span<const double> values) {
    check_count(weights.size(), values.size());
    double sum = 0.0;
    for (std::size_t l = 0; l < values.size(); ++l) sum += weights[l] * values[l];
    return sum;
}

double owa(std::span<const double> weights, std::span<const double> values, OwaOrder order) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    if (order == OwaOrder::descending) std::reverse(sorted.begin(), sorted.end());
    return weighted_mean(weights, sorted);
}

double choquet(std::span<const double> measure, std::span<const double> values) {
    check_count(measure.size(), bit(static_cast<int>(values.size())));
    std::vector<std::size_t> order(values.size());
    for (std::size_t l = 0; l < order.size(); ++l) order[l] = l;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::size_t set = measure.size() - 1;
    double sum = 0.0;
    double last = 0.0;
    for (const std::size_t l : order) {
        sum += (values[l] - last) * measure[set];
        last = values[l];
        set &= ~(std::size_t{1} << l);
    }
    return sum;
}

double choquet_from_moebius(std::span<const double> moebius, std::span<const double> values) {
    check_count(moebius.size(), bit(static_cast<int>(values.size())));
    std::vector<double> least(moebius.size(), std::numeric_limits<double>::infinity());
    double sum = 0.0;
    for (std::size_t set = 1; set < moebius.size(); ++set) {
        const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
        least[set] = std::min(values[lowest], least[set & (set - 1)]);
        sum += moebius[set] * least[set];
    }
    return sum;
}

double sugeno(std::span<const double> measure, std::span<const double> values) {
    const int n = attribute_count(measure);
    check_count(values.size(), static_cast<std::size_t>(n));
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
    });
    std::size_t set = measure.size() - 1;
    double largest = 0.0;
    for (const int l : order) {
        largest = std::max(largest, std::min(values[static_cast<std::size_t>(l)], measure[set]));
        set &= ~(std::size_t{1} << l);
    }
    return largest;
}

MeasureDistance measure_distance(std::span<const double> a, std::span<const double> b) {
    if (attribute_count(a) != attribute_count(b)) {
        throw Error(ErrorKind::usage, "the measures are those of other numbers of attributes");
    }
    const auto root_mean_square = [](std::span<const double> x, std::span<const double> y) {
        double squares = 0;
        for (std::size_t set = 1; set < x.size(); ++set) {
            squares += (x[set] - y[set]) * (x[set] - y[set]);
        }
        return x.size() > 1 ? std::sqrt(squares / static_cast<double>(x.size() - 1)) : 0.0;
    };
    MeasureDistance distance;
    distance.euclid = root_mean_square(a, b);
    distance.moebius = root_mean_square(moebius(a), moebius(b));
    for (std::size_t set = 1; set < a.size(); ++set) {
        distance.largest = std::max(distance.largest, std::abs(a[set] - b[set]));
    }
    const std::vector<double> of_a = shapley_values(a);
    const std::vector<double> of_b = shapley_values(b);
    for (std::size_t l = 0; l < of_a.size(); ++l) {
        distance.shapley += std::abs(of_a[l] - of_b[l]) / 2;
    }
    return distance;
}

std::vector<double> mean_measure(const std::vector<std::vector<double>>& measures,
                                 std::span<const double> weights) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const bool good = !measures.empty() && weights.size() == measures.size() && total > 0 &&
                      std::all_of(weights.begin(), weights.end(), [](double w) { return w >= 0; });
    if (!good)
        throw Error(ErrorKind::usage, "a mean needs measures with weights that are not all 0");
    std::vector<double> mean(measures[0].size(), 0.0);
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (measures[m].size() != mean.size()) {
            throw Error(ErrorKind::usage, "the measures are those of other numbers of attributes");
        }
        for (std::size_t set = 0; set < mean.size(); ++set) {
            mean[set] += weights[m] / total * measures[m][set];
        }
    }
    return mean;
}

bool is_normalised(std::span<const double> measure, double tolerance) {
    attribute_count(measure);
    return std::abs(measure.front()) <= tolerance && std::abs(measure.back() - 1.0) <= tolerance;
}

bool is_monotone(std::span<const double> measure, double tolerance) {
    const int n = attribute_count(measure);
    for (std::size_t set = 1; set < measure.size(); ++set) {
        for (int l = 0; l < n; ++l) {
            if ((set & bit(l)) != 0 && measure[set] < measure[set ^ bit(l)] - tolerance) {
                return false;
            }
        }
    }
    return true;
}

bool is_additive(std::span<const double> measure, double tolerance) {
    return additivity_order(measure, tolerance) <= 1;
}

bool is_submodular(std::span<const double> measure, double tolerance) {
    return least_second_difference(measure, -1.0) >= -tolerance;
}

SetPairs pairs_not_submodular(std::span<const double> measure, double tolerance) {
    attribute_count(measure);
    SetPairs pairs;
    for (std::size_t a = 0; a < measure.size(); ++a) {
        for (std::size_t b = a + 1; b < measure.size(); ++b) {
            pairs.all += 1;
            const double apart = measure[a] + measure[b];
            pairs.violated += measure[a | b] + measure[a & b] > apart + tolerance ? 1 : 0;
        }
    }
    return pairs;
}

bool is_supermodular(std::span<const double> measure, double tolerance) {
    return least_second_difference(measure, 1.0) >= -tolerance;
}

bool is_belief(std::span<const double> measure, double tolerance) {
    const std::vector<double> m = moebius(measure);
    return std::all_of(m.begin(), m.end(), [&](double value) { return value >= -tolerance; });
}

bool is_symmetric(std::span<const double> measure, double tolerance) {
    attribute_count(measure);
    for (std::size_t set = 0; set < measure.size(); ++set) {
        const std::size_t first = bit(std::popcount(set)) - 1;
        if (std::abs(measure[set] - measure[first]) > tolerance) return false;
    }
    return true;
}

int additivity_order(std::span<const double> measure, double tolerance) {
    const std::vector<double> m = moebius(measure);
    int order = 0;
    for (std::size_t set = 0; set < m.size(); ++set) {
        if (std::abs(m[set]) > tolerance) order = std::max(order, std::popcount(set));
    }
    return order;
}

std::vector<double> shapley_values(std::span<const double> measure) {
    const int n = attribute_count(measure);
    const std::vector<double> m = moebius(measure);
    std::vector<double> result(static_cast<std::size_t>(n), 0.0);
    for (std::size_t set = 1; set < m.size(); ++set) {
        const double share = m[set] / std::popcount(set);
        for (int l = 0; l < n; ++l) {
            if ((set & bit(l)) != 0) result[static_cast<std::size_t>(l)] += share;
        }
    }
    return result;
}

std::vector<double> interaction_indices(std::span<const double> measure) {
    const int n = attribute_count(measure);
    const std::vector<double> m = moebius(measure);
    std::vector<double> result;
    for (int l = 0; l < n; ++l) {
        for (int h = l + 1; h < n; ++h) {
            const std::size_t pair = bit(l) | bit(h);
            double sum = 0.0;
            for (std::size_t set = 0; set < m.size(); ++set) {
                if ((set & pair) == pair) sum += m[set] / (std::popcount(set) - 1);
            }
            result.push_back(sum);
        }
    }
    return result;
}

}  // namespace lethe
