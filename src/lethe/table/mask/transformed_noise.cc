// Noise with a nonlinear transformation (Sullivan 1989; Brand 2002): columns become normal, get
// noise, and are brought back.
//
// 1. The values of a column that are there, n of them, are put in order; equal ones, of which
//    discrete columns have many, by chance. The r-th, from 0, gets the normal score
//    z = quantile((r + 1/2) / n).
// 2. Noise is added: z + d e with d = p / 100, e normal with the correlations R of the scores, so
//    that the covariance of the sum is (1 + d^2) R and correlations of scores stay in expectation;
//    or, uncorrelated, independent.
// 3. The noisy scores are put in order, and the r-th gets the r-th of the original values.
//
// So every column keeps its values, each as often as before: the univariate distributions are those
// of the original exactly, whatever they are, and whole numbers, zeros and categories stay such.
// Sullivan brings correlations of the values near those of the original by repeated exchanges; here
// they follow those of the scores.
//
// Cost: two sorts a column, and columns^2 products a row.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/correlations.h"

namespace lethe::mask {
namespace {

struct TransformedNoiseParams {
    double p = 20;
    std::map<std::string, double> p_by_column;
    bool correlated = true;
};

Schema<TransformedNoiseParams> transformed_noise_schema() {
    return Schema<TransformedNoiseParams>()
        .field("p", &TransformedNoiseParams::p,
               "deviation of the noise, in percent of that of the normal scores", at_least(0))
        .field("p_by_column", &TransformedNoiseParams::p_by_column,
               "another p for some columns: column name and percent", at_least(0))
        .field("correlated", &TransformedNoiseParams::correlated,
               "whether the noise of the columns goes together as the columns do");
}

double place_in_order(const Column& column, std::int64_t row) {
    const auto i = static_cast<std::size_t>(row);
    return column.is_numeric() ? column.numbers()[i] : static_cast<double>(column.codes()[i]);
}

// A column's valid rows in the order of their values, equal ones by chance.
std::vector<std::int64_t> rows_in_order(const Column& column, const Stream& ties) {
    struct Placed {
        double value;
        std::uint64_t chance;
        std::int64_t row;
        auto operator<=>(const Placed&) const = default;
    };
    std::vector<Placed> placed;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        placed.push_back({place_in_order(column, row), ties.at(row).bits(), row});
    }
    std::ranges::sort(placed, [](const Placed& a, const Placed& b) { return a < b; });
    std::vector<std::int64_t> rows;
    for (const Placed& one : placed) rows.push_back(one.row);
    return rows;
}

// The values of the rows in order go to the rows in the order of the noisy scores.
ColumnPtr handed_out(const Column& column, const std::vector<std::int64_t>& from,
                     const std::vector<std::int64_t>& to) {
    if (column.is_numeric()) {
        std::vector<double> values(static_cast<std::size_t>(column.size()), 0.0);
        for (std::size_t r = 0; r < from.size(); ++r) {
            values[static_cast<std::size_t>(to[r])] =
                column.numbers()[static_cast<std::size_t>(from[r])];
        }
        return Column::numeric(column.name(), std::move(values), column.validity());
    }
    const auto old = column.codes();
    std::vector<std::int32_t> codes(old.begin(), old.end());
    for (std::size_t r = 0; r < from.size(); ++r) {
        codes[static_cast<std::size_t>(to[r])] = old[static_cast<std::size_t>(from[r])];
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), column.validity(),
                              column.spelling_of_missing());
}

Eigen::MatrixXd score_correlations(const Eigen::MatrixXd& scores) {
    Eigen::MatrixXd products = scores.transpose() * scores;
    Eigen::VectorXd scale(products.rows());
    for (Eigen::Index j = 0; j < scale.size(); ++j) {
        scale[j] = products(j, j) > 0 ? 1 / std::sqrt(products(j, j)) : 0;
    }
    products = scale.asDiagonal() * products * scale.asDiagonal();
    for (Eigen::Index j = 0; j < scale.size(); ++j) products(j, j) = 1;
    return products;
}

MaskOutput apply_transformed_noise(const MaskInput& input, const TransformedNoiseParams& params) {
    const std::size_t size = input.columns.size();
    const auto rows = static_cast<Eigen::Index>(input.table.rows());
    Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(rows, static_cast<Eigen::Index>(size));
    Eigen::MatrixXd noise = scores;
    std::vector<std::vector<std::int64_t>> order(size);
    for_each_column(input, [&](std::size_t j, const Column& column, const Context&) {
        const auto place = static_cast<Eigen::Index>(j);
        order[j] = rows_in_order(column, input.random.stream(column.name() + ": ties"));
        const auto n = static_cast<double>(order[j].size());
        for (std::size_t r = 0; r < order[j].size(); ++r) {
            scores(order[j][r], place) = normal_quantile((static_cast<double>(r) + 0.5) / n);
        }
        const Stream stream = input.random.stream(column.name());
        for (Eigen::Index row = 0; row < rows; ++row) noise(row, place) = stream.at(row).normal();
    });
    if (params.correlated && size > 1) {
        noise *= matrix_power(score_correlations(scores), 0.5);
    }
    MaskOutput output;
    output.changed.resize(size);
    for (std::size_t j = 0; j < size; ++j) {
        output.facts["p"][input.columns[j]] =
            for_column(input.columns[j], params.p_by_column, params.p);
    }
    for_each_column(input, [&](std::size_t j, const Column& column, const Context&) {
        const auto place = static_cast<Eigen::Index>(j);
        const double share = for_column(input.columns[j], params.p_by_column, params.p) / 100;
        std::vector<std::int64_t> noisy = order[j];
        std::ranges::sort(noisy, {}, [&](std::int64_t row) {
            return std::pair(scores(row, place) + share * noise(row, place), row);
        });
        output.changed[j] = handed_out(column, order[j], noisy);
    });
    return output;
}

void check_transformed_noise(const Table&, std::span<const std::string> columns,
                             const TransformedNoiseParams& params, const Place& place,
                             Problems& problems) {
    check_column_names("p_by_column", params.p_by_column, columns, place, problems);
}

}  // namespace

Method transformed_noise() {
    return make_mask(
        MethodInfo{
            .name = "transformed-noise",
            .title = "Noise with a nonlinear transformation",
            .summary = "Makes columns normal, adds noise, and brings them back with their own "
                       "values.",
            .description =
                "Every value becomes a normal score by its place in the order of its column, equal "
                "values in an order drawn by chance. Normal noise of `p` percent is added to the "
                "scores, correlated as they are, and the values are handed out again in the order "
                "of the noisy scores. So each column keeps its values, each as often as before: "
                "all univariate statistics are exactly the original ones, skewed columns stay "
                "skewed, and whole numbers, zeros and ordered categories stay such. Use it for "
                "discrete columns and for those that are far from normal, where additive noise "
                "makes values that cannot be. Beware: the extreme values are released as they "
                "are, mostly with other people, and with a small p many records keep a value near "
                "their own. Correlations are kept in expectation between the scores, not between "
                "the values; in columns with many equal values the chance among these weakens "
                "them. Missing values stay missing.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"sullivan1989use", "brand2002microdata"},
            .example = {{"p", 30}}},
        transformed_noise_schema(), apply_transformed_noise, check_transformed_noise);
}

}  // namespace lethe::mask
