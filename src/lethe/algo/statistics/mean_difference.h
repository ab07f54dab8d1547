// How far apart two different people are on average: the unit in which the loss of a single value
// is told.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

// The mean of |x - y| over all pairs of two values (Gini's mean difference); 0 for fewer than two.
double mean_difference(std::vector<double> values);

// The same of values 0, 1, 2 ... that occur so often.
double mean_steps(std::span<const std::int64_t> counts);

}  // namespace lethe
