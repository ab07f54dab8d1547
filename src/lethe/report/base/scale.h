// Axes: where values fall on a drawing and which values deserve a tick.
#pragma once

#include <vector>

namespace lethe::report {

// The largest of 1, 2, 2.5, 5 times a power of ten (2.5 itself apart) that gives at least `fewest`
// steps over `range`.
double nice_step(double range, int fewest);

struct Ticks {
    double step = 1;
    std::vector<double> values;  // multiples of the step within [low, high]
};
// About `count` ticks (never more than twice as many) within [low, high], low < high.
Ticks nice_ticks(double low, double high, int count);

// The smallest number that is at least `value` and a nice place for an axis to end.
double nice_ceiling(double value);

// Where an axis from 0 ends so that the bulk of the values, and all up to `least`, have room; one
// absurd value does not push the others into a corner. There is at least one value.
double axis_end(std::vector<double> values, double least);

// Maps [low, high] to [from, to], linearly. A range without width maps to the middle.
struct AxisScale {
    double low, high;
    double from, to;

    double operator()(double value) const;
    double clamped(double value) const;  // within [from, to]
};

}  // namespace lethe::report
