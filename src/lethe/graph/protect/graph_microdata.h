// A table extracted from a graph: one record a node, with its own values and what its neighbours
// have in common, so that every method for tables can protect it.
//
//   semantic column       the ancestor at the chosen level; neighbours_<column>: the most frequent
//                         of the neighbours', ties by text
//   topics (m at most)    <column>_1 .. <column>_m; neighbours_<column>_1 .. m: the best of the
//                         neighbours by points for places
//   other columns         as they are
//   neighbours            their number, in classes that double: 0, 1, 2-3, 4-7, 8-15, ...
#pragma once

#include "lethe/core/context.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct MicrodataOptions {
    AttributeChoice attributes;
    int level = 2;  // depth of the published ancestors: 0 the root; 2 a country below a continent
};

// Error(usage) for a negative level, unknown columns, and columns whose names would repeat.
Table graph_microdata(const Context& context, const SocialGraph& graph,
                      const MicrodataOptions& options);

}  // namespace lethe::graph
