// SUDA scores beside their definition: every set of columns, every record, every part.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "assess.h"
#include "category_tables.h"
#include "lethe/algo/population/suda.h"

namespace lethe {
namespace {

bool alone_on(const Table& table, std::int64_t row, unsigned set) {
    for (std::int64_t other = 0; other < table.rows(); ++other) {
        bool same = other != row;
        for (std::size_t j = 0; j < table.columns().size(); ++j) {
            if ((set >> j & 1U) == 0) continue;
            const Column& column = *table.columns()[j];
            same = same && column.valid(row) == column.valid(other) &&
                   (!column.valid(row) || column.text(row) == column.text(other));
        }
        if (same) return false;
    }
    return true;
}

bool is_minimal(const Table& table, std::int64_t row, unsigned set) {
    for (std::size_t j = 0; j < table.columns().size(); ++j) {
        const bool in = (set >> j & 1U) != 0;
        if (in && !table.columns()[j]->valid(row)) return false;
        if (in && set != 1U << j && alone_on(table, row, set & ~(1U << j))) return false;
    }
    return alone_on(table, row, set);
}

double plain_score(SudaScore score, double keys, double size, double most) {
    if (score == SudaScore::ihsn) {
        return (std::pow(2, keys - size) - 1) * std::tgamma(size + 1) *
               std::tgamma(keys - size + 1) / std::tgamma(keys + 1);
    }
    double product = 1;
    for (double i = size; i <= std::min(most, keys - 1); ++i) product *= keys - i;
    return product;
}

TEST(SudaReference, IsTheDefinition) {
    double scored = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("shape").at(0);
        const auto keys = 1 + draws.below(6);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(40));
        Table table = test::random_categories(Random(seed), rows, static_cast<int>(keys),
                                              static_cast<std::int32_t>(2 + draws.below(8)));
        if (draws.below(2) == 0)
            table = test::with_missing(table, Random(seed), 3 + draws.below(20));
        const SudaOptions options{
            .most = 1 + draws.below(7),
            .score = draws.below(2) == 0 ? SudaScore::elliot : SudaScore::ihsn,
            .fraction = .05,
            .record_contributions = true};
        const SudaRisk risk = suda_risk(test::threads(2), table, table.names(), options);
        for (std::int64_t row = 0; row < rows; ++row) {
            double score = 0;
            std::vector<double> parts(keys, 0);
            int smallest = 0;
            for (unsigned set = 1; set < 1U << keys; ++set) {
                const int size = std::popcount(set);
                if (static_cast<std::size_t>(size) > options.most) continue;
                if (!is_minimal(table, row, set)) continue;
                const double own = plain_score(options.score, static_cast<double>(keys), size,
                                               static_cast<double>(options.most));
                score += own;
                smallest = smallest == 0 ? size : std::min(smallest, size);
                for (std::size_t j = 0; j < keys; ++j) {
                    if ((set >> j & 1U) != 0) parts[j] += own;
                }
            }
            const auto place = static_cast<std::size_t>(row);
            EXPECT_NEAR(risk.score[place], score, 1e-9 * score) << "seed " << seed;
            EXPECT_EQ(risk.smallest[place], static_cast<std::uint32_t>(smallest));
            for (std::size_t j = 0; j < keys; ++j) {
                EXPECT_NEAR(risk.by_record[j][place], parts[j], 1e-9 * score);
            }
            EXPECT_GE(risk.dis[place], 0);
            EXPECT_LE(risk.dis[place], 1);
            scored += score > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(scored, 1000);
}

}  // namespace
}  // namespace lethe
