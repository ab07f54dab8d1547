#include "lethe/algo/statistics/predictive_regression.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/core/symmetric_eigen.h"
#include "lethe/data/category_counts.h"
#include "lethe/data/column_stats.h"

namespace lethe {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::int64_t kRowsOfBlock = 2048;

// Codes by frequency, most frequent first, ties by code; those that do not occur left out.
std::vector<std::size_t> by_frequency(const std::vector<std::int64_t>& counts) {
    std::vector<std::size_t> codes(counts.size());
    std::iota(codes.begin(), codes.end(), std::size_t{0});
    std::stable_sort(codes.begin(), codes.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
    std::erase_if(codes, [&](std::size_t code) { return counts[code] == 0; });
    return codes;
}

struct NormalEquations {
    MatrixXd products;  // X'X
    MatrixXd crossed;   // X'Y
    std::int64_t rows = 0;
};

// Rows that do not count become 0 on both sides.
void drop_unused(const Validity& used, std::int64_t begin, MatrixXd& x, MatrixXd& y,
                 std::int64_t& rows) {
    for (Index i = 0; i < x.rows(); ++i) {
        if (used[begin + i]) {
            ++rows;
        } else {
            x.row(i).setZero();
            y.row(i).setZero();
        }
    }
}

NormalEquations normal_equations(const Context& context, const RegressionDesign& design,
                                 const Responses& responses, Index count, const Validity& used) {
    const NormalEquations none{MatrixXd::Zero(design.size(), design.size()),
                               MatrixXd::Zero(design.size(), count), 0};
    return parallel_reduce(
        context, design.rows(), none,
        [&](std::int64_t begin, std::int64_t end) {
            MatrixXd x = design.block(begin, end), y = responses(begin, end);
            std::int64_t rows = 0;
            drop_unused(used, begin, x, y, rows);
            return NormalEquations{x.transpose() * x, x.transpose() * y, rows};
        },
        [](NormalEquations& total, const NormalEquations& part) {
            total.products += part.products;
            total.crossed += part.crossed;
            total.rows += part.rows;
        },
        kRowsOfBlock);
}

Eigen::RowVectorXd residual_squares(const Context& context, const RegressionDesign& design,
                                    const Responses& responses, const Validity& used,
                                    const MatrixXd& coefficients) {
    return parallel_reduce(
        context, design.rows(), Eigen::RowVectorXd(Eigen::RowVectorXd::Zero(coefficients.cols())),
        [&](std::int64_t begin, std::int64_t end) -> Eigen::RowVectorXd {
            MatrixXd x = design.block(begin, end), y = responses(begin, end);
            std::int64_t rows = 0;
            drop_unused(used, begin, x, y, rows);
            return (y - x * coefficients).colwise().squaredNorm();
        },
        [](Eigen::RowVectorXd& total, const Eigen::RowVectorXd& part) { total += part; },
        kRowsOfBlock);
}

double chi_square(std::int64_t freedom, double share) {
    return 2 * boost::math::gamma_p_inv(static_cast<double>(freedom) / 2, share);
}

}  // namespace

RegressionDesign::RegressionDesign(const Context& context, const Table& table,
                                   std::span<const std::string> columns)
    : rows_(table.rows()) {
    for (const std::string& name : columns) {
        Part part{table.column_ptr(name), size_, 0, 0, {}};
        if (part.column->is_numeric()) {
            const ColumnStats stats = column_stats(context, *part.column);
            part.mean = stats.mean;
            part.deviation = stats.deviation();
            ++size_;
        } else {
            std::vector<std::size_t> levels = by_frequency(category_counts(context, *part.column));
            const bool all = levels.size() <= kMostLevels;
            // Of all levels one is the base, or the indicators would always sum to 1.
            levels.resize(std::min(levels.size(), kMostLevels));
            if (all && !levels.empty()) levels.pop_back();
            part.place_of.assign(part.column->dictionary().size(), -1);
            for (const std::size_t code : levels) part.place_of[code] = size_++;
        }
        parts_.push_back(std::move(part));
    }
}

MatrixXd RegressionDesign::block(std::int64_t begin, std::int64_t end) const {
    MatrixXd result = MatrixXd::Zero(end - begin, size_);
    result.col(0).setOnes();
    for (const Part& part : parts_) {
        for (std::int64_t row = begin; row < end; ++row) {
            if (!part.column->valid(row)) continue;
            const auto i = static_cast<std::size_t>(row);
            if (part.column->is_numeric()) {
                const double away = part.column->numbers()[i] - part.mean;
                result(row - begin, part.place) = part.deviation > 0 ? away / part.deviation : 0;
            } else {
                const auto code = static_cast<std::size_t>(part.column->codes()[i]);
                if (part.place_of[code] >= 0) result(row - begin, part.place_of[code]) = 1;
            }
        }
    }
    return result;
}

DrawnRegression draw_regression(const Context& context, const RegressionDesign& design,
                                const Responses& responses, Index count, const Validity& used,
                                const Stream& stream) {
    const NormalEquations equations = normal_equations(context, design, responses, count, used);
    const SymmetricEigen eigen = symmetric_eigen(equations.products);
    const double zero = 1e-10 * eigen.values.maxCoeff();
    const Eigen::VectorXd inverse =
        eigen.values.unaryExpr([&](double value) { return value > zero ? 1 / value : 0.0; });
    const auto rank = (inverse.array() > 0).count();
    const std::int64_t freedom = equations.rows - rank;
    if (freedom < 1) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} values are too few for a regression with {} free parameters",
                                equations.rows, rank));
    }
    const MatrixXd& axes = eigen.vectors;
    DrawnRegression drawn;
    drawn.coefficients = axes * (inverse.asDiagonal() * (axes.transpose() * equations.crossed));
    const Eigen::RowVectorXd squares =
        residual_squares(context, design, responses, used, drawn.coefficients);
    drawn.deviations.resize(count);
    for (Index j = 0; j < count; ++j) {
        Draws draws = stream.at(j);
        drawn.deviations[j] = std::sqrt(squares[j] / chi_square(freedom, draws.uniform_open()));
        Eigen::VectorXd along(axes.cols());
        for (Index i = 0; i < along.size(); ++i) {
            along[i] = drawn.deviations[j] * std::sqrt(inverse[i]) * draws.normal();
        }
        drawn.coefficients.col(j) += axes * along;
    }
    return drawn;
}

}  // namespace lethe
