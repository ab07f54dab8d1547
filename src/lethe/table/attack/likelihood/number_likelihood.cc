// Numbers: the released value lies near the known one, and how near is known.
//
// All of these are one part: points with coordinates in which the spread is 1 in all directions,
// and a weight that falls with the squared distance, normal or by membership. Constants matter only
// beside missing values, which weigh 0: of a normal part it is the logarithm of the deviation of
// the release in deviations of the masking.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/core/exact_sum.h"
#include "lethe/core/symmetric_eigen.h"
#include "lethe/core/vector_code.h"
#include "lethe/table/attack/likelihood/likelihood_parts.h"
#include "lethe/table/attack/likelihood/rounded_means.h"

namespace lethe::attack {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class PointPart final : public LikelihoodPart {
  public:
    std::size_t dims = 1;
    std::vector<double> held;       // query codes x dims
    std::vector<double> released;   // target codes x dims, without the missing code
    std::vector<double> constant;   // by target code
    std::vector<double> precision;  // by target code: one over the squared scale
    double power = 0;               // of memberships; 0: normal
    std::vector<CodeRange> ranges;  // by query code, where only these are possible
    LogWeight missing = 0;          // of the last code, where `has_missing`
    bool has_missing = false;
    LogWeight largest = 0;

    void add(std::int32_t query, std::span<const std::int32_t> targets,
             std::span<LogWeight> totals) const override {
        vector_code([&]() LETHE_INLINED { add_all(query, targets, totals); });
    }
    LETHE_INLINED void add_all(std::int32_t query, std::span<const std::int32_t> targets,
                               std::span<LogWeight> totals) const {
        const double* x = &held[static_cast<std::size_t>(query) * dims];
        const auto q = static_cast<std::size_t>(query);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const std::int32_t target = targets[i];
            if (has_missing && target == codes - 1) {
                totals[i] += missing;
            } else if (!ranges.empty() && (target < ranges[q].low || target > ranges[q].high)) {
                totals[i] = kImpossible;
            } else {
                totals[i] += weight(x, static_cast<std::size_t>(target));
            }
        }
    }
    LogWeight most(std::int32_t) const override { return largest; }
    bool excludes() const override {
        return !ranges.empty() || (has_missing && missing == kImpossible);
    }
    void possible(std::int32_t query, std::vector<CodeRange>& out) const override {
        const std::int32_t last = codes - (has_missing ? 2 : 1);
        const CodeRange range =
            ranges.empty() ? CodeRange{0, last} : ranges[static_cast<std::size_t>(query)];
        if (range.low <= range.high) out.push_back(range);
        if (has_missing && missing != kImpossible) out.push_back({codes - 1, codes - 1});
    }
    std::int32_t likely(std::int32_t query) const override {
        if (dims != 1) return 0;
        const double x = held[static_cast<std::size_t>(query)];
        const auto place = std::lower_bound(released.begin(), released.end(), x);
        return static_cast<std::int32_t>(
            std::min<std::ptrdiff_t>(place - released.begin(), std::ssize(released) - 1));
    }

  private:
    LETHE_INLINED LogWeight weight(const double* x, std::size_t target) const {
        const double* y = &released[target * dims];
        double squares = 0;
        for (std::size_t d = 0; d < dims; ++d) squares += (x[d] - y[d]) * (x[d] - y[d]);
        if (power == 0) return log_weight(constant[target] - 0.5 * precision[target] * squares);
        constexpr double kNearest = 1e-12;  // of squared deviations: as good as there
        return log_weight(constant[target] - power * std::log(std::max(squares, kNearest)));
    }
};

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Rows as points with a code for each different one. Codes of points ascend with the first
// coordinate.
struct CodedNumbers {
    std::vector<std::int32_t> codes;
    std::vector<double> points;  // codes x dims
    std::vector<std::int64_t> counts;
};

CodedNumbers code_points(const std::vector<double>& values, std::size_t dims) {
    const std::size_t rows = values.size() / dims;
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto row = [&](std::size_t i) { return std::span(values).subspan(i * dims, dims); };
    const auto less = [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(row(a), row(b));
    };
    std::sort(order.begin(), order.end(), less);
    CodedNumbers result;
    result.codes.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        if (i == 0 || less(order[i - 1], order[i])) {
            result.points.insert(result.points.end(), row(order[i]).begin(), row(order[i]).end());
            result.counts.push_back(0);
        }
        result.codes[order[i]] = static_cast<std::int32_t>(result.counts.size()) - 1;
        ++result.counts.back();
    }
    return result;
}

double column_mean(const Column& column) {
    ExactSum sum;
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        sum.add(column.numbers()[static_cast<std::size_t>(row)]);
        ++count;
    }
    return count == 0 ? 0 : sum.value() / static_cast<double>(count);
}

double value_or(const Column& column, std::int64_t row, double otherwise) {
    return column.valid(row) ? column.numbers()[static_cast<std::size_t>(row)] : otherwise;
}

// A row-major matrix of columns, missing values at the mean of the release.
std::vector<double> matrix_of(std::span<const ColumnPair> pairs, bool held) {
    const std::int64_t rows = (held ? pairs[0].held : pairs[0].released)->size();
    std::vector<double> values(static_cast<std::size_t>(rows) * pairs.size());
    for (std::size_t j = 0; j < pairs.size(); ++j) {
        const Column& column = held ? *pairs[j].held : *pairs[j].released;
        const double mean = column_mean(*pairs[j].released);
        for (std::int64_t row = 0; row < rows; ++row) {
            values[static_cast<std::size_t>(row) * pairs.size() + j] =
                value_or(column, row, mean) + 0.0;
        }
    }
    return values;
}

MatrixXd covariance_of(const std::vector<double>& values, std::size_t dims) {
    const auto rows = static_cast<Eigen::Index>(values.size() / dims);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    MatrixXd all = Eigen::Map<const RowMajor>(values.data(), rows, static_cast<Eigen::Index>(dims));
    all.rowwise() -= all.colwise().mean().eval();
    return all.transpose() * all / std::max<double>(1, static_cast<double>(rows - 1));
}

// The linear map after which `covariance` is the identity; directions without spread keep at
// least `least` of the spread of `scale`.
MatrixXd error_whitening(const MatrixXd& covariance, const VectorXd& scale, double least) {
    const VectorXd unit = scale.unaryExpr([](double s) { return s > 0 ? s : 1.0; });
    const MatrixXd relative =
        unit.cwiseInverse().asDiagonal() * covariance * unit.cwiseInverse().asDiagonal();
    const SymmetricEigen eigen = symmetric_eigen(relative);
    const VectorXd roots = eigen.values.unaryExpr(
        [&](double value) { return 1 / std::sqrt(std::max(value, least * least)); });
    return roots.asDiagonal() * eigen.vectors.transpose() * unit.cwiseInverse().asDiagonal();
}

// A row-major matrix of points under a linear map.
std::vector<double> mapped(const std::vector<double>& values, const MatrixXd& map) {
    const auto dims = static_cast<std::size_t>(map.cols());
    std::vector<double> result(values.size());
    for (std::size_t begin = 0; begin < values.size(); begin += dims) {
        const Eigen::Map<const VectorXd> from(&values[begin], map.cols());
        Eigen::Map<VectorXd>(&result[begin], map.rows()) = map * from;
    }
    return result;
}

// The part of several columns, or of one that has no missing values: points under a linear map.
std::unique_ptr<PointPart> points_part(const std::vector<double>& held,
                                       const std::vector<double>& released, std::size_t dims,
                                       const MatrixXd& map) {
    auto part = std::make_unique<PointPart>();
    part->dims = dims;
    CodedNumbers known = code_points(mapped(held, map), dims);
    CodedNumbers shown = code_points(mapped(released, map), dims);
    part->query_codes = std::move(known.codes);
    part->held = std::move(known.points);
    part->target_codes = std::move(shown.codes);
    part->released = std::move(shown.points);
    part->codes = static_cast<std::int32_t>(shown.counts.size());
    part->precision.assign(shown.counts.size(), 1.0);
    part->constant.assign(shown.counts.size(), 0.0);
    return part;
}

void find_largest(PointPart& part) {
    double largest = 0;
    for (const double constant : part.constant) largest = std::max(largest, constant);
    if (part.power > 0) largest += part.power * std::log(1e12);
    part.largest = log_weight(largest) + 1;
}

// Queries of which no column is known are open; in a part of one column a missing value of the
// release is impossible, or a value like any other.
void treat_missing(PointPart& part, std::span<const ColumnPair> pairs) {
    for (std::size_t i = 0; i < part.query_codes.size(); ++i) {
        const auto row = static_cast<std::int64_t>(i);
        const bool known = std::any_of(pairs.begin(), pairs.end(), [&](const ColumnPair& pair) {
            return pair.held->valid(row);
        });
        if (!known) part.query_codes[i] = LikelihoodPart::kUnknown;
    }
    if (pairs.size() > 1 || !pairs[0].released->has_missing()) return;
    part.has_missing = true;
    part.missing = pairs[0].can_be_missing ? 0 : kImpossible;
    ++part.codes;
    for (std::size_t i = 0; i < part.target_codes.size(); ++i) {
        if (!pairs[0].released->valid(static_cast<std::int64_t>(i))) {
            part.target_codes[i] = part.codes - 1;
        }
    }
}

VectorXd deviations_of(const MatrixXd& covariance) {
    return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

double log_ratio_of_spread(const MatrixXd& map, const MatrixXd& released) {
    const SymmetricEigen eigen = symmetric_eigen(map * released * map.transpose());
    double sum = 0;
    for (const double value : eigen.values) sum += 0.5 * std::log(std::max(value, 1e-12));
    return std::max(sum, 0.0);
}

}  // namespace

PartPtr normal_part(std::span<const ColumnPair> pairs, const NormalModel& model) {
    const std::size_t dims = pairs.size();
    std::vector<double> held = matrix_of(pairs, true);
    const std::vector<double> released = matrix_of(pairs, false);
    for (std::size_t i = 0; i < held.size(); ++i) {
        const auto j = static_cast<Eigen::Index>(i % dims);
        held[i] = model.centre[j] + (held[i] - model.centre[j]) * model.shrink[j];
    }
    const MatrixXd spread = covariance_of(released, dims);
    constexpr double kExact = 1e-7;  // deviations: noise that is as good as none
    const MatrixXd map = error_whitening(model.covariance, deviations_of(spread), kExact);
    auto part = points_part(held, released, dims, map);
    std::fill(part->constant.begin(), part->constant.end(), log_ratio_of_spread(map, spread));
    treat_missing(*part, pairs);
    find_largest(*part);
    return part;
}

PartPtr clusters_part(std::span<const ColumnPair> pairs) {
    const std::size_t dims = pairs.size();
    const std::vector<double> held = matrix_of(pairs, true);
    const std::vector<double> released = matrix_of(pairs, false);
    const MatrixXd spread = covariance_of(released, dims);
    const VectorXd scale = deviations_of(spread);
    // Few known records do not tell the covariances; then a tenth of the variance, in all columns.
    const bool enough = held.size() >= 10 * dims * dims;
    const MatrixXd lost = enough ? MatrixXd(covariance_of(held, dims) - spread)
                                 : MatrixXd(0.1 * scale.cwiseAbs2().asDiagonal());
    constexpr double kLeast = 0.02;  // deviations
    const MatrixXd map = error_whitening(lost, scale, kLeast);
    auto part = points_part(held, released, dims, map);
    std::fill(part->constant.begin(), part->constant.end(), log_ratio_of_spread(map, spread));
    treat_missing(*part, pairs);
    find_largest(*part);
    return part;
}

PartPtr membership_part(std::span<const ColumnPair> pairs, double fuzziness) {
    const std::size_t dims = pairs.size();
    const std::vector<double> held = matrix_of(pairs, true);
    const std::vector<double> released = matrix_of(pairs, false);
    // The masking standardised the originals; the known records stand for them.
    const VectorXd scale = deviations_of(covariance_of(held, dims)).unaryExpr([](double s) {
        return s > 0 ? 1 / s : 1.0;
    });
    auto part = points_part(held, released, dims, MatrixXd(scale.asDiagonal()));
    std::vector<std::int64_t> counts(part->constant.size(), 0);
    for (const std::int32_t code : part->target_codes) ++counts[static_cast<std::size_t>(code)];
    for (std::size_t code = 0; code < counts.size(); ++code) {
        part->constant[code] = -std::log(static_cast<double>(counts[code]));
    }
    part->power = 1 / (fuzziness - 1);
    treat_missing(*part, pairs);
    find_largest(*part);
    return part;
}

PartPtr distance_part(const ColumnPair& pair) {
    const std::span<const ColumnPair> pairs(&pair, 1);
    std::vector<double> held = matrix_of(pairs, true);
    std::vector<double> released = matrix_of(pairs, false);
    for (auto* values : {&held, &released}) {
        const double deviation = std::sqrt(covariance_of(*values, 1)(0, 0));
        const double mean = std::accumulate(values->begin(), values->end(), 0.0) /
                            std::max<double>(1, static_cast<double>(values->size()));
        for (double& value : *values) value = deviation > 0 ? (value - mean) / deviation : 0;
    }
    auto part = points_part(held, released, 1, MatrixXd::Identity(1, 1));
    ColumnPair any = pair;
    any.can_be_missing = true;
    treat_missing(*part, std::span(&any, 1));
    find_largest(*part);
    return part;
}

PartPtr runs_part(const ColumnPair& pair) {
    const std::span<const ColumnPair> pairs(&pair, 1);
    std::vector<double> centroids;
    for (std::int64_t row = 0; row < pair.released->size(); ++row) {
        const double value = value_or(*pair.released, row, kNothing);
        if (!std::isnan(value)) centroids.push_back(value + 0.0);
    }
    std::sort(centroids.begin(), centroids.end());
    centroids.erase(std::unique(centroids.begin(), centroids.end()), centroids.end());
    if (centroids.empty()) return distance_part(pair);
    std::vector<double> released = matrix_of(pairs, false);
    for (std::int64_t row = 0; row < pair.released->size(); ++row) {
        // A code for missing is added below; until then the row counts as the first centroid.
        if (!pair.released->valid(row)) released[static_cast<std::size_t>(row)] = centroids[0];
    }
    auto part = points_part(matrix_of(pairs, true), released, 1, MatrixXd::Identity(1, 1));
    const double spread = std::max(std::sqrt(covariance_of(released, 1)(0, 0)), 1e-300);
    for (std::size_t c = 0; c < centroids.size(); ++c) {
        const double below = centroids[c == 0 ? 0 : c - 1];
        const double above = centroids[std::min(c + 1, centroids.size() - 1)];
        const double sides = c == 0 || c + 1 == centroids.size() ? 2 : 4;
        const double scale = std::max((above - below) / sides, 1e-6 * spread);
        part->precision[c] = 1 / (scale * scale);
        part->constant[c] = std::log(spread / scale);
    }
    const double rounding = mean_slack(*pair.held, *pair.released);
    for (const double value : part->held) {
        const double slack = rounding + kMeanDust * std::fabs(value);
        // From the last centroid that is surely below to the first that is surely above.
        const auto above = std::upper_bound(centroids.begin(), centroids.end(), value + slack);
        const auto low = std::lower_bound(centroids.begin(), centroids.end(), value - slack);
        CodeRange range{static_cast<std::int32_t>(low - centroids.begin()) - 1,
                        static_cast<std::int32_t>(above - centroids.begin())};
        range.low = std::max(range.low, 0);
        range.high = std::min(range.high, static_cast<std::int32_t>(centroids.size()) - 1);
        part->ranges.push_back(range);
    }
    treat_missing(*part, pairs);
    find_largest(*part);
    return part;
}

}  // namespace lethe::attack
