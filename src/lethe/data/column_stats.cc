// The variance is the corrected two-pass one: the squared deviations from the rounded mean, less
// what the rounding of the mean adds to them. It keeps its digits when the mean is large against
// the deviation.
#include "lethe/data/column_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"

namespace lethe {
namespace {

struct ValueRange {
    std::int64_t count = 0;
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
    ExactSum sum;
    bool finite = true;
};

ValueRange value_range_of(const Context& context, std::span<const double> values,
                          const Validity& validity) {
    return parallel_reduce(
        context, std::ssize(values), ValueRange{},
        [&](std::int64_t begin, std::int64_t end) {
            ValueRange part;
            for (std::int64_t row = begin; row < end; ++row) {
                if (!validity[row]) continue;
                const double value = values[static_cast<std::size_t>(row)];
                if (!std::isfinite(value)) {
                    part.finite = false;
                    break;
                }
                ++part.count;
                part.min = std::min(part.min, value);
                part.max = std::max(part.max, value);
                part.sum.add(value);
            }
            return part;
        },
        [](ValueRange& total, const ValueRange& part) {
            total.count += part.count;
            total.min = std::min(total.min, part.min);
            total.max = std::max(total.max, part.max);
            total.sum.add(part.sum);
            total.finite = total.finite && part.finite;
        });
}

struct Deviations {
    ExactSum sum;
    ExactSum squares;
};

double variance_around(const Context& context, double mean, std::span<const double> values,
                       const Validity& validity, std::int64_t count) {
    const Deviations total = parallel_reduce(
        context, std::ssize(values), Deviations{},
        [&](std::int64_t begin, std::int64_t end) {
            Deviations part;
            for (std::int64_t row = begin; row < end; ++row) {
                if (!validity[row]) continue;
                const double deviation = values[static_cast<std::size_t>(row)] - mean;
                part.sum.add(deviation);
                part.squares.add(deviation * deviation);
            }
            return part;
        },
        [](Deviations& all, const Deviations& part) {
            all.sum.add(part.sum);
            all.squares.add(part.squares);
        });
    const double drift = total.sum.value();
    const double squares = total.squares.value() - drift * drift / static_cast<double>(count);
    return std::max(0.0, squares) / static_cast<double>(count - 1);
}

ColumnStats stats(const Context& context, std::span<const double> values, const Validity& validity,
                  const std::string& name) {
    const ValueRange range = value_range_of(context, values, validity);
    if (!range.finite) throw Error(ErrorKind::input, name + " holds a number that is not finite");
    ColumnStats result;
    result.count = range.count;
    if (range.count == 0) return result;
    result.min = range.min;
    result.max = range.max;
    result.mean = range.min;
    if (range.min == range.max) return result;
    result.mean = range.sum.value() / static_cast<double>(range.count);
    constexpr double kLargest = 1e150;  // squares of deviations beyond it overflow
    result.variance = range.max - range.min > kLargest
                          ? std::numeric_limits<double>::infinity()
                          : variance_around(context, result.mean, values, validity, range.count);
    return result;
}

}  // namespace

double ColumnStats::deviation() const { return std::sqrt(variance); }

ColumnStats column_stats(const Context& context, std::span<const double> values) {
    return stats(context, values, Validity(), "a column");
}

ColumnStats column_stats(const Context& context, const Column& column) {
    return stats(context, column.numbers(), column.validity(), "column " + column.name());
}

std::vector<double> sorted_numbers(const Context& context, const Column& column) {
    std::vector<double> sorted;
    const std::span<const double> values = column.numbers();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) sorted.push_back(values[static_cast<std::size_t>(row)]);
    }
    parallel_sort(context, sorted.begin(), sorted.end(), [](double a, double b) { return a < b; });
    return sorted;
}

double quantile(std::span<const double> sorted, double p) {
    const double position = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    if (below + 1 >= sorted.size()) return sorted.back();
    const double share = position - static_cast<double>(below);
    return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

}  // namespace lethe
