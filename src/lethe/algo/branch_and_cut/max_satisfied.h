// The largest number of records that one distance of a family re-identifies, proven largest: the
// maximum feasible subsystem of the blocks of supervised linkage. See max_satisfied.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/algo/learnt/margin_oracle.h"
#include "lethe/core/context.h"

namespace lethe {

struct SearchLimits {
    double seconds = std::numeric_limits<double>::infinity();  // by the context's clock
    std::int64_t nodes = std::numeric_limits<std::int64_t>::max();
    std::int64_t gap = 0;  // stop when the bound is at most this above the links
    // About how many multiplications; unlike seconds it ends the search at the same place always.
    std::int64_t work = std::numeric_limits<std::int64_t>::max();
};

struct SearchStatistics {
    std::int64_t never = 0;      // blocks that no parameters satisfy
    std::int64_t always = 0;     // blocks without a competitor that counts
    std::int64_t nodes = 0;      // of the branching
    std::int64_t questions = 0;  // to the margin oracle
    std::int64_t steps = 0;      // of the margin oracle
    std::int64_t relaxations = 0;
    double seconds = 0.0;  // by the context's clock
};

struct MaxSatisfied {
    std::int64_t links = 0;               // satisfied blocks
    std::int64_t bound = 0;               // no parameters satisfy more
    bool optimal = false;                 // links == bound
    std::vector<std::int32_t> satisfied;  // the blocks, ascending
    std::vector<double> parameters;       // on the features' own scale
    std::vector<Conflict> conflicts;      // what the bound rests on, besides the blocks `never`
    std::vector<std::vector<double>> generated_cone;  // see MarginOracle
    SearchStatistics statistics;
};

// Anytime: stopped by a limit, the result holds the best parameters and the best bound so far. A
// stop asked for through the context is Error(stopped). `starts`: parameters worth trying first.
// Deterministic unless a limit of time ends it.
MaxSatisfied max_satisfied(const Context& context, const BlockRows& rows,
                           const SearchLimits& limits = {},
                           const std::vector<std::vector<double>>& starts = {});

}  // namespace lethe
