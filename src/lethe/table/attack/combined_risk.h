// Several measures of risk in one figure, all in percent. A part that could not be computed, or
// where nothing was at stake, is left out of its mean.
#pragma once

#include <optional>

namespace lethe::attack {

// RL, the average record linkage (AvRL) of Abril's Table 5.9: the mean of distance-based and
// probabilistic linkage.
inline std::optional<double> average_linkage(std::optional<double> distance_linkage,
                                             std::optional<double> probabilistic_linkage) {
    if (distance_linkage && probabilistic_linkage) {
        return (*distance_linkage + *probabilistic_linkage) / 2;
    }
    return distance_linkage ? distance_linkage : probabilistic_linkage;
}

// DR, the overall disclosure risk of Domingo-Ferrer and Torra: the mean of RL and interval
// disclosure.
inline std::optional<double> combined_risk(std::optional<double> distance_linkage,
                                           std::optional<double> probabilistic_linkage,
                                           std::optional<double> interval_disclosure) {
    return average_linkage(average_linkage(distance_linkage, probabilistic_linkage),
                           interval_disclosure);
}

// The score of a protection, with alpha as in the sources (Mares 2013, 6.5): the weight of the
// loss. At 0 it is the risk, at 1 the loss, at 1/2 the score of Domingo-Ferrer and Torra.
inline double weighted_score(double loss, double risk, double alpha) {
    return alpha * loss + (1 - alpha) * risk;
}

}  // namespace lethe::attack
