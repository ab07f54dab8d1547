// Writes social graphs, in the formats that read_graph.h reads.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

// To read it again, read_graph must be told the direction of a list of edges, and that the weight
// is column 3 of plain text.
struct GraphTarget {
    std::string file;        // of the edges, or of the whole graph; the format by its extension
    std::string nodes = {};  // the table of the nodes that goes with a list of edges
};

// Written whole or not at all. A list of edges has the columns from, to and perhaps weight; the
// table has id (node_id where an attribute is called so) and the attributes. GML has nodes numbered
// from 0 with their ids as labels, and keys of letters, digits and underscores, by which other
// characters are replaced. Error(usage) where the format cannot hold the graph: attributes or nodes
// without edges and no table for them, ids with blanks in plain text, control characters in XML.
void write_graph(const Context& context, const SocialGraph& graph, const GraphTarget& target);

std::string gml_text(const SocialGraph& graph);
std::string graphml_text(const SocialGraph& graph, const std::string& file);

}  // namespace lethe::graph
