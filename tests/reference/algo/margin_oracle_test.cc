// The margin oracle against the linear program of the largest margin, solved by Clp: maximise t
// subject to row . w >= t for all rows of the blocks and of the cone, -1 <= w <= 1. The blocks can
// hold together exactly when t is above zero. Rows are taken from the definition, without presolve.
#include "lethe/algo/learnt/margin_oracle.h"

#include <gtest/gtest.h>

#include <ClpSimplex.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "linkage.h"
#include "rounds.h"

namespace lethe {
namespace {

using MarginOracleRows = std::vector<std::vector<double>>;

// Where the program's optimum is between these, rounding decides, and the oracle may say anything.
constexpr double kSurelyFeasible = 1e-6;
constexpr double kSurelyNot = 1e-9;

void add_unit(MarginOracleRows& rows, std::vector<double> row) {
    const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
    if (length > 0) {
        for (double& value : row) value /= length;
    }
    rows.push_back(std::move(row));
}

MarginOracleRows margin_oracle_rows_of(const DistanceModel& model, const AlignedRecords& records,
                                       const std::vector<std::int32_t>& blocks) {
    MarginOracleRows rows;
    for (const std::int32_t i : blocks) {
        for (std::int32_t j = 0; j < records.rows; ++j) {
            if (i != j) add_unit(rows, test::gap_row(model, records, i, j));
        }
    }
    for (const std::vector<double>& row : cone_rows(model, records.attributes)) add_unit(rows, row);
    return rows;
}

double largest_margin(const MarginOracleRows& rows) {
    const int dims = static_cast<int>(rows[0].size());
    ClpSimplex simplex;
    simplex.setLogLevel(0);
    simplex.resize(0, dims + 1);
    for (int f = 0; f <= dims; ++f) simplex.setColumnBounds(f, -1.0, 1.0);
    simplex.setObjectiveCoefficient(dims, -1.0);
    std::vector<int> places(rows[0].size() + 1);
    std::iota(places.begin(), places.end(), 0);
    for (const std::vector<double>& row : rows) {
        std::vector<double> line = row;
        line.push_back(-1.0);
        simplex.addRow(dims + 1, places.data(), line.data(), 0.0, COIN_DBL_MAX);
    }
    simplex.setPrimalTolerance(1e-9);
    simplex.setDualTolerance(1e-9);
    simplex.primal();
    EXPECT_EQ(simplex.status(), 0);
    return -simplex.objectiveValue();
}

// That the multipliers are positive, at least one on a block, and bring the unit rows to zero.
void expect_conflict_holds(const BlockRows& rows, const MarginOracle& oracle,
                           const std::vector<std::int32_t>& blocks) {
    const Conflict conflict = oracle.conflict();
    const auto stride = static_cast<std::size_t>(rows.stride());
    std::vector<double> sum(stride, 0.0);
    std::vector<double> line(stride);
    double total = 0.0;
    bool has_block = false;
    for (const ConflictRow& row : conflict.rows) {
        EXPECT_GT(row.multiplier, 0.0);
        total += row.multiplier;
        if (row.row.block == kConeBlock) {
            const double* from =
                rows.cone().data() + static_cast<std::size_t>(row.row.competitor) * stride;
            line.assign(from, from + stride);
        } else {
            has_block = true;
            EXPECT_TRUE(std::ranges::find(blocks, row.row.block) != blocks.end());
            rows.row(row.row, line.data());
        }
        for (std::size_t f = 0; f < stride; ++f) sum[f] += row.multiplier * line[f];
    }
    EXPECT_TRUE(has_block);
    EXPECT_LE(std::sqrt(std::inner_product(sum.begin(), sum.end(), sum.begin(), 0.0)),
              2 * kConflictMargin * total);
}

struct Tally {
    int feasible = 0, conflicts = 0, between = 0;
};

void ask_both(const BlockRows& rows, MarginOracle& oracle, const std::vector<std::int32_t>& blocks,
              Tally& tally) {
    const DistanceModel& model = rows.model();
    const double margin = largest_margin(margin_oracle_rows_of(model, rows.records(), blocks));
    const OracleAnswer answer = oracle.ask(blocks);
    if (answer == OracleAnswer::feasible) {
        const std::vector<bool> holds = satisfied_blocks(Context(), model, rows.records(),
                                                         rows.parameters(oracle.point().data()));
        for (const std::int32_t block : blocks) {
            EXPECT_TRUE(holds[static_cast<std::size_t>(block)]) << name(model.family);
        }
    }
    if (answer == OracleAnswer::conflict) expect_conflict_holds(rows, oracle, blocks);
    if (margin > kSurelyFeasible) {
        tally.feasible += 1;
        EXPECT_EQ(answer, OracleAnswer::feasible) << name(model.family) << ", margin " << margin;
    } else if (margin < kSurelyNot) {
        tally.conflicts += 1;
        EXPECT_EQ(answer, OracleAnswer::conflict) << name(model.family) << ", margin " << margin;
    } else {
        tally.between += 1;
    }
}

TEST(MarginOracle, AgreesWithTheLinearProgramOfTheLargestMargin) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < test::rounds(600u); ++seed) {
        const int attributes = 1 + static_cast<int>(seed % 4);
        const auto count = static_cast<std::int32_t>(3 + seed % 14);
        const auto instance = seed % 2 == 0
                                  ? test::whole_instance(seed, count, attributes, 12, 1 + seed % 5)
                                  : test::real_instance(seed, count, attributes,
                                                        0.1 * static_cast<double>(1 + seed % 7));
        for (const DistanceFamily family : test::kAllFamilies) {
            const bool has_more_rows = family == DistanceFamily::bilinear_nonnegative ||
                                       family == DistanceFamily::bilinear_psd;
            if (has_more_rows) continue;  // the cone is not a list
            const auto rows = make_block_rows(Context(), {family}, instance.view());
            std::vector<std::int32_t> open = rows->open_blocks();
            if (open.empty()) continue;
            MarginOracle oracle(*rows);  // one for all questions: it starts where it stopped
            Draws draws = Random(seed).stream("questions").at(static_cast<std::int64_t>(family));
            for (int question = 0; question < 6; ++question) {
                const auto size = 1 + draws.below(open.size());
                std::vector<std::int32_t> blocks;
                for (const std::int64_t place :
                     random_subset(Random(draws.bits()).stream("blocks"), std::ssize(open),
                                   static_cast<std::int64_t>(size))) {
                    blocks.push_back(open[static_cast<std::size_t>(place)]);
                }
                ask_both(*rows, oracle, blocks, tally);
            }
        }
    }
    EXPECT_GT(tally.feasible, test::rounds(3000));
    EXPECT_GT(tally.conflicts, test::rounds(3000));
    EXPECT_LT(tally.between, 40);
}

}  // namespace
}  // namespace lethe
