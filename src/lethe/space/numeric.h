// The space of numeric records: points of R^d under the squared Euclidean distance. Columns are
// brought to a common scale first; linear transformations (a weighting, the whitening that makes
// the distance Mahalanobis') are applied to the coordinates by whoever makes the matrix.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/space/numeric_pool.h"
#include "lethe/space/points.h"
#include "lethe/space/running_mean.h"

namespace lethe {

class NumericSpace {
  public:
    using Point = std::vector<double>;
    using RunningCentroid = RunningMean;
    using Pool = NumericPool;

    // A row-major matrix. Error(input) for a number that is not finite or beyond Points::kLargest;
    // Error(usage) without a column.
    NumericSpace(std::vector<double> values, std::int64_t rows, std::int64_t dims);

    std::int64_t rows() const { return rows_; }
    std::int64_t dims() const { return dims_; }
    Points points() const { return {values_.data(), rows_, dims_}; }
    operator Points() const { return points(); }

    Point point(std::int64_t row) const;
    double distance(std::int64_t a, std::int64_t b) const {
        return squared_distance(points().at(a), points().at(b), dims_);
    }
    double distance(const Point& point, std::int64_t row) const {
        return squared_distance(point.data(), points().at(row), dims_);
    }
    Point centroid(std::span<const std::int64_t> rows) const;  // the mean; sums are exact

  private:
    std::vector<double> values_;
    std::int64_t rows_;
    std::int64_t dims_;
};

enum class Scaling {
    zscore,  // less the mean, divided by the deviation (N - 1)
    none,
};

// How a column becomes a coordinate. A column without deviation becomes 0 throughout, and a missing
// value is given the place of the mean.
struct ColumnScale {
    double centre = 0.0;
    double deviation = 1.0;
    double weight = 1.0;
    double stand_in = 0.0;  // of a missing value, on the column's own scale

    double operator()(double value) const {
        return deviation == 0.0 ? 0.0 : (value - centre) / deviation * weight;
    }
};

// From the table's own means and deviations; `weights` one a column, or none. The scales of one
// file may be used for another. Error(usage) for a column that is unknown or not numeric.
std::vector<ColumnScale> column_scales(const Context& context, const Table& table,
                                       std::span<const std::string> columns, Scaling scaling,
                                       std::span<const double> weights = {});

NumericSpace numeric_space(const Context& context, const Table& table,
                           std::span<const std::string> columns,
                           std::span<const ColumnScale> scales);

NumericSpace numeric_space(const Context& context, const Table& table,
                           std::span<const std::string> columns, Scaling scaling,
                           std::span<const double> weights = {});

}  // namespace lethe
