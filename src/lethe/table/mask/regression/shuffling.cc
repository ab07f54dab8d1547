// Data shuffling (Muralidhar and Sarathy 2006): values change places so that ranks go with the
// predictors as they did, and with nothing else.
//
// X are the columns to mask, S the predictors. Ranks are taken as those of a normal copula:
//
//   1. The rank correlation rho of each pair becomes that of normal scores, 2 sin(pi rho / 6): the
//      matrix R. Ranks of equal values are their mean rank. Predictors become normal scores S*,
//      the quantiles of (rank - 0.5) / n, brought to variance 1, which ties would lessen.
//   2. New scores Y* = S* R_SS^-1 R_SX + E, where the rows of E are normal with the covariance
//      R_XX - R_XS R_SS^-1 R_SX.
//   3. Column by column the record with the j-th smallest new score gets the j-th smallest value.
//
// Y* knows X by R alone: given the predictors a released value says no more of its person's true
// one than the correlations do. A matrix of converted correlations need not be one of correlations;
// eigenvalues below kLeastEigenvalue of the largest are raised to it and the diagonal is made 1
// again, so that what follows exists also for columns that determine each other.
//
// Cost: sorting each column twice, and columns x (columns + predictors) products a row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/symmetric_eigen.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/correlations.h"
#include "lethe/table/mask/regression/numbers_matrix.h"
#include "lethe/table/mask/regression/shuffled.h"

namespace lethe::mask {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLeastEigenvalue = 1e-6;

struct ShufflingParams {
    std::vector<std::string> on;
};

Schema<ShufflingParams> shuffling_schema() {
    return Schema<ShufflingParams>().field(
        "on", &ShufflingParams::on,
        "columns whose relations to the masked ones are kept: numbers or ordered categories that "
        "the step leaves as they are");
}

bool same_value(const Column& column, std::int32_t a, std::int32_t b) {
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    return column.is_numeric() ? column.numbers()[i] == column.numbers()[j]
                               : column.codes()[i] == column.codes()[j];
}

// change(mean rank from 1, number of values) for each row with a value; 0 elsewhere.
template <class Change>
VectorXd of_ranks(const Context& context, const Column& column, Change change) {
    VectorXd result = VectorXd::Zero(column.size());
    const std::vector<std::int32_t> order = ranking(context, column);
    const auto count = static_cast<double>(order.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && same_value(column, order[begin], order[end])) ++end;
        const double rank = static_cast<double>(begin + end + 1) / 2;
        const double value = change(rank, count);
        for (std::size_t i = begin; i < end; ++i) result[order[i]] = value;
    }
    return result;
}

// Ranks around their mean; missing is there.
VectorXd centred_ranks(const Context& context, const Column& column) {
    return of_ranks(context, column,
                    [](double rank, double count) { return rank - (count + 1) / 2; });
}

VectorXd predictor_scores(const Context& context, const Column& column) {
    VectorXd scores = of_ranks(context, column, [](double rank, double count) {
        return normal_quantile((rank - 0.5) / count);
    });
    const double variance = scores.squaredNorm() / static_cast<double>(scores.size());
    if (variance > 0) scores /= std::sqrt(variance);
    return scores;
}

// The nearby matrix of correlations all of whose eigenvalues are above 0.
MatrixXd made_positive(const MatrixXd& matrix) {
    const SymmetricEigen eigen = symmetric_eigen(matrix);
    const double least = kLeastEigenvalue * eigen.values.maxCoeff();
    const VectorXd raised = eigen.values.cwiseMax(least);
    const MatrixXd positive = eigen.vectors * raised.asDiagonal() * eigen.vectors.transpose();
    const VectorXd scale = positive.diagonal().cwiseSqrt().cwiseInverse();
    return scale.asDiagonal() * positive * scale.asDiagonal();
}

// R of the columns, in their order.
MatrixXd normal_correlations(const MaskInput& input, const std::vector<std::string>& columns) {
    const auto size = static_cast<Index>(columns.size());
    MatrixXd ranks(input.table.rows(), size);
    for (Index j = 0; j < size; ++j) {
        const Column& column = input.table.column(columns[static_cast<std::size_t>(j)]);
        ranks.col(j) = centred_ranks(input.context, column);
        const double length = ranks.col(j).norm();
        if (length > 0) ranks.col(j) /= length;
    }
    MatrixXd result = parallel_reduce(
        input.context, input.table.rows(), MatrixXd(MatrixXd::Zero(size, size)),
        [&](std::int64_t begin, std::int64_t end) -> MatrixXd {
            const auto block = ranks.middleRows(begin, end - begin);
            return block.transpose() * block;
        },
        [](MatrixXd& total, const MatrixXd& part) { total += part; }, kRowsOfBlock);
    result = result.unaryExpr(
        [](double rho) { return 2 * std::sin(std::numbers::pi * std::clamp(rho, -1.0, 1.0) / 6); });
    result.diagonal().setOnes();
    return made_positive(result);
}

MatrixXd new_scores(const MaskInput& input, const std::vector<std::string>& on) {
    std::vector<std::string> all = input.columns;
    all.insert(all.end(), on.begin(), on.end());
    const MatrixXd r = normal_correlations(input, all);
    const auto p = static_cast<Index>(input.columns.size()), q = static_cast<Index>(on.size());
    MatrixXd covariance = r.topLeftCorner(p, p);
    MatrixXd scores = MatrixXd::Zero(input.table.rows(), p);
    if (q > 0) {
        const MatrixXd slopes =
            matrix_power(r.bottomRightCorner(q, q), -1) * r.bottomLeftCorner(q, p);
        covariance -= r.topRightCorner(p, q) * slopes;
        for (Index j = 0; j < q; ++j) {
            const Column& column = input.table.column(on[static_cast<std::size_t>(j)]);
            scores += predictor_scores(input.context, column) * slopes.row(j);
        }
    }
    return scores + normal_numbers(input, "") * matrix_power(covariance, 0.5);
}

ColumnPtr shuffled_column(const MaskInput& input, const std::string& name, const VectorXd& scores) {
    const Column& column = input.table.column(name);
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    std::vector<std::size_t> rows;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) rows.push_back(static_cast<std::size_t>(row));
    }
    std::vector<double> there, score;
    for (const std::size_t row : rows) {
        there.push_back(values[row]);
        score.push_back(scores[static_cast<Index>(row)]);
    }
    const std::vector<double> moved = in_the_order_of(input.context, there, score);
    for (std::size_t i = 0; i < rows.size(); ++i) values[rows[i]] = moved[i];
    return Column::numeric(name, std::move(values), column.validity());
}

MaskOutput apply_shuffling(const MaskInput& input, const ShufflingParams& params) {
    MaskOutput output;
    if (input.table.rows() == 0) return output;
    const MatrixXd scores = new_scores(input, params.on);
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        output.changed.push_back(
            shuffled_column(input, input.columns[j], scores.col(static_cast<Index>(j))));
    }
    if (params.on.empty()) {
        output.warnings.push_back(
            "nothing predicts the masked columns: their relations to all other columns are lost; "
            "name some in \"on\"");
    }
    return output;
}

void check_shuffling(const Table& table, std::span<const std::string> columns,
                     const ShufflingParams& params, const Place& place, Problems& problems) {
    for (const std::string& name : params.on) {
        const Column* column = table.find(name);
        if (column == nullptr) {
            problems.push_back({unknown_name("column", name, table.names()), within(place, "on")});
        } else if (column->kind() != Kind::numeric && column->kind() != Kind::ordinal) {
            problems.push_back(
                {fmt::format("column \"{}\" has no order, by which shuffling predicts", name),
                 within(place, "on")});
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" is shuffled itself: it is no predictor", name),
                 within(place, "on")});
        }
    }
}

}  // namespace

std::vector<double> in_the_order_of(const Context& context, std::span<const double> values,
                                    std::span<const double> scores) {
    const std::vector<std::int32_t> from = ranking(context, values);
    const std::vector<std::int32_t> to = ranking(context, scores);
    std::vector<double> result(values.size());
    for (std::size_t j = 0; j < from.size(); ++j) {
        result[static_cast<std::size_t>(to[j])] = values[static_cast<std::size_t>(from[j])];
    }
    return result;
}

Method shuffling() {
    return make_mask(
        MethodInfo{
            .name = "shuffling",
            .title = "Data shuffling",
            .summary = "Lets values change places so that ranks go with the predictors as before.",
            .description =
                "Every column keeps exactly its values, but they belong to other records. Who gets "
                "which is decided by new scores, drawn from a normal model of the ranks given the "
                "columns `on`: rank correlations among the masked columns and with `on` hold in "
                "expectation, whatever the columns' distributions are. Given the predictors, a "
                "released value says no more about its person than these correlations do. Use it "
                "for confidential amounts whose distribution must be exact. Beware: the largest "
                "income of the file is still in it, though at somebody else's record; where the "
                "predictors determine a column, values stay nearly where they were; relations "
                "that are no correlations of ranks (a bow, an interaction), and those to columns "
                "that are not named, are lost. Missing values stay missing; as predictors they "
                "stand in the middle.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::random, Property::keeps_marginals, Property::keeps_means},
            .cites = {"muralidhar2006shuffling"},
            .example = Json::object(),
            .effect = Effect::swap},
        shuffling_schema(), apply_shuffling, check_shuffling);
}

}  // namespace lethe::mask
