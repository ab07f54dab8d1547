// Graph Modelling Language (Himsolt: GML, a portable graph file format; 1997).
//
// Nested lists of an attribute are flattened ("graphics.x"), a key that a node has several times
// becomes a list with semicolons. Labels that all nodes have and that are all different are taken
// for the ids. Error(input) with lines; lists nested more than 100 deep are refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// `weight`: the key of edges that holds it. `directed`: instead of what the file says.
SocialGraph read_gml(const std::string& file, std::string_view text, const std::string& weight,
                     std::optional<bool> directed);

}  // namespace lethe::graph
