// The graph that an operation reads: its files and how they are read.
#pragma once

#include <string>
#include <vector>

#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/files/write_graph.h"
#include "lethe/io/bundle.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/graphs/graph_policy.h"

namespace lethe::operation {

struct GraphReading {
    std::string from, to, weight, id;
    bool directed = false;
    bool undirected = false;
    TableReading tables;

    static Schema<GraphReading> schema();
    // A graph in one file, or in a list of edges and a table of the nodes. `base`: what a policy
    // says, which the options go before.
    graph::GraphSource source(const std::string& file, const std::string& nodes = {},
                              const graph::GraphSource& base = {}) const;
};

// For operations whose arguments are the files of one graph.
struct GraphFiles {
    std::vector<std::string> files;  // EDGES [NODES], or one file with the whole graph
    GraphReading reading;

    static Schema<GraphFiles> schema();
    graph::GraphSource source(const graph::GraphSource& base = {}) const;
};

// The policy of a graph; an empty path: none, that says nothing.
release::GraphPolicy graph_policy_at(const std::string& path);

// The files of a graph, into the bundle; errors name the real ones.
void write_graph_into(Bundle& bundle, const Context& context, const graph::SocialGraph& graph,
                      const graph::GraphTarget& target);

// Where an operation writes a graph.
struct GraphOutput {
    std::string file;
    std::string nodes;

    // `required`: there is nothing to do without it.
    static Schema<GraphOutput> schema(bool required = true);
    // Error(usage) where it would overwrite what is read.
    graph::GraphTarget target(const graph::GraphSource& source) const;
};

}  // namespace lethe::operation
