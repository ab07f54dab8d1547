// Fuzzy c-means against its formulae, written out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/partition/fuzzy_c_means.h"
#include "lethe/space/numeric.h"
#include "support.h"

namespace lethe {
namespace {

using FuzzyCMeansMatrix = std::vector<std::vector<double>>;

double square(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

// u_ik = 1 / sum_r (q_ik / q_rk)^(1 / (m - 1))
double membership(const FuzzyCMeansMatrix& centres, const std::vector<double>& x, std::size_t i,
                  double m) {
    std::size_t zeros = 0;
    for (const auto& centre : centres) zeros += square(x, centre) == 0 ? 1 : 0;
    if (zeros > 0) return square(x, centres[i]) == 0 ? 1 / static_cast<double>(zeros) : 0;
    double sum = 0;
    for (const auto& centre : centres) {
        sum += std::pow(square(x, centres[i]) / square(x, centre), 1 / (m - 1));
    }
    return 1 / sum;
}

FuzzyCMeansMatrix naive_round(const FuzzyCMeansMatrix& points, const FuzzyCMeansMatrix& centres,
                              double m) {
    FuzzyCMeansMatrix moved = centres;
    for (std::size_t i = 0; i < centres.size(); ++i) {
        double weight = 0;
        std::vector<double> sum(centres[i].size(), 0.0);
        for (const auto& x : points) {
            const double u = std::pow(membership(centres, x, i, m), m);
            weight += u;
            for (std::size_t j = 0; j < x.size(); ++j) sum[j] += u * x[j];
        }
        for (std::size_t j = 0; j < sum.size(); ++j) moved[i][j] = sum[j] / weight;
    }
    return moved;
}

FuzzyCMeansMatrix fuzzy_c_means_random_matrix(Draws& draws, std::size_t rows, std::size_t dims,
                                              bool ties) {
    FuzzyCMeansMatrix result(rows, std::vector<double>(dims));
    for (auto& row : result) {
        for (double& x : row) x = ties ? static_cast<double>(draws.below(4)) : draws.normal();
    }
    return result;
}

std::vector<double> flat(const FuzzyCMeansMatrix& matrix) {
    std::vector<double> values;
    for (const auto& row : matrix) values.insert(values.end(), row.begin(), row.end());
    return values;
}

TEST(FuzzyCMeansReference, RoundsOnRandomData) {
    for (int sample = 0; sample < 600; ++sample) {
        Draws draws = Random(77).stream("data").at(sample);
        const std::size_t rows = 5 + draws.below(150), dims = 1 + draws.below(5);
        // Fewer than records: otherwise centres settle on records to the last bit, and rounding
        // decides whose they are.
        const std::size_t count = 1 + draws.below(std::min<std::size_t>(20, rows / 3));
        const FuzzyCMeansMatrix points =
            fuzzy_c_means_random_matrix(draws, rows, dims, sample % 3 == 0);
        FuzzyCMeansMatrix centres =
            fuzzy_c_means_random_matrix(draws, count, dims, sample % 3 == 0);
        const double m = sample % 2 == 0 ? 1.2 : 1.1 + 2 * draws.uniform();
        const NumericSpace space(flat(points), static_cast<std::int64_t>(rows),
                                 static_cast<std::int64_t>(dims));
        const std::int64_t rounds = 3;
        const FuzzyClusters fast =
            fuzzy_c_means(test::threads(2), space, flat(centres), m, rounds, 0);
        for (std::int64_t round = 0; round < rounds; ++round) {
            centres = naive_round(points, centres, m);
        }
        const std::vector<double> slow = flat(centres);
        for (std::size_t i = 0; i < slow.size(); ++i) {
            // A centre to which nothing belongs has no mean by the formula; ours stays.
            if (std::isnan(slow[i])) break;
            ASSERT_NEAR(fast.centres[i], slow[i], 1e-7) << "sample " << sample << ", m " << m;
        }
    }
}

}  // namespace
}  // namespace lethe
