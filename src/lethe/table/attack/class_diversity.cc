#include "lethe/table/attack/class_diversity.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace lethe::attack {

Diversity diversity_of(std::span<const ValueCount> values, double c) {
    std::vector<std::int64_t> counts;
    for (const ValueCount& item : values) counts.push_back(item.count);
    std::sort(counts.begin(), counts.end(), std::greater<>());
    double records = 0;
    for (const std::int64_t count : counts) records += static_cast<double>(count);
    Diversity result;
    result.distinct = static_cast<double>(counts.size());
    double entropy = 0;
    for (const std::int64_t count : counts) {
        const double share = static_cast<double>(count) / records;
        entropy -= share * std::log(share);
    }
    // Values of equal shares are as many as they are.
    result.entropy = std::exp(entropy);
    if (std::abs(result.entropy - std::round(result.entropy)) < 1e-9) {
        result.entropy = std::round(result.entropy);
    }
    double tail = 0;
    for (std::size_t l = counts.size(); l > 0; --l) {
        tail += static_cast<double>(counts[l - 1]);
        if (static_cast<double>(counts[0]) < c * tail) {
            result.recursive = static_cast<double>(l);
            break;
        }
    }
    return result;
}

}  // namespace lethe::attack
