// The chance that a record of a sample is rightly linked, by a log-linear model of the population:
// of every record, alone in the sample or not (log_linear_risk.h has the sums over those that are).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lethe/algo/population/log_linear.h"
#include "lethe/core/context.h"

namespace lethe {

// E(1/F | f) where the others of the population are Poisson: F = f + X, X with the mean
// expected (1 - fraction) / fraction. 1/f where all of the population was sampled. f >= 1,
// expected >= 0, 0 < fraction <= 1. Exact to some 1e-13; costs min(f, its mean) steps and some
// more.
double expected_match(double expected, double fraction, std::int64_t f);

struct RecordMatches {
    std::vector<double> chances;  // by record
    LogLinearModel model;         // that was taken
};

constexpr double kMostModelCells = 4e6;

// Records by their codes (below the levels), a list for each variable. `fractions`: of the
// population that was sampled, by record, or one for all; of a cell it is the mean of its records'.
// With `given` that model is fitted, else one is chosen (choose_log_linear, terms of up to
// `largest_term` variables). Of more than kMostModelCells cells only independence is known;
// Error(unmet) where another is given.
RecordMatches record_matches(const Context& context, std::span<const std::int32_t> levels,
                             std::span<const std::vector<std::int32_t>> codes,
                             std::span<const double> fractions,
                             const std::optional<LogLinearModel>& given, std::size_t largest_term);

}  // namespace lethe
