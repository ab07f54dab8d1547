// Means, deviations and correlations of numeric columns.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::mask {

constexpr std::int64_t kRowsOfBlock = 2048;  // of a matrix that is to stay in the cache

struct Moments {
    std::int64_t count = 0;  // of values that are there
    double mean = 0;
    double deviation = 0;  // with n - 1; 0 for a constant column and for fewer than two values

    double standardised(double value) const {
        return deviation > 0 ? (value - mean) / deviation : 0.0;
    }
};

// From exact sums, hence the same whatever the order of the rows.
Moments moments(const Context& context, const Column& column);
std::vector<Moments> moments(const Context& context, const Table& table,
                             std::span<const std::string> columns);

// Correlations, where a missing value stands in as its column's mean: a Gram matrix of unit
// vectors, hence positive semi-definite whatever is missing. A constant column correlates with
// itself alone.
Eigen::MatrixXd correlations(const Context& context, const Table& table,
                             std::span<const std::string> columns,
                             std::span<const Moments> moments);

}  // namespace lethe::mask
