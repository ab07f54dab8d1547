// Probabilistic information loss (Mateo-Sanz, Domingo-Ferrer, Sebé 2005).
//
// A statistic of the original table estimates a parameter of the population; over samples of this
// size it would vary with a known asymptotic variance. Masking moved the statistic by some
// difference. The loss is the probability that sampling alone would have moved it by less:
//
//     pil = 2 P(0 <= Z <= |difference| / standard error) = erf(|difference| / (se sqrt 2))
//
// 0 means unmoved, 1 moved beyond anything that sampling explains. Unlike a relative difference it
// is bounded and does not care about units or small denominators. The five groups and their
// variances, with central moments mu of the original:
//
//     quantiles 5 %, 10 %, ..., 95 %   q (1 - q) / (N f^2)
//     means                            mu2 / N
//     variances                        (mu4 - mu2^2) / N
//     covariances                      (mu22 - mu11^2) / N
//     correlations                     the delta method's, below
//
// The density f at a quantile is needed only as its reciprocal, the slope of the quantile function,
// which order statistics estimate without choosing a kernel: s(q) = (Q(q+h) - Q(q-h)) / 2h
// (Siddiqui 1960) with h = N^(-1/5) (4.5 phi(z)^4 / (2 z^2 + 1)^2)^(1/5), z the normal quantile of
// q (Bofinger 1975); q +- h is kept inside [0, 1]. Quantiles are of type 7 (linear interpolation of
// the order statistics).
//
// A statistic without sampling variance (a constant column, a column of two equally frequent
// values, perfectly correlated columns) has lost everything if it moved and nothing if it did not.
// What is zero up to rounding counts as zero.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/column_stats.h"
#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

constexpr double kNoVariance = 1e-12;  // of the terms it is computed from
constexpr double kUnmoved = 1e-9;      // of the statistic's scale, where there is no variance

// A statistic in both tables. `variance` is that of the estimate; `terms` the size of what was
// subtracted to get it, `scale` the size of the statistic.
struct Moved {
    double original = 0;
    double masked = 0;
    double variance = 0;
    double terms = 0;
    double scale = 0;
};

double loss_of(const Moved& moved) {
    const double difference = std::fabs(moved.original - moved.masked);
    if (moved.variance <= kNoVariance * moved.terms) {
        return difference <= kUnmoved * moved.scale ? 0 : 1;
    }
    return std::erf(difference / std::sqrt(moved.variance) / std::numbers::sqrt2);
}

struct Group {
    double sum = 0;
    std::int64_t count = 0;

    void add(const Moved& moved) {
        sum += loss_of(moved);
        ++count;
    }
    std::optional<double> percent() const {
        if (count == 0) return std::nullopt;
        return 100 * sum / static_cast<double>(count);
    }
};

// 1 / f at quantile q.
double sparsity(const std::vector<double>& sorted, double q) {
    const double z = normal_quantile(q);
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    const double bend = 2 * z * z + 1;
    const double h = std::pow(
        4.5 * std::pow(density, 4) / (bend * bend) / static_cast<double>(sorted.size()), 0.2);
    const double low = std::max(0.0, q - h);
    const double high = std::min(1.0, q + h);
    return (quantile(sorted, high) - quantile(sorted, low)) / (high - low);
}

Group quantile_group(const Context& context, const NumericColumns& columns) {
    Group group;
    for (std::size_t j = 0; j < columns.original.size(); ++j) {
        const std::vector<double> x = sorted_numbers(context, *columns.original[j]);
        const std::vector<double> y = sorted_numbers(context, *columns.masked[j]);
        if (x.empty() || y.empty()) continue;
        const double largest = std::max(std::fabs(x.front()), std::fabs(x.back()));
        for (int step = 1; step < 20; ++step) {
            const double q = step / 20.0;
            const double s = sparsity(x, q);
            group.add({.original = quantile(x, q),
                       .masked = quantile(y, q),
                       .variance = q * (1 - q) * s * s / static_cast<double>(x.size()),
                       .terms = 0,
                       .scale = largest});
        }
    }
    return group;
}

// N times the asymptotic variance of a correlation (Kendall and Stuart), written without the
// division by mu11 of the usual form.
double correlation_variance(const PairMoments& m, double r) {
    const double sx = std::sqrt(m.mu[2][0]);
    const double sy = std::sqrt(m.mu[0][2]);
    const auto standard = [&](int a, int b) {
        return m.mu[a][b] / std::pow(sx, a) / std::pow(sy, b);
    };
    return standard(2, 2) + r * r / 4 * (standard(4, 0) + standard(0, 4) + 2 * standard(2, 2)) -
           r * (standard(3, 1) + standard(1, 3));
}

Moved moved_mean(const ColumnStats& x, const ColumnStats& y, const PairMoments& m) {
    return {.original = x.mean,
            .masked = y.mean,
            .variance = m.mu[2][0] / static_cast<double>(m.count),
            .terms = 0,
            .scale = std::fabs(x.mean)};
}

Moved moved_covariance(const PairMoments& x, const PairMoments& y) {
    const auto count = static_cast<double>(x.count);
    return {.original = x.mu[1][1],
            .masked = y.mu[1][1],
            .variance = (x.mu[2][2] - x.mu[1][1] * x.mu[1][1]) / count,
            .terms = x.mu[2][2] / count,
            .scale = std::sqrt(x.mu[2][0]) * std::sqrt(x.mu[0][2])};
}

Moved moved_correlation(const PairMoments& x, const PairMoments& y) {
    const std::optional<double> r = x.correlation();
    const auto count = static_cast<double>(x.count);
    return {.original = r.value_or(0),
            .masked = y.correlation().value_or(0),
            .variance = r ? correlation_variance(x, *r) / count : 0,
            .terms = r ? x.mu[2][2] / (x.mu[2][0] * x.mu[0][2]) / count : 0,
            .scale = 1};
}

Measurement assess_pil(const AssessInput& input, const NoParams&) {
    const NumericColumns columns = numeric_columns(input);
    const Moments x(input.context, columns.original, 4);
    const Moments y(input.context, columns.masked, 4);
    Group means;
    Group variances;
    Group covariances;
    Group correlations;
    std::int64_t compared = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) {
            const PairMoments& original = x.pair(i, j);
            const PairMoments& masked = y.pair(i, j);
            if (original.count == 0 || masked.count == 0) continue;
            ++compared;
            if (i == j) {
                means.add(moved_mean(x.column(j), y.column(j), original));
                variances.add(moved_covariance(original, masked));
            } else {
                covariances.add(moved_covariance(original, masked));
                correlations.add(moved_correlation(original, masked));
            }
        }
    }

    Measurement result;
    double sum = 0;
    int defined = 0;
    const auto report = [&](std::string_view name, const Group& group) {
        const std::optional<double> percent = group.percent();
        result.details[std::string(name)] = percent ? Json(*percent) : Json(nullptr);
        if (!percent) return;
        sum += *percent;
        ++defined;
    };
    report("quantiles", quantile_group(input.context, columns));
    report("means", means);
    report("variances", variances);
    report("covariances", covariances);
    report("correlations", correlations);
    result.value = defined > 0 ? sum / defined : 0;
    if (compared == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    if (x.size() == 1) {
        result.warnings.push_back(
            "one column alone has no covariances and correlations: the mean is of three groups");
    }
    return result;
}

}  // namespace

Method pil() {
    return make_loss(
        MethodInfo{
            .name = "pil",
            .title = "Probabilistic information loss (PIL)",
            .summary = "How improbable the changes of statistics would be as sampling error.",
            .description =
                "For quantiles, means, variances, covariances and correlations: the probability "
                "that a fresh sample of the same size would have moved the statistic by less than "
                "masking did, averaged in each of the five groups and then over the groups. It "
                "lies "
                "between 0 and 100 percent and does not depend on units or small denominators, so "
                "it "
                "compares across tables better than `il`. The larger the table, the smaller its "
                "sampling error, and the nearer to 100 the same relative change comes. Densities "
                "at quantiles are estimated from spacings of order statistics (Bofinger's "
                "bandwidth); a statistic without sampling variance counts 0 if unmoved and 100 if "
                "moved.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"mateo2005probabilistic", "bofinger1975estimation", "abril2014privacy"},
            .in_words =
                "Whether the statistics of the release (quantiles, means, variances, covariances, "
                "correlations) differ from the original ones by more than another sample of the "
                "same population would. 0 % means no difference at all, 100 % certainly more. "
                "Large files make it strict: small shifts count.",
            .scale = Scale::probability,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format(
                        "On average a statistic differs from the original with {} certainty.",
                        figures::percent_text(value));
                },
            .details = {{"quantiles", "quantiles", true},
                        {"means", "means", true},
                        {"variances", "variances", true},
                        {"covariances", "covariances", true},
                        {"correlations", "correlations", true}},
            .by_default = true},
        Schema<NoParams>(), assess_pil);
}

}  // namespace lethe::loss
