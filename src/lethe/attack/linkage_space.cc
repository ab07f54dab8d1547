// Mahalanobis by whitening.
//
// S = D R D with D the deviations of the differences and R their correlations. R = Q L Q' gives
// S^-1 = W' W with W = L^(-1/2) Q' D^-1, so that |W a - W b| is the distance, and every search tree
// and every tie rule of the Euclidean linkage serves unchanged. Taking D out first makes the test
// for singularity independent of the columns' units: an eigenvalue of R is compared with the
// largest one, not an income's variance with an age's.
//
// A column that masking left alone has no difference at all; its deviation is set to 1e-9 of the
// column's own. Eigenvalues below 1e-10 of the largest are raised to that. Both say "this direction
// is known exactly" as strongly as doubles allow while the other directions keep eleven digits.
#include "lethe/attack/linkage_space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "lethe/algo/moments.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe::attack {
namespace {

constexpr double kExactColumn = 1e-9;
constexpr double kExactDirection = 1e-10;

// Rows of the masked table whose link the covariance may use.
std::vector<std::int64_t> linked_rows(const AssessInput& input) {
    std::vector<bool> used(static_cast<std::size_t>(input.original.rows()), input.training.empty());
    for (const std::int64_t row : input.training) used[static_cast<std::size_t>(row)] = true;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < input.masked.rows(); ++row) {
        if (used[static_cast<std::size_t>(input.origin_of(row))]) rows.push_back(row);
    }
    return rows;
}

// The differences between the records and their masked versions, by column.
std::vector<ColumnPtr> differences(const AssessInput& input, const NumericSpace& original,
                                   const NumericSpace& masked) {
    const std::vector<std::int64_t> rows = linked_rows(input);
    if (!input.training.empty() && rows.size() < 2) {
        throw Error(ErrorKind::input,
                    "the Mahalanobis distance needs at least two training records in the release");
    }
    std::vector<ColumnPtr> result;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        std::vector<double> values;
        values.reserve(rows.size());
        for (const std::int64_t row : rows) {
            values.push_back(original.points().at(input.origin_of(row))[j] -
                             masked.points().at(row)[j]);
        }
        result.push_back(Column::numeric(input.columns[j], std::move(values)));
    }
    return result;
}

struct Whitening {
    Eigen::MatrixXd matrix;
    std::vector<std::string> warnings;
};

Whitening whitening(const Moments& moments, const std::vector<double>& own_deviation,
                    const std::vector<std::string>& names) {
    const auto size = static_cast<Eigen::Index>(moments.size());
    Whitening result;
    Eigen::VectorXd unit(size);
    std::vector<std::string> untouched;
    for (Eigen::Index j = 0; j < size; ++j) {
        const auto i = static_cast<std::size_t>(j);
        const double least = kExactColumn * own_deviation[i];
        unit(j) = std::max(moments.column(i).deviation(), least);
        if (unit(j) == least && least > 0) untouched.push_back(names[i]);
    }
    const bool few = moments.pair(0, 0).count <= size;
    Eigen::MatrixXd correlations = Eigen::MatrixXd::Identity(size, size);
    for (Eigen::Index j = 0; j < size && !few; ++j) {
        for (Eigen::Index i = 0; i < j; ++i) {
            const double scale = unit(i) * unit(j);
            const double covariance =
                moments.pair(static_cast<std::size_t>(i), static_cast<std::size_t>(j)).covariance();
            correlations(i, j) = correlations(j, i) = scale > 0 ? covariance / scale : 0;
        }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlations);
    Eigen::VectorXd values = solver.eigenvalues();
    const double least = kExactDirection * values.maxCoeff();
    const auto exact = (values.array() < least).count();
    result.matrix = values.cwiseMax(least).cwiseSqrt().cwiseInverse().asDiagonal() *
                    solver.eigenvectors().transpose();
    for (Eigen::Index j = 0; j < size; ++j) {
        result.matrix.col(j) *= unit(j) > 0 ? 1 / unit(j) : 0;
    }
    if (few) {
        result.warnings.push_back(
            "too few training records for covariances: only the variances of the differences are "
            "used");
    }
    if (!untouched.empty()) {
        result.warnings.push_back(
            fmt::format("masking left these columns unchanged, they are matched exactly: {}",
                        fmt::join(untouched, ", ")));
    }
    if (exact > 0) {
        result.warnings.push_back(fmt::format(
            "the covariance of the differences is singular: {} linear combinations of columns are "
            "unchanged and are matched exactly",
            exact));
    }
    return result;
}

// W (x - centre) for each row; the centre only keeps numbers small.
NumericSpace transformed(const Context& context, const NumericSpace& space,
                         const std::vector<double>& centre, const Eigen::MatrixXd& matrix) {
    const std::int64_t dims = space.dims();
    std::vector<double> values(static_cast<std::size_t>(space.rows() * dims));
    parallel_chunks(context, space.rows(), [&](std::int64_t begin, std::int64_t end, auto) {
        std::vector<double> shifted(static_cast<std::size_t>(dims));
        for (std::int64_t row = begin; row < end; ++row) {
            const double* point = space.points().at(row);
            for (std::size_t j = 0; j < shifted.size(); ++j) shifted[j] = point[j] - centre[j];
            for (std::int64_t k = 0; k < dims; ++k) {
                double sum = 0;
                for (std::int64_t j = 0; j < dims; ++j) {
                    sum += matrix(k, j) * shifted[static_cast<std::size_t>(j)];
                }
                values[static_cast<std::size_t>(row * dims + k)] = sum;
            }
        }
    });
    return NumericSpace(std::move(values), space.rows(), dims);
}

LinkageSpace mahalanobis_space(const AssessInput& input, const std::vector<std::int64_t>& rows) {
    const auto raw = [&](const Table& table) {
        return numeric_space(input.context, table, input.columns, Scaling::none);
    };
    const NumericSpace original = raw(input.original);
    const NumericSpace masked = raw(input.masked);
    std::vector<double> centre;
    std::vector<double> deviation;
    for (const std::string& name : input.columns) {
        const ColumnStats stats = bounded_stats(input.context, input.original.column(name));
        centre.push_back(stats.mean);
        deviation.push_back(stats.deviation());
    }
    const Moments moments(input.context, differences(input, original, masked), 2);
    Whitening white = whitening(moments, deviation, input.columns);
    std::vector<double> held;
    for (const std::int64_t row : rows) {
        const double* point = original.points().at(row);
        held.insert(held.end(), point, point + original.dims());
    }
    const NumericSpace held_raw(std::move(held), static_cast<std::int64_t>(rows.size()),
                                original.dims());
    return {transformed(input.context, held_raw, centre, white.matrix),
            transformed(input.context, masked, centre, white.matrix), std::move(white.warnings)};
}

}  // namespace

LinkageSpace linkage_space(const AssessInput& input, Distance distance,
                           const std::vector<std::int64_t>& rows) {
    if (distance == Distance::mahalanobis) return mahalanobis_space(input, rows);
    const Scaling scaling = distance == Distance::raw ? Scaling::none : Scaling::zscore;
    const auto scales = column_scales(input.context, input.original, input.columns, scaling);
    const Table held = input.original.select(input.columns).gather(rows);
    return {numeric_space(input.context, held, input.columns, scales),
            numeric_space(input.context, input.masked, input.columns, scaling),
            {}};
}

}  // namespace lethe::attack
