// Generalisation by local recoding: rare tuples are raised, two at a time, to what they have in
// common, until every tuple has k records (the greedy best-first search of Martinez, 2012, as read
// by our specification).
#pragma once

#include <cstdint>
#include <span>

#include "lethe/algo/partition/concept_ladder.h"
#include "lethe/core/context.h"

namespace lethe {

struct LocalOptions {
    std::int64_t k = 5;
    RaiseCost cost = RaiseCost::steps;
    // Which tuple with fewer than k records is joined next: the rarest, or the one whose join costs
    // least (of equals the rarest).
    enum class Next { rarest, cheapest };
    Next next = Next::rarest;
};

// While some tuple has fewer than k records: the least frequent (of equals the first in canonical
// order) and the tuple with which it costs least are both replaced by the least common subsumers of
// their values. The cost is that of raising each, times its records; ties go to the other tuple
// with fewer records, then to the first. Error(unmet) for fewer than k records.
//
// One look at all tuples that are left for each replacement, columns being table look-ups: for p
// tuples at most p^2 / 2 looks.
GeneralisedTuples generalise_locally(const Context& context, const TupleSpace& space,
                                     std::span<const ConceptLadder> ladders,
                                     const LocalOptions& options);

// A search for less: the best, by its total_cost, of the greedy generalisations by either cost and
// with either tuple next; then, as long as something is gained, a tuple goes to another group or
// becomes one of its own, or all tuples of a group go to others, such that every group keeps k
// records. A group shows the least common subsumers of its values. Never costs more than the greedy
// ones. Exchanges stop at kMostExchangeLooks looks at a group; the result does not depend on time.
GeneralisedTuples generalise_best_first(const Context& context, const TupleSpace& space,
                                        std::span<const ConceptLadder> ladders, std::int64_t k,
                                        RaiseCost cost);
inline constexpr std::int64_t kMostExchangeLooks = 5'000'000;

}  // namespace lethe
