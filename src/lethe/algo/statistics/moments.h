// Means, variances, covariances, correlations and the higher mixed moments of numeric columns.
// Missing values take no part: a column counts its own valid cells, a pair of columns the rows
// where both are there.
//
// The same bits for any number of threads: means are exact sums rounded once, the rest is summed in
// fixed blocks about the mean. Linear in the rows: 1,000,000 x 10 takes about half a second.
//
// Nothing here is NaN or infinite. Numbers beyond 1e75 in size would overflow in a fourth power and
// are Error(input). A column whose values differ by a few units in the last place counts as
// constant: masking a constant column leaves such dust.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column.h"
#include "lethe/data/column_stats.h"

namespace lethe {

// Central moments of two columns over the rows where both are there, divided by the number of rows:
// mu[a][b] is the mean of (x - mean x)^a (y - mean y)^b. Those beyond the order asked for are 0.
struct PairMoments {
    std::int64_t count = 0;
    double mu[5][5] = {};

    double covariance() const;  // divided by count - 1; 0 for fewer than two rows
    // Nothing where one of the columns is constant over these rows.
    std::optional<double> correlation() const;
};

// column_stats under the rules above: the limit on sizes, and what counts as constant.
ColumnStats bounded_stats(const Context& context, const Column& column);

// The moments of every pair of columns, a column with itself included.
class Moments {
  public:
    // `order` is 2 (covariances) or 4.
    Moments(const Context& context, std::span<const ColumnPtr> columns, int order);

    std::size_t size() const { return stats_.size(); }
    const ColumnStats& column(std::size_t j) const { return stats_[j]; }
    const PairMoments& pair(std::size_t i, std::size_t j) const;  // i <= j

  private:
    std::vector<ColumnStats> stats_;
    std::vector<PairMoments> pairs_;  // (0,0), (0,1), (1,1), (0,2), ...
};

}  // namespace lethe
