// Reads social graphs.
//
//   a list of edges     CSV, TSV or Parquet with a column for each end, or plain text with the ends
//                       between blanks, as SNAP and others publish them ("236 186", # and % begin
//                       a comment); with or without a table of the nodes (CSV, TSV, Parquet, JSON)
//   FILE.gml            Graph Modelling Language
//   FILE.graphml        GraphML; also .xml
//
// All of them also as .gz. Attributes of nodes become columns as in a CSV file: of numbers where
// all values are, leading zeros stay text. Of the attributes of edges the weight alone is read.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct GraphSource {
    std::string file;        // of the edges, or of the whole graph
    std::string nodes = {};  // a table of the nodes, for a list of edges; empty: none
    std::string from = {};   // columns of the list; empty: the first and the second
    std::string to = {};
    std::string weight = {};            // empty: the column called weight, where there is one
    std::string id = {};                // column of the table of nodes; empty: the first
    std::optional<bool> directed = {};  // none: as the file says; a list of edges is not
    ReadOptions reading = {};           // of tables
};

enum class GraphFormat { edge_list, gml, graphml };
GraphFormat graph_format_of(std::string_view path);

// Nodes come in the order of the table or file, or of their first edge. Error(io); Error(input)
// with the lines or rows of the first ten things that are wrong: an edge with a node that the table
// lacks, an id that stands twice, a missing one, what is malformed. Ids name people: no message
// holds one. Error(usage) for a column that is not there.
SocialGraph read_graph(const Context& context, const GraphSource& source);

}  // namespace lethe::graph
