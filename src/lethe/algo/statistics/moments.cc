// Moments in one pass over the rows, after a pass for the means.
//
// Summing powers of raw values and subtracting afterwards loses every digit when the mean is large
// against the spread. So each column is first shifted by its mean, which an exact sum gives. The
// power sums of the shifted values are then almost central moments already; what remains (the mean
// of the pair's rows may differ a little from the column's where values are missing) is taken off
// by the binomial theorem, without cancellation worth the name.
//
// Rows are taken in blocks that stay in the first cache, shifted once, and every pair of columns
// reads them there. Sums run in four lanes, which one vector instruction adds at once and which are
// the same lanes on any machine; blocks add up within a chunk, chunks by an exact sum. A missing
// cell is a 0 with mask 0: multiplying each value by the other column's mask leaves exactly the
// rows where both are there.
#include "lethe/algo/statistics/moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr double kLargest = 1e75;
constexpr int kMomentBlock = 256;
constexpr int kMomentLanes = 4;

struct Power {
    int x;
    int y;
};
// Those of order 2 first.
constexpr std::array<Power, 14> kPowers{{{1, 0},
                                         {0, 1},
                                         {2, 0},
                                         {1, 1},
                                         {0, 2},
                                         {3, 0},
                                         {2, 1},
                                         {1, 2},
                                         {0, 3},
                                         {4, 0},
                                         {3, 1},
                                         {2, 2},
                                         {1, 3},
                                         {0, 4}}};
constexpr std::size_t kSecondOrder = 5;

struct MomentSums {
    double count = 0;  // exact: far below 2^53
    std::array<double, kPowers.size()> power{};
};

// One column's share of a block: values less the mean, and 1 or 0 for there or missing.
struct ColumnBlock {
    alignas(32) std::array<double, kMomentBlock> value;
    alignas(32) std::array<double, kMomentBlock> there;
};

void fill(ColumnBlock& block, const Column& column, const ColumnStats& stats, std::int64_t begin,
          int rows) {
    const bool varies = stats.variance > 0;
    const auto values = column.numbers().subspan(static_cast<std::size_t>(begin));
    block.value.fill(0);
    block.there.fill(0);
    for (int i = 0; i < rows; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!column.valid(begin + i)) continue;
        block.value[at] = varies ? values[at] - stats.mean : 0.0;
        block.there[at] = 1;
    }
}

template <int kOrder>
LETHE_INLINED inline void add_block(MomentSums& sums, const ColumnBlock& a, const ColumnBlock& b) {
    constexpr std::size_t kUsed = kOrder == 2 ? kSecondOrder : kPowers.size();
    alignas(32) double count[kMomentLanes] = {};
    alignas(32) double lane[kUsed][kMomentLanes] = {};
    for (std::size_t i = 0; i < kMomentBlock; i += kMomentLanes) {
        for (std::size_t l = 0; l < kMomentLanes; ++l) {
            const double x = a.value[i + l] * b.there[i + l];
            const double y = b.value[i + l] * a.there[i + l];
            const double xx = x * x;
            const double xy = x * y;
            const double yy = y * y;
            count[l] += a.there[i + l] * b.there[i + l];
            lane[0][l] += x;
            lane[1][l] += y;
            lane[2][l] += xx;
            lane[3][l] += xy;
            lane[4][l] += yy;
            if constexpr (kOrder == 4) {
                lane[5][l] += xx * x;
                lane[6][l] += xx * y;
                lane[7][l] += x * yy;
                lane[8][l] += yy * y;
                lane[9][l] += xx * xx;
                lane[10][l] += xx * xy;
                lane[11][l] += xx * yy;
                lane[12][l] += xy * yy;
                lane[13][l] += yy * yy;
            }
        }
    }
    sums.count += (count[0] + count[1]) + (count[2] + count[3]);
    for (std::size_t p = 0; p < kUsed; ++p) {
        sums.power[p] += (lane[p][0] + lane[p][1]) + (lane[p][2] + lane[p][3]);
    }
}

std::vector<MomentSums> chunk_sums(std::span<const ColumnPtr> columns,
                                   std::span<const ColumnStats> stats, int order,
                                   std::int64_t begin, std::int64_t end) {
    std::vector<ColumnBlock> blocks(columns.size());
    std::vector<MomentSums> sums(columns.size() * (columns.size() + 1) / 2);
    for (std::int64_t from = begin; from < end; from += kMomentBlock) {
        const int rows = static_cast<int>(std::min<std::int64_t>(kMomentBlock, end - from));
        std::size_t pair = 0;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            fill(blocks[j], *columns[j], stats[j], from, rows);
            for (std::size_t i = 0; i <= j; ++i, ++pair) {
                vector_code([&]() LETHE_INLINED {
                    if (order == 2) {
                        add_block<2>(sums[pair], blocks[i], blocks[j]);
                    } else {
                        add_block<4>(sums[pair], blocks[i], blocks[j]);
                    }
                });
            }
        }
    }
    return sums;
}

// From sums about the columns' means to moments about the means of the pair's own rows.
PairMoments central(const MomentSums& sums, int order) {
    constexpr double kBinomial[5][5] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    PairMoments result;
    result.count = static_cast<std::int64_t>(sums.count);
    if (result.count == 0) return result;
    double raw[5][5] = {};
    raw[0][0] = 1;
    for (std::size_t p = 0; p < kPowers.size(); ++p) {
        raw[kPowers[p].x][kPowers[p].y] = sums.power[p] / sums.count;
    }
    double shift_x[5] = {1};
    double shift_y[5] = {1};
    for (int k = 1; k < 5; ++k) {
        shift_x[k] = shift_x[k - 1] * -raw[1][0];
        shift_y[k] = shift_y[k - 1] * -raw[0][1];
    }
    for (const auto [a, b] : kPowers) {
        if (a + b < 2 || a + b > order) continue;
        for (int i = 0; i <= a; ++i) {
            for (int j = 0; j <= b; ++j) {
                result.mu[a][b] +=
                    kBinomial[a][i] * kBinomial[b][j] * raw[i][j] * shift_x[a - i] * shift_y[b - j];
            }
        }
    }
    // A column that varies, but not over these rows, leaves rounding dust.
    const auto clean = [](double& moment, double about) {
        if (moment <= 1e-14 * about) moment = 0;
    };
    clean(result.mu[2][0], raw[2][0]);
    clean(result.mu[0][2], raw[0][2]);
    result.mu[0][0] = 1;
    return result;
}

bool is_constant(const ColumnStats& stats) {
    constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
    return stats.max - stats.min <=
           kRounding * std::max(std::fabs(stats.min), std::fabs(stats.max));
}

}  // namespace

ColumnStats bounded_stats(const Context& context, const Column& column) {
    ColumnStats stats = column_stats(context, column);
    if (std::max(std::fabs(stats.min), std::fabs(stats.max)) > kLargest) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\" has numbers beyond {:g} in size, too large for "
                                "variances: divide the column by a constant first",
                                column.name(), kLargest));
    }
    if (is_constant(stats)) {
        stats.mean = stats.min;
        stats.variance = 0;
    }
    return stats;
}

double PairMoments::covariance() const {
    const auto rows = static_cast<double>(count);
    return count < 2 ? 0.0 : mu[1][1] * rows / (rows - 1);
}

std::optional<double> PairMoments::correlation() const {
    if (mu[2][0] <= 0 || mu[0][2] <= 0) return std::nullopt;
    return std::clamp(mu[1][1] / (std::sqrt(mu[2][0]) * std::sqrt(mu[0][2])), -1.0, 1.0);
}

Moments::Moments(const Context& context, std::span<const ColumnPtr> columns, int order) {
    for (const ColumnPtr& column : columns) stats_.push_back(bounded_stats(context, *column));
    if (columns.empty()) return;

    const std::size_t pairs = columns.size() * (columns.size() + 1) / 2;
    const std::int64_t rows = columns.front()->size();
    std::vector<std::vector<MomentSums>> parts(static_cast<std::size_t>(chunk_count(rows)));
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
        parts[static_cast<std::size_t>(index)] = chunk_sums(columns, stats_, order, begin, end);
    });
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        MomentSums total;
        std::array<ExactSum, kPowers.size()> exact;
        for (const auto& part : parts) {
            total.count += part[pair].count;
            for (std::size_t p = 0; p < exact.size(); ++p) exact[p].add(part[pair].power[p]);
        }
        for (std::size_t p = 0; p < exact.size(); ++p) total.power[p] = exact[p].value();
        pairs_.push_back(central(total, order));
    }
}

const PairMoments& Moments::pair(std::size_t i, std::size_t j) const {
    return pairs_[j * (j + 1) / 2 + i];
}

}  // namespace lethe
