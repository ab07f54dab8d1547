// Agreement patterns against the comparison of all pairs, and the model against a transcription of
// its definition over single pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/linkage/agreement.h"
#include "lethe/algo/linkage/two_class_em.h"
#include "support.h"

namespace lethe {
namespace {

std::vector<std::size_t> pair_patterns(std::span<const PairedCodes> columns) {
    std::vector<std::size_t> patterns;
    for (std::size_t a = 0; a < columns[0].x.size(); ++a) {
        for (std::size_t b = 0; b < columns[0].y.size(); ++b) {
            std::size_t pattern = 0;
            for (std::size_t j = 0; j < columns.size(); ++j) {
                const std::int32_t code = columns[j].x[a];
                if (code >= 0 && code == columns[j].y[b]) pattern |= std::size_t{1} << j;
            }
            patterns.push_back(pattern);
        }
    }
    return patterns;
}

std::vector<PairedCodes> random_columns(Draws& draws, std::size_t count, std::uint64_t rows_x,
                                        std::uint64_t rows_y, std::uint64_t most_values) {
    std::vector<PairedCodes> columns(count);
    for (PairedCodes& column : columns) {
        const std::uint64_t values = 1 + draws.below(most_values);
        const double missing = draws.below(2) == 0 ? 0.0 : draws.uniform() * 0.5;
        const auto code = [&] {
            return draws.uniform() < missing ? PairedCodes::kMissing
                                             : static_cast<std::int32_t>(draws.below(values));
        };
        for (std::uint64_t i = 0; i < rows_x; ++i) column.x.push_back(code());
        for (std::uint64_t i = 0; i < rows_y; ++i) column.y.push_back(code());
    }
    return columns;
}

void agreement_expect_naive(std::span<const PairedCodes> columns) {
    std::vector<std::int64_t> expected(std::size_t{1} << columns.size(), 0);
    for (const std::size_t pattern : pair_patterns(columns)) ++expected[pattern];
    for (const int threads : {1, 2, 5}) {
        ASSERT_EQ(count_agreements(test::threads(threads), columns).pairs, expected);
    }
}

TEST(AgreementReference, SmallFiles) {
    const Stream stream = Random(41).stream("agreement");
    for (std::int64_t repetition = 0; repetition < 2000; ++repetition) {
        Draws draws = stream.at(repetition);
        const std::size_t columns = 1 + draws.below(6);
        const std::uint64_t rows_x = 1 + draws.below(40), rows_y = 1 + draws.below(40);
        agreement_expect_naive(random_columns(draws, columns, rows_x, rows_y, 8));
        if (HasFatalFailure()) FAIL() << "repetition " << repetition;
    }
}

// Sizes at which blocks are split several times before their pairs are compared.
TEST(AgreementReference, LargerFiles) {
    const Stream stream = Random(42).stream("agreement");
    for (std::int64_t repetition = 0; repetition < 18; ++repetition) {
        Draws draws = stream.at(repetition);
        const std::size_t columns = 1 + draws.below(repetition % 3 == 0 ? 12 : 4);
        const std::uint64_t rows_x = 1 + draws.below(2000), rows_y = 1 + draws.below(2000);
        agreement_expect_naive(
            random_columns(draws, columns, rows_x, rows_y, repetition % 2 == 0 ? 5 : 300));
        if (HasFatalFailure()) FAIL() << "repetition " << repetition;
    }
}

// The steps of the model, pair by pair.
TEST(AgreementReference, ModelByPairs) {
    const Stream stream = Random(43).stream("model");
    for (std::int64_t repetition = 0; repetition < 20; ++repetition) {
        Draws draws = stream.at(repetition);
        const auto columns = random_columns(draws, 3, 12, 15, 4);
        const TwoClassModel model = em_two_class(count_agreements(test::threads(1), columns));
        const auto patterns = pair_patterns(columns);
        const auto pairs = static_cast<double>(patterns.size());
        const auto clamp = [](double p) { return std::clamp(p, 1e-6, 1 - 1e-6); };
        std::vector<double> m(3, 0.9), u(3, 0.1);
        double share = 1.0 / 15;
        for (int iteration = 0; iteration < model.iterations; ++iteration) {
            double matches = 0;
            std::vector<double> agree_m(3, 0.0), agree_u(3, 0.0);
            for (const std::size_t pattern : patterns) {
                double match = share, other = 1 - share;
                for (std::size_t j = 0; j < 3; ++j) {
                    const bool agree = ((pattern >> j) & 1U) != 0;
                    match *= agree ? m[j] : 1 - m[j];
                    other *= agree ? u[j] : 1 - u[j];
                }
                const double posterior = match / (match + other);
                matches += posterior;
                for (std::size_t j = 0; j < 3; ++j) {
                    if (((pattern >> j) & 1U) == 0) continue;
                    agree_m[j] += posterior;
                    agree_u[j] += 1 - posterior;
                }
            }
            share = clamp(matches / pairs);
            for (std::size_t j = 0; j < 3; ++j) {
                m[j] = clamp(agree_m[j] / matches);
                u[j] = clamp(agree_u[j] / (pairs - matches));
            }
        }
        EXPECT_NEAR(model.match_share, share, 1e-9);
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_NEAR(model.m[j], m[j], 1e-8);
            EXPECT_NEAR(model.u[j], u[j], 1e-8);
        }
    }
}

}  // namespace
}  // namespace lethe
