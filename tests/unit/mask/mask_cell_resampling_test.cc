#include <cmath>
#include <map>
#include <set>

#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::run_mask;
using test::texts;
using ::testing::HasSubstr;

using Cell = std::pair<std::string, std::string>;

Table cell_people() {
    const std::vector<std::string> provider{"a", "a", "a", "a", "a", "a", "b", "b", "b", "b"};
    const std::vector<std::string> job{"nurse", "nurse", "nurse", "clerk", "clerk",
                                       "judge", "clerk", "clerk", "baker", "judge"};
    const std::vector<std::string> sex{"f", "f", "m", "m", "m", "f", "m", "f", "f", "m"};
    return Table({Column::from_texts("provider", Kind::nominal, provider),
                  Column::from_texts("job", Kind::nominal, job),
                  Column::from_texts("sex", Kind::nominal, sex)});
}

std::map<Cell, int> cells_of(const Table& table) {
    std::map<Cell, int> counts;
    const auto job = texts(table, "job"), sex = texts(table, "sex");
    for (std::size_t row = 0; row < job.size(); ++row) ++counts[{job[row], sex[row]}];
    return counts;
}

Table resampled(const Table& table, const Json& params, std::uint64_t seed) {
    return mask("cell-resampling", table, params,
                {.threads = 1, .seed = seed, .columns = {"job", "sex"}});
}

// Counts of cells have the mean and the variance of the two binomials of which they are the sum.
TEST(MaskCellResampling, CellsHaveTheirCountsInExpectation) {
    const Table table = cell_people();
    const std::map<Cell, int> before = cells_of(table);
    constexpr int kSeeds = 4000;
    for (const double share : {1.0, 0.4}) {
        std::map<Cell, double> sum, squares;
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            for (const auto& [cell, count] : cells_of(resampled(table, {{"share", share}}, seed))) {
                ASSERT_TRUE(before.contains(cell));  // no combination that nobody had
                sum[cell] += count;
                squares[cell] += count * count;
            }
        }
        const auto n = static_cast<double>(table.rows());
        for (const auto& [cell, count] : before) {
            const double stays = 1 - share + share * count / n, comes = share * count / n;
            const double variance = count * stays * (1 - stays) + (n - count) * comes * (1 - comes);
            const double mean = sum[cell] / kSeeds;
            EXPECT_NEAR(mean, count, 4 * std::sqrt(variance / kSeeds)) << share;
            EXPECT_NEAR(squares[cell] / kSeeds - mean * mean, variance, 0.1 * variance) << share;
        }
    }
}

TEST(MaskCellResampling, AProviderCanDoItAlone) {
    const Table table = cell_people();
    const std::vector<std::int64_t> own{6, 7, 8, 9};
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const Json params{{"share", 0.7}, {"within", {"provider"}}};
        const Table all = resampled(table, params, seed);
        EXPECT_TRUE(test::same_cells(resampled(table.gather(own), params, seed), all.gather(own)));
        // And nobody shows what only others have.
        const std::map<Cell, int> held = cells_of(table.gather(own));
        for (const auto& [cell, count] : cells_of(all.gather(own))) {
            EXPECT_TRUE(held.contains(cell));
        }
    }
}

TEST(MaskCellResampling, ThreadsChangeNothingAndSeedsDo) {
    const Table table = cell_people();
    const Table one = resampled(table, Json::object(), 1);
    EXPECT_TRUE(test::same_cells(one, mask("cell-resampling", table, Json::object(),
                                           {.threads = 3, .seed = 1, .columns = {"job", "sex"}})));
    EXPECT_FALSE(test::same_cells(one, resampled(table, Json::object(), 2)));
}

TEST(MaskCellResampling, LoneRecordsAreWarnedOf) {
    const Table table = cell_people().gather(std::vector<std::int64_t>{0, 1, 9});
    const MaskOutput output =
        run_mask("cell-resampling", table, {{"within", {"provider"}}}, {.columns = {"job", "sex"}});
    EXPECT_EQ(output.facts["strata"], 2);
    ASSERT_EQ(output.warnings.size(), 1u);
    EXPECT_THAT(output.warnings.front(), HasSubstr("1 of the 2 strata"));
}

}  // namespace
}  // namespace lethe
