#include "lethe/space/numeric.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"
#include "lethe/space/space.h"

namespace lethe {

static_assert(RunningCentroidSpace<NumericSpace> && IndexedSpace<NumericSpace>);

namespace {

const Column& numeric_column(const Table& table, const std::string& name) {
    const Column& column = table.column(name);
    if (!column.is_numeric()) {
        throw Error(ErrorKind::usage, "column " + name + " is not numeric");
    }
    return column;
}

}  // namespace

NumericSpace::NumericSpace(std::vector<double> values, std::int64_t rows, std::int64_t dims)
    : values_(std::move(values)), rows_(rows), dims_(dims) {
    if (dims < 1) throw Error(ErrorKind::usage, "no columns to compare records by");
    if (std::ssize(values_) != rows * dims) {
        throw Error(ErrorKind::internal, "a matrix of another size than was said");
    }
    const bool sound = std::all_of(values_.begin(), values_.end(), [](double value) {
        return std::abs(value) <= Points::kLargest;  // false for NaN
    });
    if (!sound) {
        throw Error(ErrorKind::input,
                    "a number is not finite or beyond 1e150, so records cannot be compared");
    }
}

NumericSpace::Point NumericSpace::point(std::int64_t row) const {
    const double* first = points().at(row);
    return Point(first, first + dims_);
}

NumericSpace::Point NumericSpace::centroid(std::span<const std::int64_t> rows) const {
    return mean_of_rows(points(), rows);
}

std::vector<ColumnScale> column_scales(const Context& context, const Table& table,
                                       std::span<const std::string> columns, Scaling scaling,
                                       std::span<const double> weights) {
    if (!weights.empty() && weights.size() != columns.size()) {
        throw Error(ErrorKind::usage, "one weight a column is needed");
    }
    std::vector<ColumnScale> scales;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const ColumnStats stats = column_stats(context, numeric_column(table, columns[j]));
        ColumnScale scale;
        if (scaling == Scaling::zscore) {
            scale.centre = stats.mean;
            scale.deviation = stats.deviation();
        }
        if (!weights.empty()) scale.weight = weights[j];
        scale.stand_in = stats.mean;
        scales.push_back(scale);
    }
    return scales;
}

NumericSpace numeric_space(const Context& context, const Table& table,
                           std::span<const std::string> columns,
                           std::span<const ColumnScale> scales) {
    if (scales.size() != columns.size()) {
        throw Error(ErrorKind::internal, "one scale a column is needed");
    }
    const std::size_t dims = columns.size();
    std::vector<double> values(static_cast<std::size_t>(table.rows()) * dims);
    for (std::size_t j = 0; j < dims; ++j) {
        const Column& column = numeric_column(table, columns[j]);
        const std::span<const double> numbers = column.numbers();
        parallel_chunks(context, table.rows(),
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (std::int64_t row = begin; row < end; ++row) {
                                const auto i = static_cast<std::size_t>(row);
                                values[i * dims + j] =
                                    scales[j](column.valid(row) ? numbers[i] : scales[j].stand_in);
                            }
                        });
    }
    return NumericSpace(std::move(values), table.rows(), static_cast<std::int64_t>(dims));
}

NumericSpace numeric_space(const Context& context, const Table& table,
                           std::span<const std::string> columns, Scaling scaling,
                           std::span<const double> weights) {
    return numeric_space(context, table, columns,
                         column_scales(context, table, columns, scaling, weights));
}

}  // namespace lethe
