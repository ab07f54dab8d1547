#include "lethe/table/mask/regression/numbers_matrix.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"

namespace lethe::mask {

using Eigen::Index;
using Eigen::MatrixXd;

StandardNumbers standard_numbers(const Context& context, const Table& table,
                                 std::span<const std::string> columns) {
    const auto size = static_cast<Index>(columns.size());
    StandardNumbers result{Eigen::RowVectorXd(size), Eigen::RowVectorXd(size),
                           MatrixXd(table.rows(), size)};
    for (Index j = 0; j < size; ++j) {
        const std::string& name = columns[static_cast<std::size_t>(j)];
        const Column& column = table.column(name);
        const ColumnStats stats = column_stats(context, column);
        const double deviation = stats.count > 0 ? stats.deviation() : 0;
        if (!std::isfinite(deviation)) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has too large a deviation", name));
        }
        result.means[j] = stats.count > 0 ? stats.mean : 0;
        result.deviations[j] = deviation > 0 ? deviation : 1;
        const auto numbers = column.numbers();
        parallel_chunks(
            context, table.rows(), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                for (std::int64_t row = begin; row < end; ++row) {
                    const double value = numbers[static_cast<std::size_t>(row)];
                    result.values(row, j) = column.valid(row) && deviation > 0
                                                ? (value - result.means[j]) / result.deviations[j]
                                                : 0.0;
                }
            });
    }
    return result;
}

std::vector<ColumnPtr> numbers_from(const MaskInput& input, const StandardNumbers& scales,
                                    const MatrixXd& masked) {
    std::vector<ColumnPtr> result;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const Column& column = input.table.column(input.columns[j]);
        const auto place = static_cast<Index>(j);
        std::vector<double> values(static_cast<std::size_t>(column.size()), 0.0);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            values[static_cast<std::size_t>(row)] =
                scales.means[place] + scales.deviations[place] * masked(row, place);
        }
        result.push_back(Column::numeric(column.name(), std::move(values), column.validity()));
    }
    return result;
}

MatrixXd normal_numbers(const MaskInput& input, const std::string& purpose) {
    MatrixXd result(input.table.rows(), static_cast<Index>(input.columns.size()));
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const Stream stream = input.random.stream(purpose + input.columns[j]);
        parallel_chunks(input.context, input.table.rows(),
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (std::int64_t row = begin; row < end; ++row) {
                                result(row, static_cast<Index>(j)) = stream.at(row).normal();
                            }
                        });
    }
    return result;
}

void warn_of_gaps(const MaskInput& input, MaskOutput& output) {
    std::vector<std::string> names;
    for (const std::string& name : input.columns) {
        if (input.table.column(name).has_missing()) names.push_back(name);
    }
    if (names.empty()) return;
    output.warnings.push_back(fmt::format(
        "missing values of {} stood in as the mean and are missing again: moments are kept "
        "exactly of complete columns alone",
        fmt::join(names, ", ")));
}

}  // namespace lethe::mask
