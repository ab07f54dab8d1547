// Generalisation by full-domain recoding: all values of a column are raised by the same number of
// levels, and the vector of levels that loses least is found.
//
// A value at level l is its ancestor l edges up along first parents, or the root where that is
// nearer. What has no concept is itself at level 0 and the root above.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/concept_ladder.h"
#include "lethe/core/context.h"

namespace lethe {

struct FullDomainOptions {
    enum class Loss {
        ncp,             // ConceptLadder::penalty, summed over all cells
        steps,           // edges climbed along first parents, summed over all cells
        discernibility,  // squared sizes of the classes, summed
    };

    std::int64_t k = 5;
    Loss loss = Loss::ncp;
    std::int64_t most_suppressed = 0;  // records
};

struct FullDomain {
    GeneralisedTuples tuples;
    std::vector<int> levels;      // of each column
    std::int64_t vectors = 0;     // that there are
    std::int64_t looked_at = 0;   // whose classes were counted
    std::int64_t suppressed = 0;  // records in classes of fewer than k
    std::int64_t joined = 0;      // and those that were raised so that these are k
};

// A vector of levels is allowed where at most `most_suppressed` records are in classes of fewer
// than k. These records are suppressed: all their values are raised to the root. Where fewer than k
// records would be there, the class whose suppression loses least (of equals the first in canonical
// order) joins them, so that every class of the result has k records and no record is dropped. Of
// the allowed vectors the one that loses least is chosen, suppressed records being counted as what
// they become; of equals the one with the smallest sum of levels, then the first.
//
// Exact. Error(unmet) for fewer than k records, and for more than kMostVectors vectors.
FullDomain generalise_full_domain(const Context& context, const TupleSpace& space,
                                  std::span<const ConceptLadder> ladders,
                                  const FullDomainOptions& options);
inline constexpr std::int64_t kMostVectors = 5'000'000;

}  // namespace lethe
