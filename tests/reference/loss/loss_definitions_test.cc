// The loss measures against plain loops over their definitions, on many small random tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "assess.h"

namespace lethe {
namespace {

using Vector = std::vector<long double>;
using DefinitionsMatrix = std::vector<Vector>;  // by column

DefinitionsMatrix definitions_matrix(const Table& table) {
    DefinitionsMatrix result;
    for (const ColumnPtr& column : table.columns()) {
        result.emplace_back(column->numbers().begin(), column->numbers().end());
    }
    return result;
}

long double definitions_mean(const Vector& values) {
    long double sum = 0;
    for (const long double value : values) sum += value;
    return sum / static_cast<long double>(values.size());
}

// Central moment of order (a, b).
long double mu(const Vector& x, const Vector& y, int a, int b) {
    const long double mx = definitions_mean(x);
    const long double my = definitions_mean(y);
    Vector terms;
    for (std::size_t i = 0; i < x.size(); ++i) {
        terms.push_back(std::pow(x[i] - mx, a) * std::pow(y[i] - my, b));
    }
    return definitions_mean(terms);
}

long double covariance(const Vector& x, const Vector& y) {
    const auto n = static_cast<long double>(x.size());
    return mu(x, y, 1, 1) * n / (n - 1);
}

long double plain_correlation(const Vector& x, const Vector& y) {
    return mu(x, y, 1, 1) / std::sqrt(mu(x, y, 2, 0) * mu(x, y, 0, 2));
}

long double relative(long double x, long double y) { return std::fabs(x - y) / std::fabs(x); }

std::vector<long double> il_parts(const DefinitionsMatrix& x, const DefinitionsMatrix& y) {
    Vector values, means, covariances, variances, correlations;
    for (std::size_t j = 0; j < x.size(); ++j) {
        for (std::size_t i = 0; i < x[j].size(); ++i) values.push_back(relative(x[j][i], y[j][i]));
        means.push_back(relative(definitions_mean(x[j]), definitions_mean(y[j])));
        variances.push_back(relative(covariance(x[j], x[j]), covariance(y[j], y[j])));
        for (std::size_t i = 0; i <= j; ++i) {
            covariances.push_back(relative(covariance(x[i], x[j]), covariance(y[i], y[j])));
            if (i == j) continue;
            correlations.push_back(
                relative(plain_correlation(x[i], x[j]), plain_correlation(y[i], y[j])));
        }
    }
    return {definitions_mean(values), definitions_mean(means), definitions_mean(covariances),
            definitions_mean(variances), definitions_mean(correlations)};
}

long double plain_quantile(Vector values, long double q) {
    std::sort(values.begin(), values.end());
    const long double h = q * static_cast<long double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(h));
    const auto above = static_cast<std::size_t>(std::ceil(h));
    return values[below] + (h - std::floor(h)) * (values[above] - values[below]);
}

long double definitions_probability(long double difference, long double variance) {
    return std::erf(std::fabs(difference) / std::sqrt(2 * variance));
}

long double quantile_loss(const Vector& x, const Vector& y, int step) {
    const long double q = step / 20.0L;
    const auto n = static_cast<long double>(x.size());
    const long double z = normal_quantile(static_cast<double>(q));
    const long double phi = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi_v<long double>);
    const long double h =
        std::pow(n, -0.2L) * std::pow(4.5L * std::pow(phi, 4) / std::pow(2 * z * z + 1, 2), 0.2L);
    const long double low = std::max(0.0L, q - h);
    const long double high = std::min(1.0L, q + h);
    const long double density = (high - low) / (plain_quantile(x, high) - plain_quantile(x, low));
    return definitions_probability(plain_quantile(x, q) - plain_quantile(y, q),
                                   q * (1 - q) / (n * density * density));
}

long double correlation_loss(const Vector& x1, const Vector& x2, const Vector& y1,
                             const Vector& y2) {
    const auto m = [&](int a, int b) { return mu(x1, x2, a, b); };
    const long double r = plain_correlation(x1, x2);
    const long double variance = r * r / static_cast<long double>(x1.size()) *
                                 (m(2, 2) / (m(1, 1) * m(1, 1)) +
                                  (m(4, 0) / (m(2, 0) * m(2, 0)) + m(0, 4) / (m(0, 2) * m(0, 2)) +
                                   2 * m(2, 2) / (m(2, 0) * m(0, 2))) /
                                      4 -
                                  m(3, 1) / (m(1, 1) * m(2, 0)) - m(1, 3) / (m(1, 1) * m(0, 2)));
    return definitions_probability(r - plain_correlation(y1, y2), variance);
}

std::vector<long double> pil_groups(const DefinitionsMatrix& x, const DefinitionsMatrix& y) {
    const auto n = static_cast<long double>(x[0].size());
    Vector quantiles, means, variances, covariances, correlations;
    for (std::size_t j = 0; j < x.size(); ++j) {
        for (int step = 1; step <= 19; ++step) {
            quantiles.push_back(quantile_loss(x[j], y[j], step));
        }
        const long double mu2 = mu(x[j], x[j], 2, 0);
        means.push_back(
            definitions_probability(definitions_mean(x[j]) - definitions_mean(y[j]), mu2 / n));
        variances.push_back(definitions_probability(mu2 - mu(y[j], y[j], 2, 0),
                                                    (mu(x[j], x[j], 4, 0) - mu2 * mu2) / n));
        for (std::size_t i = 0; i < j; ++i) {
            const long double mu11 = mu(x[i], x[j], 1, 1);
            covariances.push_back(definitions_probability(
                mu11 - mu(y[i], y[j], 1, 1), (mu(x[i], x[j], 2, 2) - mu11 * mu11) / n));
            correlations.push_back(correlation_loss(x[i], x[j], y[i], y[j]));
        }
    }
    return {definitions_mean(quantiles), definitions_mean(means), definitions_mean(variances),
            definitions_mean(covariances), definitions_mean(correlations)};
}

// The original plus noise, so that losses are neither 0 nor 100.
Table noisy(const Table& table, const Random& random) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const Stream stream = random.stream(column->name());
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] += 0.3 * stream.at(static_cast<std::int64_t>(i)).normal();
        }
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return Table(std::move(columns));
}

void definitions_expect_near(double got, long double expected, const std::string& what) {
    const auto value = static_cast<double>(100 * expected);
    EXPECT_NEAR(got, value, 1e-9 * (1 + value)) << what;
}

TEST(LossDefinitions, IlAndPil) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(5 + random.stream("rows").at(0).below(300));
        const int columns = 2 + static_cast<int>(random.stream("columns").at(0).below(4));
        const Table original = test::random_table(random, rows, columns);
        const Table masked = noisy(original, random.part(1));
        const DefinitionsMatrix x = definitions_matrix(original);
        const DefinitionsMatrix y = definitions_matrix(masked);

        const std::vector<long double> il = il_parts(x, y);
        for (std::size_t i = 0; i < il.size(); ++i) {
            const std::string name = "il" + std::to_string(i + 1);
            definitions_expect_near(test::assess(name, original, masked).value, il[i], name);
        }
        definitions_expect_near(test::assess("il", original, masked).value, definitions_mean(il),
                                "il");

        const std::vector<long double> pil = pil_groups(x, y);
        const Measurement measured = test::assess("pil", original, masked);
        const char* const groups[] = {"quantiles", "means", "variances", "covariances",
                                      "correlations"};
        for (std::size_t i = 0; i < pil.size(); ++i) {
            definitions_expect_near(measured.details[groups[i]].get<double>(), pil[i], groups[i]);
        }
        definitions_expect_near(measured.value, definitions_mean(pil), "pil");
    }
}

TEST(LossDefinitions, Sse) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Random random(seed);
        const Table original = test::random_table(random, 3 + static_cast<int>(seed % 50), 3, 7);
        const Table masked = noisy(original, random.part(1));
        const DefinitionsMatrix x = definitions_matrix(original);
        const DefinitionsMatrix y = definitions_matrix(masked);
        for (const bool scaled : {false, true}) {
            long double sse = 0, sst = 0;
            for (std::size_t j = 0; j < x.size(); ++j) {
                const long double variance = covariance(x[j], x[j]);
                if (scaled && variance == 0) continue;
                const long double unit = scaled ? std::sqrt(variance) : 1;
                for (std::size_t i = 0; i < x[j].size(); ++i) {
                    sse += std::pow((x[j][i] - y[j][i]) / unit, 2);
                    sst += std::pow((x[j][i] - definitions_mean(x[j])) / unit, 2);
                }
            }
            if (sst == 0) continue;
            const Measurement measured =
                test::assess("sse", original, masked, {{"scaling", scaled ? "zscore" : "none"}});
            definitions_expect_near(measured.value, sse / sst, "sse");
        }
    }
}

}  // namespace
}  // namespace lethe
