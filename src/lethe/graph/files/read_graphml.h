// GraphML (http://graphml.graphdrawing.org): one graph without hyperedges and graphs inside of
// nodes.
//
// Not by Boost's read_graphml: it makes nodes without telling their ids, builds a tree of the whole
// file by a parser that calls itself for every level of nesting, takes unknown nodes of edges for
// new ones, and its errors have no lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// `weight`: the name of the key of edges that holds it. `directed`: instead of what the file says.
SocialGraph read_graphml(const std::string& file, std::string_view text, const std::string& weight,
                         std::optional<bool> directed);

}  // namespace lethe::graph
