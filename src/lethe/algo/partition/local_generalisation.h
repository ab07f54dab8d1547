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

}  // namespace lethe
