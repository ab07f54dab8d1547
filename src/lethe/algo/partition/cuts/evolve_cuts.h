// Cuts of trees by evolution: Iyengar's genetic algorithm. See evolve_cuts.cc.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/algo/partition/cuts/tree_cut.h"
#include "lethe/core/context.h"

namespace lethe {

struct CutEvolution {
    std::int64_t population = 50;
    std::int64_t most_looks = 0;  // cuts whose classes are counted; 0: by the size of the data
    std::uint64_t start = 1;      // of the random numbers; another one is another search
};

// As cut_trees: every class has k records. Never loses more than one descent from the top, and
// cannot be bettered by opening any one concept; whether another cut loses less is not known
// (`exact` is false). Error(unmet) for fewer than k records.
TreeCut evolve_cuts(const Context& context, const TupleSpace& space,
                    std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss,
                    const CutEvolution& options);

}  // namespace lethe
