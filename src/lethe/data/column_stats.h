// Moments, range and quantiles of a numeric column, over the rows that hold a value. Sums are exact
// (ExactSum), so nothing depends on the order of the rows or on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe {

struct ColumnStats {
    std::int64_t count = 0;  // rows that hold a value; with none of them, all else is 0
    double mean = 0.0;
    double variance =
        0.0;  // divided by count - 1; exactly 0 when all values are equal or count < 2
    double min = 0.0;
    double max = 0.0;

    double deviation() const;  // square root of the variance
};

// Error(input) for a number that is not finite.
ColumnStats column_stats(const Context& context, const Column& column);
ColumnStats column_stats(const Context& context, std::span<const double> values);

// The values that are there, ascending.
std::vector<double> sorted_numbers(const Context& context, const Column& column);

// The quantile of type 7 (Hyndman and Fan 1996; the default of R), 0 <= p <= 1, of at least one
// value in ascending order.
double quantile(std::span<const double> sorted, double p);

}  // namespace lethe
