// The transportation problem: the least cost of bringing supplies to where they are in demand.
#pragma once

#include <cstdint>
#include <span>

namespace lethe {

// Amounts are at least 0, and both sides have the same sum; `costs` is a matrix of numbers of at
// least 0, one row a supply. The sum is optimal up to the rounding of additions. Error(internal)
// for sides that differ. Dense: time O((supplies + demands)^2) for each of some
// (supplies + demands) rounds.
double transport_cost(std::span<const std::int64_t> supply, std::span<const std::int64_t> demand,
                      std::span<const double> costs);

}  // namespace lethe
