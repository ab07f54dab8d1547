// Doubles that are no number.
#pragma once

#include <limits>

namespace lethe {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace lethe
