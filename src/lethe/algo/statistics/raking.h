// Raking (iterative proportional fitting; Deming and Stephan 1940): weights that give the wanted
// totals in the categories of several columns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

struct Margin {
    std::vector<std::int32_t> category_of;  // per record
    std::vector<double> targets;            // per category, at least 0
};

struct Raked {
    std::vector<double> weights;
    double largest_difference = 0;  // of a total from its target, as a share of all weight
    int rounds = 0;
};

// Multiplies weights (at least 0), margin after margin, until all totals agree with their targets
// to 1e-12 of the whole, or 1000 rounds have passed. A category without weight cannot reach its
// target; the targets of the others are then scaled to the same whole, so that margins do not
// contradict each other.
Raked raked(std::vector<double> weights, std::vector<Margin> margins);

}  // namespace lethe
