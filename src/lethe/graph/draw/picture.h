// What a drawing of a graph before and after needs: places, sizes, groups and edges, and no ids.
// Both drawings have the same places, those of the original graph.
//
// Graphs of up to a few thousand nodes are drawn node by node. Of larger ones the communities are
// drawn, each as one node, and the edges between them; and of too many edges a random part.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

inline constexpr Node kMostDrawnNodes = 3000;
inline constexpr std::int64_t kMostDrawnEdges = 20000;

// {"level": "nodes" or "communities", "width", "height", "nodes": drawn, "of": all,
//  "coloured_by": an attribute or "communities",
//  "groups": [text]                the most frequent values, then what is left as "(other)"
//  "x": [...], "y": [...],
//  "before", "after": {"group": [...], "size": [degree or members], "edges": [a, b, a, b, ...],
//                      "edges_of": all}}
Json picture(const Context& context, const SocialGraph& original, const SocialGraph& published,
             const AttributeChoice& choice);

}  // namespace lethe::graph
