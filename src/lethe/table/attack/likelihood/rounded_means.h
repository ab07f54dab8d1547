// How far a released mean can be from the mean that was taken.
#pragma once

#include "lethe/data/column.h"

namespace lethe::attack {

// The largest number of which all values are multiples, up to rounding; 0 where there is none that
// is more than a millionth of their spread, or the values do not differ.
double common_grain(const Column& column);

// Released means that are all multiples of a number may have been rounded to it, by half of it at
// most. They were not where every sum (mean times records) is one that the known values can have,
// and rounding would have shown. `known` are original values. The result is 0 where nothing was
// rounded.
double mean_slack(const Column& known, const Column& released);

// Relative error of a mean that is computed in doubles, generously.
constexpr double kMeanDust = 1e-12;

}  // namespace lethe::attack
