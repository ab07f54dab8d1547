// Generalisation by cuts of the tree: equal values are generalised alike, different ones to
// different depths (Iyengar: Transforming data to satisfy privacy constraints, 2002). See
// tree_cut.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/concept_ladder.h"
#include "lethe/core/context.h"

namespace lethe {

struct TreeCut {
    GeneralisedTuples tuples;
    std::vector<std::int64_t> shown;  // of each column: how many different values are left
    std::int64_t looked_at = 0;       // cuts whose classes were counted
    bool exact = false;               // no other cut loses less
};

// The tree of a column is that of first parents. A cut of it is a set of concepts of which none is
// below another; a value is shown as the one that subsumes it along first parents, or as itself
// where there is none. Every class of records that look alike has k records, and the loss
// (total_cost) is least.
//
// Exact where all columns together have at most `most_cuts` cuts, of equals the first: the cuts of
// a column are in the order of a walk, closed concepts first, the last column changes fastest.
// Otherwise a search, see tree_cut.cc, whose result cannot be bettered by opening any one concept.
// Error(unmet) for fewer than k records.
inline constexpr std::int64_t kMostCuts = 100'000;
TreeCut cut_trees(const Context& context, const TupleSpace& space,
                  std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss,
                  std::int64_t most_cuts = kMostCuts);

}  // namespace lethe
