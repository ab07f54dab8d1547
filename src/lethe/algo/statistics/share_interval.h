// How far a share that was found on a sample may be from the share among all.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace lethe {

// Wilson's interval of 95 % for a share p found among n of N, drawn without replacement: a sample
// of the whole leaves no doubt, so n counts as n (N - 1) / (N - n). Chances that are no zeros and
// ones vary less than these, so that the interval is then too wide rather than too narrow.
inline std::array<double, 2> share_interval(double p, double n, double all) {
    if (n >= all || n <= 0) return {p, p};
    constexpr double z = 1.959963984540054;
    const double size = n * (all - 1) / (all - n);
    const double middle = (p + z * z / (2 * size)) / (1 + z * z / size);
    const double half =
        z / (1 + z * z / size) * std::sqrt(p * (1 - p) / size + z * z / (4 * size * size));
    return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace lethe
