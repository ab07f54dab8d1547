// Random formulas, and formulas made from formulas: what genetic programming varies. Every result
// is a valid tree within the depth limit.
//
// Koza: Genetic programming, 1992; Marés: Categorical data protection on statistical datasets and
// social networks, 2013.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/formula.h"
#include "lethe/core/random.h"

namespace lethe {

struct TreeLimits {
    int depth = 5;      // at least 1
    bool root = false;  // sqrt(|x|) among the functions
};

// A function at the root, then functions and terminals alike until a branch ends at a terminal; at
// the depth only terminals. A depth of 0 gives a terminal.
Formula grow(Draws& draws, const TreeLimits& limits, int depth);
// Functions until the depth, then terminals.
Formula full(Draws& draws, const TreeLimits& limits, int depth);
// Shared evenly over the depths 1 .. limits.depth, half by grow and half by full at each.
std::vector<Formula> half_and_half(const Stream& stream, const TreeLimits& limits,
                                   std::int64_t count);

// A random node in each, the subtrees exchanged. Where a child is too deep this is tried again, ten
// times; then the parents come back.
std::pair<Formula, Formula> cross(Draws& draws, const TreeLimits& limits, const Formula& first,
                                  const Formula& second);

enum class TreeMutation {
    point,      // a node by another one of its class; the shape stays
    hoist,      // the whole by one of its subtrees
    subtree,    // a subtree by a random one
    collapse,   // a subtree by a terminal
    expansion,  // a terminal by a random subtree
};
constexpr int kTreeMutations = 5;

// Where the mutation cannot be made at the node that was drawn this is tried again, ten times; then
// the parent comes back.
Formula mutate(Draws& draws, const TreeLimits& limits, TreeMutation mutation,
               const Formula& parent);

}  // namespace lethe
