// Lists of edges, and the table of nodes that belongs to one. Only for read_graph.cc.
#pragma once

#include "lethe/graph/files/read_graph.h"

namespace lethe::graph {

SocialGraph read_edge_list(const Context& context, const GraphSource& source);

}  // namespace lethe::graph
