#include "lethe/algo/evolve/operator_rates.h"

#include <algorithm>
#include <cmath>

namespace lethe {

void OperatorCredit::add(double parent, double child) {
    ++children;
    if (std::isfinite(parent)) gain += std::max(0.0, parent - child);
}

double adapted_rate(double mutation, const OperatorCredit& mutations,
                    const OperatorCredit& crossovers) {
    constexpr double kRedistributed = 0.15, kLeast = 0.05;
    const double all = mutations.each() + crossovers.each();
    if (!(all > 0)) return mutation;
    const double earned = mutations.each() / all;
    const double rate = (1 - kRedistributed) * mutation + kRedistributed * earned;
    return std::clamp(rate, kLeast, 1 - kLeast);
}

}  // namespace lethe
