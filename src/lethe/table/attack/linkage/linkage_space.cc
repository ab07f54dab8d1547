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
//
// Ties on whole numbers.
//
// Ages, years and counts that were swapped or left alone make many ties: a record is as far from
// one neighbour below as from one above. Scaled by an arbitrary factor, both distances are rounded,
// and rounding would break the tie. So where all values are whole numbers and both files are mapped
// alike (the same mean and deviation, or Mahalanobis), the factors are rounded, once, to a grid so
// fine that their errors do not matter and so coarse that every coordinate and every difference is
// exact. Equal distances are then equal numbers.
#include "lethe/table/attack/linkage/linkage_space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/statistics/moments.h"
#include "lethe/algo/statistics/noise_moments.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/core/symmetric_eigen.h"

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

// Whether both columns hold whole numbers only, and how far they lie from `centre`.
struct WholeNumbers {
    bool whole = true;
    double reach = 0;
};

WholeNumbers whole_numbers(const Column& a, const Column& b, double centre) {
    constexpr double kFar = 0x1p30;
    WholeNumbers result;
    for (const Column* column : {&a, &b}) {
        const auto values = column->numbers();
        for (std::int64_t row = 0; row < column->size() && result.whole; ++row) {
            if (!column->valid(row)) continue;
            const double away = std::fabs(values[static_cast<std::size_t>(row)] - centre);
            result.whole = away <= kFar && away == std::floor(away);
            result.reach = std::max(result.reach, away);
        }
    }
    return result;
}

// A factor as a multiple of a power of two such that sums of products with whole numbers, up to
// `reach` in size, are exact, and so are differences of two such sums.
double to_grid(double factor, double reach) {
    if (reach == 0) return factor;
    const double grid = std::ldexp(1.0, std::ilogb(reach) + 2 - 53);
    return std::nearbyint(factor / grid) * grid;
}

// What masking added to the columns.
struct Spread {
    std::vector<double> deviation;
    Eigen::MatrixXd covariance;
    bool variances_only = false;  // too few differences for covariances
};

Spread spread_of(const Moments& moments) {
    Spread spread;
    for (std::size_t j = 0; j < moments.size(); ++j) {
        spread.deviation.push_back(moments.column(j).deviation());
    }
    spread.covariance = covariances(moments);
    spread.variances_only = moments.pair(0, 0).count <= std::ssize(spread.deviation);
    return spread;
}

Spread spread_of(const Eigen::MatrixXd& covariance) {
    Spread spread{{}, covariance};
    for (Eigen::Index j = 0; j < covariance.cols(); ++j) {
        spread.deviation.push_back(std::sqrt(std::max(0.0, covariance(j, j))));
    }
    return spread;
}

struct Whitening {
    Eigen::MatrixXd matrix;
    std::vector<std::string> warnings;
};

// Which columns masking changed, and the deviation of the differences; of an unchanged column a
// trifle of its own deviation.
struct Units {
    std::vector<std::size_t> changed;
    std::vector<std::string> unchanged;
    std::vector<double> deviation;
};

Units units_of(const Spread& spread, const std::vector<double>& own_deviation,
               const std::vector<std::string>& names) {
    Units units;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const double least = kExactColumn * own_deviation[j];
        const double deviation = spread.deviation[j];
        if (deviation > least) {
            units.changed.push_back(j);
        } else if (least > 0) {
            units.unchanged.push_back(names[j]);
        }
        units.deviation.push_back(std::max(deviation, least));
    }
    return units;
}

Eigen::MatrixXd correlations_of(const Spread& spread, const Units& units) {
    const auto size = std::ssize(units.changed);
    Eigen::MatrixXd result = Eigen::MatrixXd::Identity(size, size);
    for (Eigen::Index b = 0; b < size; ++b) {
        for (Eigen::Index a = 0; a < b; ++a) {
            const std::size_t i = units.changed[static_cast<std::size_t>(a)];
            const std::size_t j = units.changed[static_cast<std::size_t>(b)];
            result(a, b) = result(b, a) =
                spread.covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) /
                (units.deviation[i] * units.deviation[j]);
        }
    }
    return result;
}

// L^(-1/2) Q' of the changed columns, 1 for the others, and then D^-1.
Eigen::MatrixXd whitening_matrix(const Eigen::MatrixXd& turned, const Units& units) {
    const auto size = std::ssize(units.deviation);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(size, size);
    for (Eigen::Index a = 0; a < turned.rows(); ++a) {
        for (Eigen::Index b = 0; b < turned.cols(); ++b) {
            matrix(static_cast<Eigen::Index>(units.changed[static_cast<std::size_t>(a)]),
                   static_cast<Eigen::Index>(units.changed[static_cast<std::size_t>(b)])) =
                turned(a, b);
        }
    }
    for (Eigen::Index j = 0; j < size; ++j) {
        const double deviation = units.deviation[static_cast<std::size_t>(j)];
        matrix.col(j) *= deviation > 0 ? 1 / deviation : 0;
    }
    return matrix;
}

Whitening space_whitening(const Spread& spread, const Units& units) {
    Whitening result;
    if (!units.unchanged.empty()) {
        result.warnings.push_back(
            fmt::format("masking left these columns unchanged, they are matched exactly: {}",
                        fmt::join(units.unchanged, ", ")));
    }
    const auto size = std::ssize(units.changed);
    Eigen::MatrixXd turned = Eigen::MatrixXd::Identity(size, size);
    if (spread.variances_only) {
        result.warnings.push_back(
            "too few known links for covariances: only the variances of the differences are used");
    } else if (size > 0) {
        const SymmetricEigen eigen = symmetric_eigen(correlations_of(spread, units));
        const Eigen::VectorXd& values = eigen.values;
        const double least = kExactDirection * values.maxCoeff();
        turned = values.cwiseMax(least).cwiseSqrt().cwiseInverse().asDiagonal() *
                 eigen.vectors.transpose();
        if (const auto exact = (values.array() < least).count(); exact > 0) {
            result.warnings.push_back(fmt::format(
                "the covariance of the differences is singular: {} linear combinations of columns "
                "are unchanged and are matched exactly",
                exact));
        }
    }
    result.matrix = whitening_matrix(turned, units);
    return result;
}

void keep_ties(Eigen::MatrixXd& matrix, const std::vector<WholeNumbers>& columns) {
    const auto whole = [](const WholeNumbers& column) { return column.whole; };
    if (!std::all_of(columns.begin(), columns.end(), whole)) return;
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        double reach = 0;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            reach += std::fabs(matrix(k, static_cast<Eigen::Index>(j))) * columns[j].reach;
        }
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
            matrix(k, j) = to_grid(matrix(k, j), reach);
        }
    }
}

// W (x - centre) for each row; the centre, a whole number, only keeps numbers small.
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

// `noise` null: the covariance of the aligned differences.
LinkageSpace whitened_space(const AssessInput& input, const std::vector<std::int64_t>& rows,
                            const Eigen::MatrixXd* noise) {
    const auto raw = [&](const Table& table) {
        return numeric_space(input.context, table, input.columns, Scaling::none);
    };
    const NumericSpace original = raw(input.original);
    const NumericSpace masked = raw(input.masked);
    std::vector<double> centre;
    std::vector<double> deviation;
    std::vector<WholeNumbers> whole;
    for (const std::string& name : input.columns) {
        const Column& column = input.original.column(name);
        const ColumnStats stats = bounded_stats(input.context, column);
        centre.push_back(std::nearbyint(stats.mean));
        deviation.push_back(stats.deviation());
        whole.push_back(whole_numbers(column, input.masked.column(name), centre.back()));
    }
    const Spread spread =
        noise != nullptr
            ? spread_of(*noise)
            : spread_of(Moments(input.context, differences(input, original, masked), 2));
    Whitening white = space_whitening(spread, units_of(spread, deviation, input.columns));
    keep_ties(white.matrix, whole);
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

LinkageSpace standardised_space(const AssessInput& input, const Table& held) {
    const auto scales_of = [&](const Table& table) {
        return column_scales(input.context, table, input.columns, Scaling::zscore);
    };
    std::vector<ColumnScale> original = scales_of(input.original);
    std::vector<ColumnScale> masked = scales_of(input.masked);
    for (std::size_t j = 0; j < original.size(); ++j) {
        const double deviation = original[j].deviation;
        if (deviation == 0 || deviation != masked[j].deviation ||
            original[j].centre != masked[j].centre) {
            continue;
        }
        const std::string& name = input.columns[j];
        const double centre = std::nearbyint(original[j].centre);
        const WholeNumbers whole =
            whole_numbers(input.original.column(name), input.masked.column(name), centre);
        if (!whole.whole) continue;
        for (ColumnScale* scale : {&original[j], &masked[j]}) {
            scale->centre = centre;
            scale->deviation = 1;
            scale->weight = to_grid(1 / deviation, whole.reach / deviation);
        }
    }
    return {numeric_space(input.context, held, input.columns, original),
            numeric_space(input.context, input.masked, input.columns, masked),
            {}};
}

}  // namespace

LinkageSpace linkage_space(const AssessInput& input, Distance distance,
                           const std::vector<std::int64_t>& rows) {
    if (distance == Distance::mahalanobis) return whitened_space(input, rows, nullptr);
    const Table held = input.original.select(input.columns).gather(rows);
    if (distance == Distance::standardised) return standardised_space(input, held);
    const auto scales = column_scales(input.context, input.original, input.columns, Scaling::none);
    return {numeric_space(input.context, held, input.columns, scales),
            numeric_space(input.context, input.masked, input.columns, Scaling::none),
            {}};
}

LinkageSpace noise_space(const AssessInput& input, const Eigen::MatrixXd& noise,
                         const std::vector<std::int64_t>& rows) {
    return whitened_space(input, rows, &noise);
}

}  // namespace lethe::attack
