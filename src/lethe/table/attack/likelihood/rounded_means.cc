// Means of k whole numbers are multiples of 1 / k, so that released means share a grain without
// having been rounded. But then the sum of a group, its mean times its records, is a whole number.
// A mean that was moved by at most g / 2 changes the sum of n records by at most n g / 2; where
// that is less than the grain of the values, a sum that is still a multiple of it was not changed
// at all.
#include "lethe/table/attack/likelihood/rounded_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lethe::attack {

double common_grain(const Column& column) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        least = std::min(least, column.numbers()[static_cast<std::size_t>(row)]);
        most = std::max(most, column.numbers()[static_cast<std::size_t>(row)]);
    }
    if (!(least < most)) return 0;
    const double dust = 1e-6 * (most - least);
    double grain = 0;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        // Euclid's algorithm; a remainder that is dust counts as none.
        double rest = std::fabs(column.numbers()[static_cast<std::size_t>(row)]);
        while (rest > dust / 2) {
            const double remainder = std::fabs(std::remainder(grain, rest));
            grain = rest;
            rest = remainder;
        }
        if (grain > 0 && grain < dust) return 0;
    }
    return grain;
}

double mean_slack(const Column& known, const Column& released) {
    const double shown = common_grain(released);
    if (shown == 0) return 0;
    const double grain = common_grain(known);
    std::map<double, std::int64_t> groups;
    for (std::int64_t row = 0; row < released.size(); ++row) {
        if (released.valid(row)) ++groups[released.numbers()[static_cast<std::size_t>(row)]];
    }
    const bool untouched =
        grain > 0 && std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
            const double size = static_cast<double>(group.second);
            const double sum = size * group.first;
            return size * shown < 2 * grain &&
                   std::fabs(std::remainder(sum, grain)) <= 1e-9 * std::max(grain, std::fabs(sum));
        });
    return untouched ? 0 : shown / 2;
}

}  // namespace lethe::attack
