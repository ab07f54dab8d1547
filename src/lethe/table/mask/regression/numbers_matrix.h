// Columns of numbers as a matrix, a column each, and back.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::mask {

// Columns around their means, in units of their deviations; 1 where a column has none. Missing
// values stand in as the mean, so that a row without a value is 0 there.
struct StandardNumbers {
    Eigen::RowVectorXd means;
    Eigen::RowVectorXd deviations;
    Eigen::MatrixXd values;  // rows x columns
};

// Error(input) where a column is spread too wide for numbers to hold its deviation.
StandardNumbers standard_numbers(const Context& context, const Table& table,
                                 std::span<const std::string> columns);

// The step's columns with the values of `masked`, given in the same units; missing stays.
std::vector<ColumnPtr> numbers_from(const MaskInput& input, const StandardNumbers& scales,
                                    const Eigen::MatrixXd& masked);

// Independent standard normal numbers: one a row for each column, from a stream of its own.
Eigen::MatrixXd normal_numbers(const MaskInput& input, const std::string& purpose);

// Where the step's columns have gaps, the warning that moments are kept of complete columns alone.
void warn_of_gaps(const MaskInput& input, MaskOutput& output);

}  // namespace lethe::mask
