// Arithmetic that published figures of losses rest on.
#pragma once

#include <cmath>

namespace lethe::lattice {

// Ten digits, cut off.
inline double cut_off(double x) { return std::floor(x * 1e10) / 1e10; }

inline double log_2(double x) { return std::log(x) / std::log(2.0); }

}  // namespace lethe::lattice
