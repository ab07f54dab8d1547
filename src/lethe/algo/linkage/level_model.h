// How likely each level of agreement is among matches and among other pairs, for probabilistic
// record linkage by levels. The levels of the columns are independent within each of the two kinds
// of pairs, as in the two-class model of Fellegi and Sunter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/linkage/level_agreement.h"
#include "lethe/core/context.h"

namespace lethe {

struct LevelModel {
    std::vector<std::vector<double>> m;  // by column and level: P(level | match)
    std::vector<std::vector<double>> u;  // P(level | not a match)
    int iterations = 0;
    bool converged = false;

    // log2 m / u in parts of 2^-26: whole numbers, so that sums and ties are exact.
    std::vector<std::vector<std::int64_t>> weights() const;
    static constexpr double kParts = 1 << 26;
};

// What is known of all pairs together.
struct LevelTotals {
    double people = 0;                             // that are looked for
    double candidates = 0;                         // released records
    std::vector<std::vector<std::int64_t>> pairs;  // by column and level, of all pairs

    // At most one match each: the number of matches there can be.
    double matches() const { return people < candidates ? people : candidates; }
};

// The model when it is known how many true links are at each level.
LevelModel known_level_model(const LevelTotals& totals,
                             const std::vector<std::vector<std::int64_t>>& links);

// Fits the model without knowing a link, to the `queries` (their numbers in the views). Each is one
// of the candidates (or none, where there are fewer candidates than people), before looking any of
// them alike: expectation shares it out among them by their odds, maximisation counts the levels so
// shared. Only the `most` candidate classes that weigh most at the start are kept for a query; with
// fewer classes this is exact. A nearer level never weighs less than a farther one (the maximum
// under that condition, by pooling adjacent levels). Others' figures follow from the totals, which
// are counted over all pairs. Stops when no probability moves by 1e-5, or after 300 rounds.
LevelModel fit_level_model(const Context& context, std::span<const LevelView> views,
                           std::span<const std::int64_t> queries, const LevelClasses& classes,
                           const LevelTotals& totals, std::int64_t most = 2048);

}  // namespace lethe
