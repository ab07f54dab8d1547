// The overall disclosure risk of Domingo-Ferrer and Torra: the mean of record linkage and interval
// disclosure, record linkage being the mean of distance-based and probabilistic linkage.
#pragma once

#include <optional>

namespace lethe::attack {

// In percent. A part that could not be computed is left out of its mean.
inline std::optional<double> combined_risk(std::optional<double> distance_linkage,
                                           std::optional<double> probabilistic_linkage,
                                           std::optional<double> interval_disclosure) {
    const auto mean = [](std::optional<double> a, std::optional<double> b) {
        if (a && b) return std::optional((*a + *b) / 2);
        return a ? a : b;
    };
    return mean(mean(distance_linkage, probabilistic_linkage), interval_disclosure);
}

}  // namespace lethe::attack
