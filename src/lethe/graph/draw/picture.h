// What a drawing of a graph before and after needs: places, sizes, groups and edges, and no ids.
// Both drawings have the same places, those of the original graph.
//
// Graphs of up to a few thousand nodes are drawn node by node. Of larger ones the communities are
// drawn, each as one node, and the edges between them; and of too many edges a random part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

inline constexpr Node kMostDrawnNodes = 3000;
inline constexpr std::int64_t kMostDrawnEdges = 20000;

struct GraphPicture {
    struct Side {
        std::vector<std::int32_t> group;  // of each node
        std::vector<std::int64_t> size;   // its degree, or its members
        std::vector<Edge> edges;
        std::int64_t edges_of = 0;  // all that there are
    };
    bool whole = true;                // nodes are drawn, not communities
    std::int64_t of = 0;              // all nodes
    std::string coloured_by;          // an attribute, or "communities"
    std::vector<std::string> groups;  // the most frequent values, then what is left as "(other)"
    Side before;
    Side after;
    double width = 0;
    double height = 0;
    std::vector<double> x;
    std::vector<double> y;
};
// {"level": "nodes" or "communities", "of", "coloured_by", "groups", "before", "after": {"group",
// "size", "edges": [a, b, a, b, ...], "edges_of"}, "width", "height", "nodes": drawn, "x", "y",
// "about": "original"}
Json to_json(const GraphPicture& picture);

GraphPicture picture(const Context& context, const SocialGraph& original,
                     const SocialGraph& published, const AttributeChoice& choice);

}  // namespace lethe::graph
