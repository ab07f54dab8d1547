// Linkage by structure that allows for changed edges, see structural_linkage.cc.
#pragma once

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"
#include "lethe/method/right_links.h"

namespace lethe::graph {

// Each node of the original against all published ones; node i is node i.
RightLinks structural_linkage(const Context& context, const Adjacency& original,
                              const Adjacency& published);

}  // namespace lethe::graph
