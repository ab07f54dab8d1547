// Additive noise: normal noise in proportion to each column's deviation.
//
// Let s_j be the deviation (n - 1) of column j, d_j = p_j / 100, R the correlation matrix of the
// columns, and z a vector of independent standard normal numbers, new for every row.
//
//   uncorrelated            y_j = x_j + d_j s_j z_j
//   correlated              y_j = x_j + d_j s_j (R^1/2 z)_j
//
// so that correlated noise has the covariance D Cov(X) D with D = diag(d_j), and the masked data
// keep their correlations in expectation when all p_j agree. R^1/2 is the symmetric root: it does
// not depend on the signs or the order of eigenvectors, exists when R is singular, and is the
// identity for uncorrelated columns, where the two types coincide.
//
// Noise inflates variances by 1 + d_j^2. Kim (1986) therefore adds correlated noise to get
// g = x + e and shrinks linearly: with a common d, y = m + (g - m) / sqrt(1 + d^2), m the mean of
// x. This restores mean and covariance in expectation. We restore those of the sample itself, also
// for unequal d_j. In standardised units, with m_g and W the mean and covariance of the noisy
// sample g, and Q = R^1/2,
//
//   covariance-preserving   y = m + diag(s) T (g - m_g),   T = Q (Q^-1 W Q^-1)^(-1/2) Q^-1.
//
// T W T' = R, exactly; in coordinates that make x white, T is the symmetric map that does so with
// the least change to g, and it tends to Kim's 1 / sqrt(1 + d^2) as rows grow. When R is singular
// its inverse is the pseudo-inverse, so that linear relations between columns hold in y as in x.
//
// Cost: one normal number a value, and for the correlated types columns^2 products a row.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "lethe/data/column_stats.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/correlations.h"

namespace lethe::mask {
namespace {

using Eigen::MatrixXd;
using Eigen::RowVectorXd;

enum class NoiseMaskType { uncorrelated, correlated, covariance_preserving };

struct NoiseMaskParams {
    NoiseMaskType type = NoiseMaskType::uncorrelated;
    double p = 10;
    std::map<std::string, double> p_by_column;
};

Schema<NoiseMaskParams> noise_schema() {
    return Schema<NoiseMaskParams>()
        .choice("type", &NoiseMaskParams::type,
                "how the noise of one column goes with that of the others",
                {{"uncorrelated", NoiseMaskType::uncorrelated},
                 {"correlated", NoiseMaskType::correlated},
                 {"covariance-preserving", NoiseMaskType::covariance_preserving}})
        .field("p", &NoiseMaskParams::p,
               "deviation of the noise, in percent of the column's deviation", at_least(0))
        .field("p_by_column", &NoiseMaskParams::p_by_column,
               "another p for some columns: column name and percent", at_least(0));
}

// The step's columns and their random numbers as matrices of a few rows.
class Blocks {
  public:
    explicit Blocks(const MaskInput& input) : input_(input) {
        for (const std::string& name : input.columns) {
            columns_.push_back(&input.table.column(name));
            numbers_.push_back(columns_.back()->numbers());
            streams_.push_back(input.random.stream(name));
        }
    }

    MatrixXd values(std::int64_t begin, std::int64_t end) const {
        return fill(begin, end, [&](std::size_t j, std::int64_t row) {
            return numbers_[j][static_cast<std::size_t>(row)];
        });
    }

    MatrixXd normal(std::int64_t begin, std::int64_t end) const {
        return fill(begin, end,
                    [&](std::size_t j, std::int64_t row) { return streams_[j].at(row).normal(); });
    }

    // The columns with the values of masked(begin, end), a matrix; missing stays.
    template <class Masked>
    std::vector<ColumnPtr> columns(Masked masked) const {
        const auto rows = static_cast<std::size_t>(input_.table.rows());
        std::vector<std::vector<double>> values(columns_.size(), std::vector<double>(rows, 0.0));
        const auto store = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            const MatrixXd block = masked(begin, end);
            for (std::size_t j = 0; j < columns_.size(); ++j) {
                for (std::int64_t row = begin; row < end; ++row) {
                    if (!columns_[j]->valid(row)) continue;
                    values[j][static_cast<std::size_t>(row)] =
                        block(row - begin, static_cast<Eigen::Index>(j));
                }
            }
        };
        parallel_chunks(input_.context, input_.table.rows(), kRowsOfBlock, store);
        std::vector<ColumnPtr> result;
        for (std::size_t j = 0; j < columns_.size(); ++j) {
            result.push_back(Column::numeric(columns_[j]->name(), std::move(values[j]),
                                             columns_[j]->validity()));
        }
        return result;
    }

  private:
    template <class Entry>
    MatrixXd fill(std::int64_t begin, std::int64_t end, Entry entry) const {
        MatrixXd block(end - begin, static_cast<Eigen::Index>(columns_.size()));
        for (Eigen::Index j = 0; j < block.cols(); ++j) {
            for (std::int64_t row = begin; row < end; ++row) {
                block(row - begin, j) = entry(static_cast<std::size_t>(j), row);
            }
        }
        return block;
    }

    const MaskInput& input_;
    std::vector<const Column*> columns_;
    std::vector<std::span<const double>> numbers_;
    std::vector<Stream> streams_;
};

// What the formulae above call m, s and d, one entry a column.
struct Scales {
    RowVectorXd mean;
    RowVectorXd deviation;
    RowVectorXd share;
};

Scales find_scales(const MaskInput& input, const NoiseMaskParams& params, MaskOutput& output) {
    const auto size = static_cast<Eigen::Index>(input.columns.size());
    Scales scales{RowVectorXd(size), RowVectorXd(size), RowVectorXd(size)};
    for (Eigen::Index j = 0; j < size; ++j) {
        const std::string& name = input.columns[static_cast<std::size_t>(j)];
        const ColumnStats stats = column_stats(input.context, input.table.column(name));
        scales.mean[j] = stats.mean;
        scales.deviation[j] = stats.deviation();
        const double p = for_column(name, params.p_by_column, params.p);
        scales.share[j] = p / 100;
        output.facts["p"][name] = p;
        if (!std::isfinite(scales.deviation[j])) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has too large a deviation for noise", name));
        }
        if (stats.variance == 0 && stats.count > 0) {
            output.warnings.push_back(fmt::format(
                "column \"{}\" has no deviation, so it got no noise: it is unchanged", name));
        }
    }
    return scales;
}

std::vector<ColumnPtr> add_uncorrelated(const MaskInput& input, const Scales& scales) {
    std::vector<ColumnPtr> result;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const auto i = static_cast<Eigen::Index>(j);
        const double scale = scales.share[i] * scales.deviation[i];
        const Stream stream = input.random.stream(input.columns[j]);
        result.push_back(map_numbers(input, input.columns[j], [&](double value, std::int64_t row) {
            return value + scale * stream.at(row).normal();
        }));
    }
    return result;
}

std::vector<ColumnPtr> add_correlated(const MaskInput& input, const Scales& scales,
                                      const MatrixXd& correlation) {
    const Blocks blocks(input);
    const MatrixXd shape =
        matrix_power(correlation, 0.5) * scales.share.cwiseProduct(scales.deviation).asDiagonal();
    return blocks.columns([&](std::int64_t begin, std::int64_t end) -> MatrixXd {
        return blocks.values(begin, end) + blocks.normal(begin, end) * shape;
    });
}

struct SampleMoments {
    RowVectorXd mean;
    MatrixXd covariance;
};

// Of at least two rows, given in blocks and near standardised, so that plain sums are accurate.
template <class Sample>
SampleMoments sample_moments(const Context& context, std::int64_t rows, Eigen::Index size,
                             Sample sample) {
    const SampleMoments sums = parallel_reduce(
        context, rows, SampleMoments{RowVectorXd::Zero(size), MatrixXd::Zero(size, size)},
        [&](std::int64_t begin, std::int64_t end) {
            const MatrixXd block = sample(begin, end);
            return SampleMoments{block.colwise().sum(), block.transpose() * block};
        },
        [](SampleMoments& total, const SampleMoments& part) {
            total.mean += part.mean;
            total.covariance += part.covariance;
        },
        kRowsOfBlock);
    const auto count = static_cast<double>(rows);
    const RowVectorXd mean = sums.mean / count;
    return {mean, (sums.covariance - count * mean.transpose() * mean) / (count - 1)};
}

std::vector<ColumnPtr> add_preserving(const MaskInput& input, const Scales& scales,
                                      const Points& standardised, const MatrixXd& correlation) {
    const Blocks blocks(input);
    const MatrixXd root = matrix_power(correlation, 0.5);
    const MatrixXd inverse = matrix_power(correlation, -0.5);
    const MatrixXd shape = root * scales.share.asDiagonal();
    const auto noisy = [&](std::int64_t begin, std::int64_t end) -> MatrixXd {
        return rows_of(standardised, begin, end) + blocks.normal(begin, end) * shape;
    };
    const SampleMoments sample =
        sample_moments(input.context, standardised.rows, standardised.dims, noisy);
    const MatrixXd restore = inverse * matrix_power(inverse * sample.covariance * inverse, -0.5) *
                             root * scales.deviation.asDiagonal();
    return blocks.columns([&](std::int64_t begin, std::int64_t end) -> MatrixXd {
        return ((noisy(begin, end).rowwise() - sample.mean) * restore).rowwise() + scales.mean;
    });
}

MaskOutput apply_noise(const MaskInput& input, const NoiseMaskParams& params) {
    MaskOutput output;
    const Scales scales = find_scales(input, params, output);
    if (params.type == NoiseMaskType::uncorrelated || input.table.rows() < 2) {
        output.changed = add_uncorrelated(input, scales);
        return output;
    }
    const NumericSpace space =
        numeric_space(input.context, input.table, input.columns, Scaling::zscore);
    const MatrixXd correlation = correlations(input.context, space);
    output.changed = params.type == NoiseMaskType::correlated
                         ? add_correlated(input, scales, correlation)
                         : add_preserving(input, scales, space, correlation);
    return output;
}

void check_noise(const Table& table, std::span<const std::string> columns,
                 const NoiseMaskParams& params, const Place& place, Problems& problems) {
    check_column_names("p_by_column", params.p_by_column, columns, place, problems);
    if (params.type != NoiseMaskType::covariance_preserving) return;
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column != nullptr && column->has_missing()) {
            problems.push_back({fmt::format("covariance-preserving noise needs complete columns; "
                                            "column \"{}\" has {} missing values",
                                            name, column->missing()),
                                within(place, "type")});
        }
    }
}

}  // namespace

Method noise() {
    return make_mask(
        MethodInfo{
            .name = "noise",
            .title = "Additive noise",
            .summary = "Adds normal noise in proportion to each column's deviation.",
            .description =
                "Adds to every value a normal random number whose deviation is `p` percent of the "
                "column's. `uncorrelated` noise leaves means right in expectation but weakens "
                "correlations and inflates variances; `correlated` noise follows the columns' own "
                "correlations; `covariance-preserving` noise is correlated and then transformed "
                "linearly, so that the masked columns have exactly the means, variances and "
                "correlations of the original ones (it needs complete columns). Use it for "
                "continuous amounts whose moments matter. Beware: noise in proportion to the "
                "deviation hardly hides an outlier, small p leaves most records linkable, and "
                "whole numbers or zeros do not stay whole or zero. A constant column stays as it "
                "is. Missing values stay missing; for correlations they stand in as the mean.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"kim1986method", "tendick1991optimal", "brand2002microdata",
                      "abril2014privacy"},
            .example = {{"type", "correlated"}, {"p", 10}},
            .ladder = one_after_another(
                {varied("p", {5, 10, 20, 50}), varied("p", {10, 20, 50}, {{"type", "correlated"}}),
                 varied("p", {20, 50}, {{"type", "covariance-preserving"}})}),
            .ladder_turn = 11,
            .first_numbers = {4, one_after_another(
                                     {varied("p", {2, 5, 10, 15, 20, 30, 50}),
                                      varied("p", {5, 10, 20, 50}, {{"type", "correlated"}})})},
            .effect = Effect::noise},
        noise_schema(), apply_noise, check_noise);
}

}  // namespace lethe::mask
